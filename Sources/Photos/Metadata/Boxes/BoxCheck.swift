/// Compares a file of boxes with its edited version: everything except the edited metadata must be unchanged.
struct BoxCheck {
    private let patch: FilePatch?

    /// Creates a check.
    ///
    /// - Parameter patch: The patch that was applied, if the other bytes are known to be unchanged: bytes that are only
    ///   moved, such as a video's samples, are then not read again.
    init(of patch: FilePatch? = nil) { self.patch = patch }

    /// Returns an unwanted difference, as a part of a sentence; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - old: The old file, open.
    ///   - new: The new file, open.
    /// - Returns: The first difference.
    /// - Throws: ``MetadataError``.
    func difference(between old: FileBytes, and new: FileBytes) throws(MetadataError) -> String? {
        guard try Self.isImage(old), let image = try HEIFContainer(old), image.parts["iloc"] != nil else {
            return try videoDifference(old, new)
        }
        guard let other = try HEIFContainer(new) else { return "it is no longer an image" }
        return try imageDifference((image, old), (other, new))
    }

    /// Returns whether a file is edited as an image: it has a box of items, and its brands are not a video's.
    static func isImage(_ file: FileBytes) throws(MetadataError) -> Bool {
        switch try BoxBrands(file)?.kind {
        case .mp4?, .mov?: return false
        default: return try BoxWalk.first("meta", in: 0..<file.count, of: file) != nil
        }
    }

    /// Returns whether a file is edited as a video.
    static func isVideo(_ file: FileBytes) throws(MetadataError) -> Bool {
        guard let (mark, _) = try ContainerFormat.find(in: file), mark == .heif || mark == .mp4 else { return false }
        return try !isImage(file)
    }

    private func videoDifference(_ old: FileBytes, _ new: FileBytes) throws(MetadataError) -> String? {
        let (before, after) = (try VideoParts(old), try VideoParts(new))
        // The tables of sample offsets are not changed, so the samples must not move.
        if before.mediaData != after.mediaData { return "its samples have moved" }
        for range in before.mediaData where try !isSame(range, old, range, new) { return "its samples have changed" }
        if before.tracks.count != after.tracks.count { return "it has other tracks" }
        for (mine, others) in zip(before.tracks, after.tracks) where try !isSame(mine, old, others, new) {
            return "its tracks have changed"
        }
        if before.others.count != after.others.count { return "it has other boxes" }
        for (mine, others) in zip(before.others, after.others) where try !isSame(mine, old, others, new) {
            return "its boxes have changed"
        }
        return nil
    }

    private func imageDifference(
        _ old: (image: HEIFContainer, file: FileBytes), _ new: (image: HEIFContainer, file: FileBytes)
    ) throws(MetadataError) -> String? {
        guard old.image.primaryItem == new.image.primaryItem else { return "it shows another image" }
        for type in ["hdlr", "pitm", "iprp", "grpl", "dinf"] as [FourCharacterCode] {
            let (mine, others) = (old.image.parts[type]?.content, new.image.parts[type]?.content)
            guard try isSame(mine, old.file, others, new.file) else { return "its box '\(type)' has changed" }
        }
        let items = Dictionary(new.image.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for item in old.image.items {
            guard let other = items[item.id], other.type == item.type, other.contentType == item.contentType else {
                return "its item \(item.id) is missing"
            }
            if item.type == "Exif" || item.contentType == "application/rdf+xml" { continue }
            guard item.extents.count == other.extents.count else { return "its item \(item.id) is in other pieces" }
            for (mine, others) in zip(item.extents, other.extents) {
                guard try isSame(mine.range, old.file, others.range, new.file) else {
                    return "its item \(item.id) has changed"
                }
            }
        }
        return nil
    }

    /// Returns whether two ranges contain the same bytes.
    private func isSame(
        _ range: Range<Int>?, _ file: FileBytes, _ other: Range<Int>?, _ otherFile: FileBytes
    ) throws(MetadataError) -> Bool {
        guard let range, let other else { return range == other }
        guard range.count == other.count else { return false }
        if let patch, patch.isKept(range, at: other.lowerBound) { return true }
        var position = 0
        while position < range.count {
            let count = min(1 << 20, range.count - position)
            guard let mine = try file.bytes(at: range.lowerBound + position, count: count),
                let others = try otherFile.bytes(at: other.lowerBound + position, count: count),
                mine.hasSameBytes(as: others)
            else { return false }
            position += count
        }
        return true
    }
}

/// The parts of a video that no edit changes.
private struct VideoParts {
    /// The content of `mdat`.
    var mediaData: [Range<Int>] = []
    /// The parts of tracks and headers other than their metadata.
    var tracks: [Range<Int>] = []
    /// Boxes next to `moov` that playback needs.
    var others: [Range<Int>] = []

    init(_ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, 0..<file.count)
        while let box = try walk.next() {
            switch box.type {
            case "mdat": mediaData.append(box.content)
            case "moov": try add(box, file)
            case "ftyp", "styp", "moof", "sidx", "mfra": others.append(box.range)
            default: continue
            }
        }
    }

    private mutating func add(_ parent: Box, _ file: FileBytes) throws(MetadataError) {
        var walk = BoxWalk(file, parent.content)
        while let box = try walk.next() {
            switch box.type {
            case "udta", "meta", "free", "skip": continue
            case "trak": try add(box, file)
            default: tracks.append(box.range)
            }
        }
    }
}
