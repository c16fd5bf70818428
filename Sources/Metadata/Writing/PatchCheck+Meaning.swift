import FoundationEssentials
import Geo

extension PatchCheck {
    /// What a reader says of the new file is what was meant, and otherwise what it says of the old one.
    ///
    /// - Parameters:
    ///   - edit: What was meant.
    ///   - before: What the old file says.
    ///   - after: What the new file says.
    ///   - isVideo: Whether the file is a video, which has no room for more of a position than where and how high it is.
    /// - Throws: ``EditRefusal`` for what is not right.
    func compareMeaning(
        _ edit: MetadataEdit, _ before: PhotoMetadata, _ after: PhotoMetadata, isVideo: Bool
    ) throws {
        switch edit.location {
        case .keep: break
        case .remove: if after.location != nil { throw EditRefusal("it still has a position") }
        case .set(let wanted):
            guard let location = after.location, location.isSame(as: wanted, inVideo: isVideo) else {
                throw EditRefusal("its position is not the one that was meant")
            }
        }
        try compare(edit.placeShown, after.placeShown)
        try compare(edit.placeCreated, after.placeCreated)
        let hasKeywords = edit.keywords.allSatisfy {
            after.keywords.contains($0) || IPTCForm.keyword($0).map(after.keywords.contains) ?? true
        }
        guard hasKeywords else { throw EditRefusal("its keywords are missing") }
        if let offset = edit.offset, after.date?.offset != offset {
            throw EditRefusal("its offset is not the one meant")
        }
        var (first, second) = (before.rest(besides: edit), after.rest(besides: edit))
        if edit.location != .keep, [before, after].contains(where: { $0.date?.rule == .gps }) {
            // The receiver's time counts only where there is one.
            (first.date, second.date) = (nil, nil)
        }
        guard first == second else { throw EditRefusal("it says something else of what was to stay") }
    }

    private func compare(_ change: MetadataEdit.Change<PhotoPlace>, _ place: PhotoPlace?) throws {
        switch change {
        case .keep: break
        case .remove: if place != nil { throw EditRefusal("it still has names of places") }
        case .set(let wanted):
            // Where IPTC counts more than XMP, as a program has changed it alone, names are as IPTC has them.
            let forms = [wanted, IPTCForm.place(wanted)]
            let isSame = [\PhotoPlace.sublocation, \.city, \.state, \.country, \.countryCode].allSatisfy { name in
                wanted[keyPath: name] == nil || forms.contains { $0[keyPath: name] == place?[keyPath: name] }
            }
            guard isSame else { throw EditRefusal("its names of places are not those that were meant") }
        }
    }
}

extension PhotoLocation {
    /// Whether a file that says this was meant to say something: fractions of a centimetre are lost.
    fileprivate func isSame(as wanted: PhotoLocation, inVideo: Bool) -> Bool {
        func isNear(_ mine: Double?, _ theirs: Double?, _ tolerance: Double) -> Bool {
            guard let theirs else { return true }
            return mine.map { abs($0 - theirs) <= tolerance } ?? false
        }
        func isTurned(_ mine: Double?, _ theirs: Double?) -> Bool {
            guard let mine, let theirs else { return theirs == nil }
            return abs((mine - theirs).remainder(dividingBy: 360)) <= 0.01
        }
        guard coordinate.distance(to: wanted.coordinate) <= 0.01, isNear(altitude, wanted.altitude, 0.01) else {
            return false
        }
        if inVideo { return true }
        return isNear(
            horizontalAccuracy, wanted.horizontalAccuracy.flatMap { $0 >= 0.005 ? $0 : nil }, 0.01)
            && isTurned(imageDirection, wanted.imageDirection) && isTurned(course, wanted.course)
            && isNear(timestamp?.timeIntervalSince1970, wanted.timestamp?.timeIntervalSince1970, 0.002)
            && isNear(speed, wanted.speed.flatMap { $0 >= 0 ? $0 : nil }, 0.01)
    }
}

extension PhotoMetadata {
    /// What an edit does not mean, without places in the file.
    fileprivate func rest(besides edit: MetadataEdit) -> PhotoMetadata {
        var rest = self
        rest.warnings = []
        rest.thumbnail?.offset = 0
        rest.preview?.offset = 0
        if edit.location != .keep { rest.location = nil }
        if edit.placeShown != .keep { rest.placeShown = nil }
        if edit.placeCreated != .keep { rest.placeCreated = nil }
        if !edit.keywords.isEmpty { rest.keywords = [] }
        // The receiver's time tells the offset where no field does.
        if edit.offset != nil || edit.location != .keep {
            rest.date?.offset = nil
            rest.date?.offsetRule = nil
        }
        return rest
    }
}
