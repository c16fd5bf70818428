extension MovieEdits {
    /// Changes user data (`udta`).
    ///
    /// - Parameters:
    ///   - box: The user data of the film or of a track.
    ///   - parents: What it lies in, itself last.
    ///   - isFilm: Whether a position is added where there is none.
    ///   - packet: Gives the new packet of XMP.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    mutating func editUserData(
        _ box: Box, _ parents: [Box], isFilm: Bool, _ packet: ([UInt8]?) throws -> [UInt8]?
    ) throws {
        var walk = BoxWalk(file, box.content)
        var end = box.content.lowerBound
        var hasPacket = false
        while let part = try walk.next() {
            try check(part)
            end = part.range.upperBound
            switch part.type {
            case "©xyz", "@xyz": try editCoordinates(part, parents, isFilm: isFilm)
            case "loci": try editPlace(part, parents)
            case "meta": try editMetadata(part, parents + [part], isFilm: isFilm)
            case "XMP_":
                guard !hasPacket else { continue }
                hasPacket = true
                guard part.content.count <= FileBytes.largestRange else { throw EditRefusal("its XMP is too large") }
                if let new = try packet(try file.copy(of: part.content)) {
                    edits.replace(part.content, with: new, in: parents + [part])
                }
            case "free", "skip": try blank(part, parents)
            default: try refuseUnreadable(part)
            }
        }
        if let damage = walk.damage { throw EditRefusal("its user data are damaged: \(damage)") }
        guard isFilm else { return }
        // QuickTime's four zero bytes at the end stay behind what is added.
        if let position, !hasCoordinates {
            let record = BoxBytes.box("©xyz", position.record(language: MoviePosition.usualLanguage))
            edits.replace(end..<end, with: record, in: parents)
            hasCoordinates = true
        }
        if !hasPacket, let new = try packet(nil) {
            edits.replace(end..<end, with: BoxBytes.box("XMP_", new), in: parents)
        }
    }

    /// `©xyz`, of which there may be several, in different languages.
    private mutating func editCoordinates(_ box: Box, _ parents: [Box], isFilm: Bool) throws {
        if isRemoving { return edits.replace(box.range, with: [], in: parents) }
        guard let position else { return }
        if isFilm, box.type == "©xyz" { hasCoordinates = true }
        guard box.content.count <= 1 << 16 else { throw EditRefusal("its box '\(box.type)' is too large") }
        let old = try file.copy(of: box.content)
        // The language of a record stays.
        let isRecord = old.count >= 4 && (Int(old[0]) << 8 | Int(old[1])) == old.count - 4
        let new = position.record(language: isRecord ? Array(old[2..<4]) : MoviePosition.usualLanguage)
        if new != old { edits.replace(box.content, with: new, in: parents + [box]) }
    }

    /// 3GPP's `loci`: its name, body and notes stay with a new position.
    private mutating func editPlace(_ box: Box, _ parents: [Box]) throws {
        if isRemoving { return edits.replace(box.range, with: [], in: parents) }
        guard let position else { return }
        guard let range = try PlaceBox.numbers(of: box, file) else { throw EditRefusal("its box 'loci' is damaged") }
        if try file.copy(of: range) != position.fixed {
            edits.replace(range, with: position.fixed, in: parents + [box])
        }
    }
}
