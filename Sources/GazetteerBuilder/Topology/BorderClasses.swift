internal import Gazetteer

/// What the two layers know of a place before they are laid over each other.
struct ZoneClass: Hashable {
    /// Index into `ZONE`.
    var zone: UInt16?
    /// Index into `CTRY`.
    var country: UInt16?
    var claim: BorderRegion.Claim
    /// The countries that share the zone; the other layer separates them.
    var sharing: [UInt16]
    /// Who else claims the areas assigned to one of these countries.
    var sharedClaims: [UInt16: BorderRegion.Claim] = [:]
}

/// What Natural Earth's shape and the settlements in it say.
struct DivisionClass: Hashable {
    var country: UInt16?
    /// Index into `STAT`; `nil` when these shapes do not separate the settlements.
    var division: UInt16?
    var isDisputed: Bool
    /// Whether there is a shape at all; what has none is water.
    var isLand = true
    /// Who else claims the part that a country holds, by the holder's index into `CTRY`.
    var claims: [UInt16: BorderRegion.Claim] = [:]

    /// Where Natural Earth has no shape.
    static let water = DivisionClass(country: nil, division: nil, isDisputed: false, isLand: false)
}

/// An area that overrides the zones: a user's own, or one that no country claims.
struct AreaClass: Hashable {
    /// Index into `CTRY`; `nil` for unclaimed land.
    var country: UInt16?
    /// The country in whose zone alone it counts, index into `CTRY`; `nil` for everywhere.
    var within: UInt16?
    /// Whether it counts only where a zone has a country.
    var isOnlyWhereGoverned = false
    /// Who else claims the area; if set, the country is the zones'.
    var claim: BorderRegion.Claim?
    var isNone = false

    /// Where there is no area.
    static let none = AreaClass(country: nil, within: nil, isNone: true)

    /// Whether it overrides what the zones say.
    func applies(to country: UInt16?) -> Bool {
        !isNone && (within == nil || within == country) && !(isOnlyWhereGoverned && country == nil)
    }
}

/// A record of `BREG`.
struct BorderRegion: Hashable {
    enum Claim: Hashable {
        case none
        case uncoded
        case country(UInt16)

        var number: UInt16 {
            switch self {
            case .none: 0xFFFF
            case .uncoded: 0xFFFE
            case .country(let index): index
            }
        }
    }

    var country: UInt16?
    var zone: UInt16?
    var division: UInt16?
    var claim: Claim
    var uncertainty: UInt16
    /// Whether it is a country's, but no land of Natural Earth's is there.
    var isWater = false

    func append(to record: inout RecordWriter) {
        record.append(country ?? 0xFFFF)
        record.append(zone ?? 0xFFFF)
        record.append(division ?? 0xFFFF)
        record.append(claim.number)
        record.append(uncertainty)
        record.append(isWater ? BorderFormat.water : 0)
    }
}
