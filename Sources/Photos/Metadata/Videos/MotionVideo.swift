/// The video of a motion photo: after the image of a JPEG, or in a box `mpvd` after that of a HEIC.
///
/// Offsets to it and within it are counted in several ways, so a removal overwrites its position in place.
enum MotionVideo {
    /// Returns the replacements that overwrite the positions in all videos of a photo; each has the length of what it
    /// replaces.
    ///
    /// - Parameter file: A photo.
    /// - Returns: None for a photo without such a video.
    /// - Throws: ``EditRefusal`` if samples may hold a position, ``MetadataError``.
    static func blankings(of file: FileBytes) throws -> [FilePatch.Splice] {
        var splices: [FilePatch.Splice] = []
        var timedMetadata = TimedMetadata()
        for range in try ranges(in: file) {
            var walk = BoxWalk(file, range)
            while let box = try walk.next() {
                guard box.type == "moov", !box.isCut else { continue }
                try collect(box, file, &splices, &timedMetadata)
            }
        }
        return splices
    }

    /// The longest first box of a video, in bytes.
    private static let maximumType = 1024
    /// The maximum number of videos of a photo.
    private static let maximumVideos = 16

    /// Returns the byte ranges that begin with a video; they may end after it.
    private static func ranges(in file: FileBytes) throws -> [Range<Int>] {
        let start: Int
        switch try ContainerFormat.find(in: file)?.0 {
        case .jpeg: start = try JPEGParts(of: file).scan
        case .heif: start = 16
        default: return []
        }
        var starts: [Int] = []
        let mark = Array("ftyp".utf8)
        var position = start
        while starts.count < maximumVideos, let found = try file.first(mark, from: position) {
            starts.append(found - 4)
            position = found + mark.count
        }
        var ranges: [Range<Int>] = []
        for start in starts where start >= 0 {
            let isBehind = ranges.last.map { start >= $0.upperBound } ?? true
            guard isBehind, let size = try file.uint32(at: start, bigEndian: true),
                (16...maximumType).contains(Int(size)),
                try BoxWalk.first("moov", in: start..<file.count, of: file) != nil
            else { continue }
            var walk = BoxWalk(file, start..<file.count)
            var end = start
            while let box = try walk.next(), !box.isCut, box.offset == start || box.type != "ftyp" {
                end = box.range.upperBound
            }
            ranges.append(start..<end)
        }
        return ranges
    }

    private static func collect(
        _ movie: Box, _ file: FileBytes, _ splices: inout [FilePatch.Splice], _ timedMetadata: inout TimedMetadata
    ) throws {
        var walk = BoxWalk(file, movie.content)
        while let box = try walk.next() {
            switch box.type {
            case "udta": try collectUserData(box, file, &splices)
            case "meta": try collectItems(box, file, &splices)
            case "trak":
                do { try timedMetadata.refuse(box, file) } catch let refusal as EditRefusal {
                    throw EditRefusal("of the video after its image, \(refusal.reason)", isCertain: true)
                }
                var parts = BoxWalk(file, box.content)
                while let part = try parts.next() {
                    if part.type == "udta" { try collectUserData(part, file, &splices) }
                    if part.type == "meta" { try collectItems(part, file, &splices) }
                }
            case "free", "skip": try blank(box.content, file, &splices)
            default: continue
            }
        }
    }

    private static func collectUserData(_ box: Box, _ file: FileBytes, _ splices: inout [FilePatch.Splice]) throws {
        var walk = BoxWalk(file, box.content)
        while let part = try walk.next() {
            switch part.type {
            case "meta": try collectItems(part, file, &splices)
            case "free", "skip": try blank(part.content, file, &splices)
            case "©xyz", "@xyz", "loci": try remove(part, &splices)
            default: if !HarmlessBoxes.contain(part.type) { try remove(part, &splices) }
            }
        }
    }

    /// Removes the items of `meta` whose names are about a position.
    private static func collectItems(_ box: Box, _ file: FileBytes, _ splices: inout [FilePatch.Splice]) throws {
        guard box.content.count >= 8 else { return }
        let start = box.content.lowerBound
        let isPlain = try file.uint32(at: start + 4, bigEndian: true) == FourCharacterCode("hdlr").value
        let content = start + (isPlain ? 0 : 4)..<box.content.upperBound
        guard let list = try BoxWalk.first("ilst", in: content, of: file) else { return }
        var names: [String] = []
        if let keys = try BoxWalk.first("keys", in: content, of: file), keys.content.count > 8 {
            var walk = BoxWalk(file, keys.content.lowerBound + 8..<keys.content.upperBound)
            while names.count < VideoTexts.maximumKeys, let name = try walk.next() {
                guard name.content.count <= 1 << 16 else {
                    throw EditRefusal("the list of names of its video is too long")
                }
                names.append(VideoText.decode(try file.copy(of: name.content)))
                // The name goes too, since a search of the photo would find it.
                if VideoEdits.isOfPosition(names[names.count - 1]) { try blank(name.content, file, &splices) }
            }
        }
        var items = BoxWalk(file, list.content)
        while let item = try items.next() {
            let index = Int(item.type.value) - 1
            let isOfPosition =
                names.indices.contains(index) ? VideoEdits.isOfPosition(names[index]) : item.type == "©xyz"
            if isOfPosition { try remove(item, &splices) }
        }
    }

    /// Turns a box into free space of zeros.
    private static func remove(_ box: Box, _ splices: inout [FilePatch.Splice]) throws(EditRefusal) {
        guard box.sizeForm == .short, !box.isCut else {
            throw EditRefusal("the video after its image is damaged", isCertain: true)
        }
        let type = BoxBytes.number(UInt64(FourCharacterCode("free").value), 4)
        splices.append(
            FilePatch.Splice(
                range: box.offset + 4..<box.range.upperBound, bytes: type + BoxBytes.zeros(box.range.count - 8)))
    }

    private static func blank(
        _ range: Range<Int>, _ file: FileBytes, _ splices: inout [FilePatch.Splice]
    ) throws(MetadataError) {
        guard !range.isEmpty, try !file.isBlank(range) else { return }
        splices.append(FilePatch.Splice(range: range, bytes: BoxBytes.zeros(range.count)))
    }
}
