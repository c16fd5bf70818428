/// What changes within `moov`: the position in each form that the film has, and a packet of XMP in its user data.
///
/// A new position is written as `©xyz` always, among Apple's metadata where there are some, and into all other places that
/// have one. Tracks, times and handlers stay.
struct MovieEdits {
    let file: FileBytes
    let movie: Box
    let location: MetadataEdit.Change<PhotoLocation>
    /// What is written, where something is.
    let position: MoviePosition?
    /// All of it.
    var edits = BoxEdits()
    /// Whether `©xyz` and Apple's metadata of the film itself have been written.
    var hasCoordinates = false
    var hasKeys = false
    /// The last child of `moov` where it is room.
    private(set) var lastFree: Box?
    /// Where the last child of `moov` ends.
    private(set) var end: Int

    init(_ file: FileBytes, _ movie: Box, _ edit: MetadataEdit) {
        self.file = file
        self.movie = movie
        location = edit.location
        if case .set(let location) = edit.location { position = MoviePosition(location) } else { position = nil }
        end = movie.content.lowerBound
    }

    var isRemoving: Bool { location == .remove }

    /// Goes through the film.
    ///
    /// - Parameter packet: Gives the new packet for the one in the user data, or for none; `nil` where nothing changes.
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
                try editUserData(box, [movie, box], isFilm: userData == nil, packet)
                userData = userData ?? box
            case "meta": try editMetadata(box, [movie, box], isFilm: true)
            case "trak": try editTrack(box)
            case "cmov": throw EditRefusal("its header is compressed")
            case "free", "skip": try blank(box, [movie])
            default: try refuseUnreadable(box)
            }
        }
        if let damage = walk.damage { throw EditRefusal("it is damaged: \(damage)") }
        guard userData == nil else { return }
        var content: [UInt8] = []
        if let position { content += BoxBytes.box("©xyz", position.record(language: MoviePosition.usualLanguage)) }
        if let new = try packet(nil) { content += BoxBytes.box("XMP_", new) }
        if !content.isEmpty { edits.replace(end..<end, with: BoxBytes.box("udta", content), in: [movie]) }
    }

    private mutating func editTrack(_ track: Box) throws {
        var walk = BoxWalk(file, track.content)
        while let box = try walk.next() {
            if box.type == "udta" { try editUserData(box, [movie, track, box], isFilm: false) { _ in nil } }
            if box.type == "meta" { try editMetadata(box, [movie, track, box], isFilm: false) }
        }
        if isRemoving { try PositionTrack.refuse(track, file) }
    }

    /// Refuses boxes that cannot be followed by others, or are cut off.
    func check(_ box: Box) throws(EditRefusal) {
        guard box.sizeForm != .toEnd, !box.isCut else { throw EditRefusal("its box '\(box.type)' has no end") }
    }

    /// Room may hold what stood there before.
    mutating func blank(_ box: Box, _ parents: [Box]) throws {
        guard isRemoving, try !file.isBlank(box.content) else { return }
        edits.replace(box.content, with: BoxBytes.zeros(box.content.count), in: parents)
    }

    /// Refuses to take a position out of a film that has it also where it cannot be found.
    func refuseUnreadable(_ box: Box) throws(EditRefusal) {
        guard isRemoving, Self.unreadable.contains(box.type) else { return }
        throw EditRefusal("its maker's data '\(box.type)' may hold positions")
    }

    /// Data of makers and programs of which it is known that they may hold positions.
    private static let unreadable: Set<FourCharacterCode> = [
        "GPMF", "GPS ", "gps ", "gps0", "gpsa", "NCDT", "CNTH", "PANA", "MVTG", "TAGS", "PXTH", "udat",
    ]
}
