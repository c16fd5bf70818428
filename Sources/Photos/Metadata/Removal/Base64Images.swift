import LKFormats

/// Finds base64-encoded images in XMP, each a file with its own metadata.
///
/// They are thumbnails (`xmp:Thumbnails`), and images that phones store beside the main one (`GImage:Data`).
enum Base64Images {
    /// The beginnings of JPEG, PNG, TIFF and WebP files in base64.
    private static let marks = ["/9j/", "iVBORw0KGgo", "SUkqA", "TU0AK", "UklGR"].map { Array($0.utf8) }
    /// The minimum number of letters of an image with relevant metadata.
    private static let minimumLetters = 64
    /// The value of each base64 letter, or 255.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in Base64.letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// Returns whether the bytes may contain such images.
    static func mayBe(in bytes: UnsafeRawBufferPointer) -> Bool { marks.contains { ByteSearch.contains(bytes, $0) } }

    /// An image with the indices of its letters, which may be separated by newlines, also as references (`&#xA;`).
    struct Image {
        /// The index of each of its letters.
        var indices: [Int]
        /// The decoded file.
        var bytes: [UInt8]
    }

    /// Returns the images in a text.
    ///
    /// - Parameter text: XMP, or a part of it.
    /// - Returns: The images in order; a truncated one as far as possible.
    static func all(in text: [UInt8]) -> [Image] {
        var starts: Set<Int> = []
        text.withUnsafeBytes { bytes in
            for mark in marks {
                var position = 0
                while let start = ByteSearch.first(mark, in: bytes, from: position) {
                    starts.insert(start)
                    position = start + mark.count
                }
            }
        }
        var (images, end) = ([Image](), 0)
        // A match between other letters is a coincidence.
        for start in starts.sorted() where start >= end && (start == 0 || values[Int(text[start - 1])] == 255) {
            let indices = letterIndices(in: text, from: start)
            end = (indices.last ?? start) + 1
            if indices.count >= minimumLetters { images.append(Image(indices: indices, bytes: decoded(text, indices))) }
        }
        return images
    }

    /// Returns whether the images in a text contain a position or a place name.
    ///
    /// - Parameter text: XMP, or a part of it.
    /// - Returns: Whether any contains a position, or a place name.
    static func facts(in text: [UInt8]) -> XMPPlaceRule.Facts {
        var facts = XMPPlaceRule.Facts()
        guard text.withUnsafeBytes({ mayBe(in: $0) }) else { return facts }
        for image in all(in: text) {
            let file = FileBytes()
            file.open(bytes: image.bytes)
            defer { file.close() }
            for trace in (try? PositionTraces.find(in: file, isEncoded: true)) ?? [] {
                if case .name = trace { facts.place = true } else { facts.position = true }
            }
        }
        return facts
    }

    /// Returns the letters to replace so that no image contains data that an edit removes.
    ///
    /// - Parameters:
    ///   - edit: The removal.
    ///   - text: A packet of XMP.
    /// - Returns: The splices in the text, each of unchanged length.
    /// - Throws: ``EditRefusal`` if an image cannot be changed.
    static func removals(_ edit: MetadataEdit, from text: [UInt8]) throws(EditRefusal) -> [FilePatch.Splice] {
        guard text.withUnsafeBytes({ mayBe(in: $0) }) else { return [] }
        var splices: [FilePatch.Splice] = []
        for image in all(in: text) {
            let patch: FilePatch
            do { patch = try removal(edit, from: image.bytes) } catch {
                throw EditRefusal("an image in its XMP says where it was taken", isCertain: true)
            }
            guard !patch.isEmpty, let first = image.indices.first, let last = image.indices.last else { continue }
            var new = Array(text[first...last])
            for (index, letter) in zip(image.indices, Base64.text(patch.applied(to: image.bytes), isPadded: false)) {
                new[index - first] = letter
            }
            splices.append(FilePatch.Splice(range: first..<last + 1, bytes: new))
        }
        return splices
    }

    /// Returns the patch that removes a position from an image.
    private static func removal(_ edit: MetadataEdit, from image: [UInt8]) throws -> FilePatch {
        let file = FileBytes()
        file.open(bytes: image)
        defer { file.close() }
        var patch = FilePatch(oldCount: image.count)
        try PositionRemoval.complete(&patch, of: file, edit, isEncoded: true)
        guard patch.newCount == patch.oldCount else { throw EditRefusal("it would become longer") }
        return patch
    }

    private static func letterIndices(in text: [UInt8], from start: Int) -> [Int] {
        var (indices, position) = ([Int](), start)
        while position < text.count {
            let byte = text[position]
            if values[Int(byte)] != 255 {
                indices.append(position)
                position += 1
            } else if byte <= 0x20 {
                position += 1
            } else if byte == UInt8(ascii: "&"), let end = spaceReference(in: text, at: position) {
                position = end
            } else {
                break
            }
        }
        return indices
    }

    /// Returns the end of a character reference to white space: `&#xA;`, `&#10;`.
    private static func spaceReference(in text: [UInt8], at start: Int) -> Int? {
        let rest = text[start..<min(start + 8, text.count)]
        guard rest.starts(with: "&#".utf8), let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let number = SidecarName.lowercased(rest[(start + 2)..<end])
        let isSpace = ["xa", "xd", "x9", "x20", "x0a", "x0d", "x09", "10", "13", "9", "32"].contains {
            number.elementsEqual($0.utf8)
        }
        return isSpace ? end + 1 : nil
    }

    private static func decoded(_ text: [UInt8], _ indices: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(indices.count / 4 * 3)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for index in indices {
            bits = bits << 6 | UInt32(values[Int(text[index])])
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }
}
