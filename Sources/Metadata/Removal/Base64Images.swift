/// Images that stand in XMP as letters (base64), each a file with facts of its own.
///
/// They are thumbnails (`xmp:Thumbnails`), and what phones took beside the picture (`GImage:Data`).
enum Base64Images {
    /// How the files of JPEG, PNG, TIFF and WebP begin in base64.
    private static let marks = ["/9j/", "iVBORw0KGgo", "SUkqA", "TU0AK", "UklGR"].map { Array($0.utf8) }
    /// No image with a fact is written in fewer letters.
    private static let fewest = 64
    /// What each byte is as a letter, or 255.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Whether there may be any among bytes.
    static func mayBe(in bytes: UnsafeRawBufferPointer) -> Bool { marks.contains { ByteSearch.contains(bytes, $0) } }

    /// An image, and the places of its letters, between which there may be line ends, also as references (`&#xA;`).
    struct Image {
        /// Where each of its letters stands.
        var places: [Int]
        /// The file.
        var bytes: [UInt8]
    }

    /// The images in a text.
    ///
    /// - Parameter text: XMP, or a part of it.
    /// - Returns: The images, in their order; one that is cut off as far as it goes.
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
        // In the midst of letters a mark is chance.
        for start in starts.sorted() where start >= end && (start == 0 || values[Int(text[start - 1])] == 255) {
            let places = letterPlaces(in: text, from: start)
            end = (places.last ?? start) + 1
            if places.count >= fewest { images.append(Image(places: places, bytes: decoded(text, places))) }
        }
        return images
    }

    /// What the images in a text tell.
    ///
    /// - Parameter text: XMP, or a part of it.
    /// - Returns: Whether any tells of a position, or of a place.
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

    /// The letters that have to change so that no image tells what an edit removes.
    ///
    /// - Parameters:
    ///   - edit: What is removed.
    ///   - text: A packet of XMP.
    /// - Returns: What is replaced in the text; each splice has as many bytes as before.
    /// - Throws: ``EditRefusal`` where an image cannot be changed.
    static func removals(_ edit: MetadataEdit, from text: [UInt8]) throws(EditRefusal) -> [FilePatch.Splice] {
        guard text.withUnsafeBytes({ mayBe(in: $0) }) else { return [] }
        var splices: [FilePatch.Splice] = []
        for image in all(in: text) {
            let patch: FilePatch
            do { patch = try removal(edit, from: image.bytes) } catch {
                throw EditRefusal("a picture in its XMP says where it was taken", isCertain: true)
            }
            guard !patch.isEmpty, let first = image.places.first, let last = image.places.last else { continue }
            var new = Array(text[first...last])
            for (place, letter) in zip(image.places, encoded(patch.applied(to: image.bytes))) {
                new[place - first] = letter
            }
            splices.append(FilePatch.Splice(range: first..<last + 1, bytes: new))
        }
        return splices
    }

    /// What takes a position out of an image in its place.
    private static func removal(_ edit: MetadataEdit, from image: [UInt8]) throws -> FilePatch {
        let file = FileBytes()
        file.open(bytes: image)
        defer { file.close() }
        var patch = FilePatch(oldCount: image.count)
        try PositionRemoval.complete(&patch, of: file, edit, isEncoded: true)
        guard patch.newCount == patch.oldCount else { throw EditRefusal("it would become longer") }
        return patch
    }

    private static func letterPlaces(in text: [UInt8], from start: Int) -> [Int] {
        var (places, position) = ([Int](), start)
        while position < text.count {
            let byte = text[position]
            if values[Int(byte)] != 255 {
                places.append(position)
                position += 1
            } else if byte <= 0x20 {
                position += 1
            } else if byte == UInt8(ascii: "&"), let end = spaceReference(in: text, at: position) {
                position = end
            } else {
                break
            }
        }
        return places
    }

    /// Where a reference to white space ends: `&#xA;`, `&#10;`.
    private static func spaceReference(in text: [UInt8], at start: Int) -> Int? {
        let rest = text[start..<min(start + 8, text.count)]
        guard rest.starts(with: "&#".utf8), let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let number = SidecarName.lowercased(rest[(start + 2)..<end])
        let isSpace = ["xa", "xd", "x9", "x20", "x0a", "x0d", "x09", "10", "13", "9", "32"].contains {
            number.elementsEqual($0.utf8)
        }
        return isSpace ? end + 1 : nil
    }

    private static func decoded(_ text: [UInt8], _ places: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(places.count / 4 * 3)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for place in places {
            bits = bits << 6 | UInt32(values[Int(text[place])])
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }

    /// The letters of bytes, without what pads them.
    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4 + 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
            for index in 0...count { text.append(letters[bits >> (18 - 6 * index) & 63]) }
        }
        return text
    }
}
