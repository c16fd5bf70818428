import LKGeo
import LKGeocoding

extension PlaceMatch {
    /// How good a match is, best first.
    enum Quality: Int, Comparable {
        case whole, words, withoutNumber, letters

        static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
    }

    var quality: Quality {
        switch match {
        case .letters: .letters
        case .words: lacksNumber ? .withoutNumber : .words
        case .whole, nil: lacksNumber ? .withoutNumber : .whole
        }
    }

    /// Returns whether both are the same settlement or area.
    func isSame(as other: PlaceMatch, within metres: Double) -> Bool {
        guard isSettlementOrArea, other.isSettlementOrArea else { return false }
        let (own, others) = (placemark, other.placemark)
        if own.precision == .country || own.precision == .region { return own.name == others.name }
        return (own.name == others.name || matchedName == other.matchedName)
            && own.coordinate.distance(to: others.coordinate) <= metres
    }

    private var isSettlementOrArea: Bool { kind != .house && kind != .street && kind != .place }
}
