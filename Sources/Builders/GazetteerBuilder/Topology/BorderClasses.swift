import LKGazetteer

/// The attributes of a place in the zones' layer, before the layers are overlaid.
struct ZoneClass: Hashable {
    /// The index in `ZONE`.
    var zone: UInt16?
    /// The index in `CTRY`.
    var country: UInt16?
    var claim: BorderRegion.Claim
    /// The countries that share the zone; the other layer separates them.
    var sharing: [UInt16]
    /// Other claimants of the areas assigned to one of these countries.
    var sharedClaims: [UInt16: BorderRegion.Claim] = [:]
}

/// The attributes of a place in Natural Earth's shapes, according to the settlements in them.
struct DivisionClass: Hashable {
    var country: UInt16?
    /// The index in `STAT`; `nil` when these shapes do not separate the settlements.
    var division: UInt16?
    var isDisputed: Bool
    /// Whether there is a shape; places without one are water.
    var isLand = true
    /// Other claimants of the part that a country holds, by the holder's index in `CTRY`.
    var claims: [UInt16: BorderRegion.Claim] = [:]

    /// The class of places without a Natural Earth shape.
    static let water = DivisionClass(country: nil, division: nil, isDisputed: false, isLand: false)
}

/// An area that overrides the zones: a user's own, or unclaimed land.
struct AreaClass: Hashable {
    /// The index in `CTRY`; `nil` for unclaimed land.
    var country: UInt16?
    /// The country whose zone limits the area, index into `CTRY`; `nil` for no limit.
    var within: UInt16?
    /// Whether it applies only where a zone has a country.
    var isOnlyWhereGoverned = false
    /// Another claimant of the area; if set, the country remains that of the zones.
    var claim: BorderRegion.Claim?
    var isNone = false

    /// The class of places without an area.
    static let none = AreaClass(country: nil, within: nil, isNone: true)

    /// Returns whether it overrides the zones.
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
    /// Whether it belongs to a country but is not land in Natural Earth.
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
