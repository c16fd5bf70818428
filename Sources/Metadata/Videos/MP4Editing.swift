/// Changes what a video says of its position and place: MPEG-4, QuickTime, 3GPP.
///
/// Pictures and sound never move, so that no table of samples changes; a video of gigabytes costs as much as its `moov`.
/// Small videos, which are copied before they change, get the most compact form. In a large one a new `moov` is appended,
/// and the old one becomes room by the four bytes of its type: until these are written the video is the old one.
enum MP4Editing {
    /// From here on a file counts as large, in bytes.
    static let large = 64 << 20

    /// The patch of an edit.
    ///
    /// - Parameters:
    ///   - edit: What changes.
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
            guard !packet.isCut, packet.content.count <= FileBytes.largestRange else {
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

    /// Refuses metadata beside the movie, where players do not look for them, that name a place.
    private static func refuseFurther(_ boxes: VideoBoxes, _ file: FileBytes) throws {
        for box in boxes.boxes where box.type == "meta" || box.type == "udta" {
            guard box.content.count <= FileBytes.largestRange else {
                throw EditRefusal("its box '\(box.type)' beside the movie is too large")
            }
            if box.type == "udta", try FLIRLocationBox.exists(in: box, file) {
                throw EditRefusal("the camera's own box in 'udta' beside the movie has a position", isCertain: true)
            }
            let content = try file.copy(of: box.content)
            let namesPlace = content.withUnsafeBytes { bytes in
                ["location", "gps", "latitude", "loci"].contains {
                    XMPRelevance.containsInAnyCase(bytes, Array($0.utf8))
                }
            }
            if namesPlace { throw EditRefusal("its box '\(box.type)' beside the movie names a place") }
        }
    }

    /// The packet that an edit makes, or `nil` where nothing of it changes.
    private static func packet(_ old: [UInt8]?, _ edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        guard let old else {
            // The position is in the video's own metadata, and a packet is made for what has no place there.
            var rest = edit
            rest.location = .keep
            rest.offset = nil
            if rest.placeShown == .remove { rest.placeShown = .keep }
            if rest.placeCreated == .remove { rest.placeCreated = .keep }
            return rest.isEmpty ? nil : try XMPEditing.edited(nil, by: edit, hasEXIF: true)
        }
        return try XMPEditing.edited(old, by: edit, hasEXIF: true)
    }
}
