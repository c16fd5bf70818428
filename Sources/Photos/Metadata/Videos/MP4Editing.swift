/// Edits position and place names of a video: MPEG-4, QuickTime, 3GPP.
///
/// Samples never move, so no sample table changes, and editing a video of gigabytes costs only as much as its `moov`.
/// Small videos, which are copied before they change, get the most compact form. In a large one a new `moov` is
/// appended, and four bytes turn the old one into free space: until these are written the video is unchanged.
enum MP4Editing {
    /// The minimum size of a large file, in bytes.
    static let large = 64 << 20

    /// Returns the patch of an edit.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - file: The video, open.
    /// - Returns: The patch.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    static func patch(of edit: MetadataEdit, on file: FileBytes) throws -> FilePatch {
        let boxes = try VideoBoxes(file)
        guard boxes.movie.content.count <= 256 << 20 else { throw EditRefusal("its box 'moov' is too large") }
        if !edit.removals.isEmpty { try refuseFurther(boxes, file) }
        var layout = VideoLayout(file, boxes, isRemoving: edit.location == .remove)
        let packet = boxes.boxes.first { $0.type == "uuid" && $0.userType == .xmp }
        var isPacketPlaced = false
        if let packet {
            isPacketPlaced = true
            guard !packet.isCut, packet.content.count <= FileBytes.maximumRange else {
                throw EditRefusal("its XMP is cut off or too large")
            }
            let old = try file.copy(of: packet.content)
            if let new = try Self.packet(old, edit) { try layout.replacePacket(packet, with: new) }
        }
        var movie = VideoEdits(file, boxes.movie, edit)
        let isQuickTime = try BoxBrands(file)?.kind == .mov
        var added: [UInt8]?
        try movie.collect { old in
            if let old {
                isPacketPlaced = true
                return try Self.packet(old, edit)
            }
            guard !isPacketPlaced else { return nil }
            isPacketPlaced = true
            let new = try Self.packet(nil, edit)
            if isQuickTime { return new }
            added = new
            return nil
        }
        if let added { try layout.appendPacket(added) }
        if edit.location == .remove { try layout.blankRoom() }
        return try layout.patch(with: movie)
    }

    /// Refuses metadata next to `moov`, where players do not look for it, if it contains a place name.
    private static func refuseFurther(_ boxes: VideoBoxes, _ file: FileBytes) throws {
        for box in boxes.boxes { try HarmlessBoxes.check(box, .file, file) }
        for box in boxes.boxes where box.type == "meta" || box.type == "udta" {
            guard box.content.count <= FileBytes.maximumRange else {
                throw EditRefusal("its box '\(box.type)' beside 'moov' is too large")
            }
            if box.type == "udta", try FLIRLocationBox.exists(in: box, file) {
                throw EditRefusal("the camera's own box in 'udta' beside 'moov' has a position", isCertain: true)
            }
            let content = try file.copy(of: box.content)
            let namesPlace = content.withUnsafeBytes { bytes in
                ["location", "gps", "latitude", "loci"].contains {
                    ByteSearch.containsInAnyCase(bytes, Array($0.utf8))
                }
            }
            if namesPlace { throw EditRefusal("its box '\(box.type)' beside 'moov' names a place") }
        }
    }

    /// Returns the edited packet; `nil` if it does not change.
    private static func packet(_ old: [UInt8]?, _ edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        guard let old else { return try XMPEditing.newPacket(for: edit) }
        return try XMPEditing.edited(old, by: edit, hasEXIF: true)
    }
}

/// The top-level boxes of a video, and the changes they allow.
struct VideoBoxes {
    /// All boxes of the file.
    let boxes: [Box]
    /// The box `moov`.
    let movie: Box
    /// Samsung's data, which have to be last.
    let trailer: Box?
    /// Whether the last box ends with the file, so that another can be appended.
    let isClean: Bool
    /// Whether the video is fragmented, so that `moov` must come first.
    let isFragmented: Bool

    init(_ file: FileBytes) throws {
        var walk = BoxWalk(file, 0..<file.count)
        var boxes: [Box] = []
        while let box = try walk.next() { boxes.append(box) }
        self.boxes = boxes
        let movies = boxes.filter { $0.type == "moov" }
        guard let movie = movies.first else { throw EditRefusal("it has no box 'moov'") }
        guard movies.count == 1 else { throw EditRefusal("it has several boxes 'moov'") }
        guard !movie.isCut else { throw EditRefusal("its box 'moov' is cut off") }
        self.movie = movie
        isClean = walk.damage == nil && boxes.last?.range.upperBound == file.count
        trailer = try boxes.last?.type == "sefd" && SamsungTrailer(of: file) != nil ? boxes.last : nil
        let hasExtension = try BoxWalk.first("mvex", in: movie.content, of: file) != nil
        isFragmented = hasExtension || boxes.contains { Self.ofFragments.contains($0.type) }
    }

    private static let ofFragments: Set<FourCharacterCode> = ["moof", "mfra", "sidx", "styp"]

    /// Returns the box after another one.
    func next(after box: Box) -> Box? { boxes.first { $0.offset == box.range.upperBound } }

    /// Returns whether a box is the last, except for data that have to follow it.
    func isLast(_ box: Box) -> Bool { (trailer == nil ? boxes.last : boxes.dropLast().last) == box }
}
