/// The changes within `moov`: the position in each form that the video has, and an XMP packet in its user data.
///
/// A new position is always written as `©xyz`, in Apple's metadata if there is any, and wherever else a position is
/// stored. Tracks, times and handlers are not changed.
struct VideoEdits {
    let file: FileBytes
    let movie: Box
    let location: MetadataEdit.Change<PhotoLocation>
    /// The position to write, if any.
    let position: VideoPosition?
    /// All changes.
    var edits = BoxEdits()
    /// Whether `©xyz` and Apple's metadata of the video itself have been written.
    var hasCoordinates = false
    var hasKeys = false
    private var timedMetadata = TimedMetadata()
    /// The last child of `moov`, if it is free space.
    private(set) var lastFree: Box?
    /// The end of the last child of `moov`.
    private(set) var end: Int

    init(_ file: FileBytes, _ movie: Box, _ edit: MetadataEdit) {
        self.file = file
        self.movie = movie
        location = edit.location
        if case .set(let location) = edit.location { position = VideoPosition(location) } else { position = nil }
        end = movie.content.lowerBound
    }

    var isRemoving: Bool { location == .remove }

    /// Collects the changes of the whole video.
    ///
    /// - Parameter packet: Returns the new packet for the one in the user data, or for none; `nil` if it does not
    ///   change.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    mutating func collect(packet: ([UInt8]?) throws -> [UInt8]?) throws {
        var walk = BoxWalk(file, movie.content)
        var userData: Box?
        while let box = try walk.next() {
            try check(box)
            end = box.range.upperBound
            lastFree = box.type == "free" && box.sizeForm == .short ? box : nil
            switch box.type {
            case "udta":
                try editUserData(box, [movie, box], isVideo: userData == nil, packet)
                userData = userData ?? box
            case "meta": try editMetadata(box, [movie, box], isVideo: true)
            case "trak": try editTrack(box)
            case "cmov": throw EditRefusal("its header is compressed")
            case "free", "skip": try blank(box, [movie])
            default:
                try refuseUnreadable(box)
                if isRemoving { try HarmlessBoxes.check(box, .movie, file) }
            }
        }
        if let damage = walk.damage { throw EditRefusal("it is damaged: \(damage)") }
        guard userData == nil else { return }
        var content: [UInt8] = []
        if let position { content += BoxBytes.box("©xyz", position.record(language: VideoPosition.usualLanguage)) }
        if let new = try packet(nil) { content += BoxBytes.box("XMP_", new) }
        if !content.isEmpty { edits.replace(end..<end, with: BoxBytes.box("udta", content), in: [movie]) }
    }

    private mutating func editTrack(_ track: Box) throws {
        var walk = BoxWalk(file, track.content)
        while let box = try walk.next() {
            if box.type == "udta" { try editUserData(box, [movie, track, box], isVideo: false) { _ in nil } }
            if box.type == "meta" { try editMetadata(box, [movie, track, box], isVideo: false) }
            if isRemoving { try HarmlessBoxes.check(box, .track, file) }
        }
        if isRemoving { try timedMetadata.refuse(track, file) }
    }

    /// Refuses boxes without a size, and truncated boxes.
    func check(_ box: Box) throws(EditRefusal) {
        guard box.sizeForm != .toEnd, !box.isCut else { throw EditRefusal("its box '\(box.type)' has no end") }
    }

    /// Blanks free space, which may contain former content.
    mutating func blank(_ box: Box, _ parents: [Box]) throws {
        guard isRemoving, try !file.isBlank(box.content) else { return }
        edits.replace(box.content, with: BoxBytes.zeros(box.content.count), in: parents)
    }

    /// Refuses to remove a position if unreadable data may contain it, too.
    func refuseUnreadable(_ box: Box) throws(EditRefusal) {
        guard isRemoving, Self.unreadable.contains(box.type) else { return }
        throw EditRefusal("its maker data '\(box.type)' may hold positions")
    }

    /// Boxes of makers and programs known to contain positions.
    private static let unreadable: Set<FourCharacterCode> = [
        "GPMF", "GPS ", "gps ", "gps0", "gpsa", "NCDT", "CNTH", "PANA", "MVTG", "TAGS", "PXTH", "udat",
    ]
}

extension VideoEdits {
    /// Changes user data (`udta`).
    ///
    /// - Parameters:
    ///   - box: The user data of the video or of a track.
    ///   - parents: Its ancestors, itself last.
    ///   - isVideo: Whether to add a position if there is none.
    ///   - packet: Returns the new XMP packet.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    mutating func editUserData(
        _ box: Box, _ parents: [Box], isVideo: Bool, _ packet: ([UInt8]?) throws -> [UInt8]?
    ) throws {
        var walk = BoxWalk(file, box.content)
        var end = box.content.lowerBound
        var hasPacket = false
        while let part = try walk.next() {
            try check(part)
            end = part.range.upperBound
            switch part.type {
            case "©xyz", "@xyz": try editCoordinates(part, parents, isVideo: isVideo)
            case "loci": try editPlace(part, parents)
            case "meta": try editMetadata(part, parents + [part], isVideo: isVideo)
            case "XMP_":
                guard !hasPacket else { continue }
                hasPacket = true
                guard part.content.count <= FileBytes.maximumRange else { throw EditRefusal("its XMP is too large") }
                if let new = try packet(try file.copy(of: part.content)) {
                    edits.replace(part.content, with: new, in: parents + [part])
                }
            case "free", "skip": try blank(part, parents)
            default:
                try refuseUnreadable(part)
                // Players skip user data that they do not know, so it can be removed.
                if isRemoving, !HarmlessBoxes.contain(part.type) { edits.replace(part.range, with: [], in: parents) }
            }
        }
        if let damage = walk.damage { throw EditRefusal("its user data is damaged: \(damage)") }
        guard isVideo else { return }
        // QuickTime's four zero bytes at the end stay after the additions.
        if let position, !hasCoordinates {
            let record = BoxBytes.box("©xyz", position.record(language: VideoPosition.usualLanguage))
            edits.replace(end..<end, with: record, in: parents)
            hasCoordinates = true
        }
        if !hasPacket, let new = try packet(nil) {
            edits.replace(end..<end, with: BoxBytes.box("XMP_", new), in: parents)
        }
    }

    /// Edits the boxes `©xyz`, which may be several, in different languages.
    private mutating func editCoordinates(_ box: Box, _ parents: [Box], isVideo: Bool) throws {
        if isRemoving { return edits.replace(box.range, with: [], in: parents) }
        guard let position else { return }
        if isVideo, box.type == "©xyz" { hasCoordinates = true }
        guard box.content.count <= 1 << 16 else { throw EditRefusal("its box '\(box.type)' is too large") }
        let old = try file.copy(of: box.content)
        // The record's language stays.
        let isRecord = old.count >= 4 && (Int(old[0]) << 8 | Int(old[1])) == old.count - 4
        let new = position.record(language: isRecord ? Array(old[2..<4]) : VideoPosition.usualLanguage)
        if new != old { edits.replace(box.content, with: new, in: parents + [box]) }
    }

    /// Edits 3GPP's `loci`: its name, body and notes stay with a new position.
    private mutating func editPlace(_ box: Box, _ parents: [Box]) throws {
        if isRemoving { return edits.replace(box.range, with: [], in: parents) }
        guard let position else { return }
        guard let range = try LocationInformationBox.numbers(of: box, file) else {
            throw EditRefusal("its box 'loci' is damaged")
        }
        if try file.copy(of: range) != position.fixed {
            edits.replace(range, with: position.fixed, in: parents + [box])
        }
    }
}
