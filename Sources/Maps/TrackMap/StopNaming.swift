import LKGazetteer
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKStreets

/// Names ends and stops in a few words: a street or sight where a street index has one, else the settlement.
struct StopNaming: Sendable {
    /// What a place is called.
    struct Name: Sendable, Equatable {
        /// The user's own name.
        var own: String?
        /// The sight, or the street without a number.
        var street: String?
        /// The street with the number of the house, where one is near and ``street`` is a street.
        var address: String?
        /// The quarter of a city.
        var quarter: String?
        /// The city, town or village.
        var locality: String?
        /// What is there instead of a settlement, such as a lake; never a state or country.
        var other: String?
        /// Whether the position is probably outside ``locality``.
        var isBeside = false
        /// The number of ``locality`` in the gazetteer.
        var settlement: Int?

        /// The parts of the name, from the sight or street to the settlement.
        var parts: [String] {
            var parts: [String] = []
            let small: [String?] = own != nil ? [own, quarter] : street != nil ? [street] : [quarter]
            for case let part? in small + [locality ?? other] where !parts.contains(part) { parts.append(part) }
            return parts
        }
    }

    /// Maximum distance, in metres, at which a street names a position.
    private static let streetReach = 111.0
    /// Maximum distance, in metres, at which a house names a position.
    private static let houseReach = 40.0
    /// Stops nearer to each other than this, in metres, may have the same name.
    private static let sameStop = 60.0

    private let geocoder: OfflineProvider
    private let languages: [LanguageTag]
    private let corrections: PlaceCorrections?

    /// Creates a namer.
    ///
    /// - Parameters:
    ///   - world: Names settlements.
    ///   - streets: Names streets and sights; `nil` for neither.
    ///   - languages: Those of the names, in order of preference; empty for each place's own.
    ///   - corrections: The user's own names, which take precedence.
    init(_ world: World, streets: StreetIndexes?, languages: [LanguageTag], corrections: PlaceCorrections?) {
        geocoder = OfflineProvider(world: world, streets: streets)
        self.languages = languages
        self.corrections = corrections
    }

    /// Returns what a position is called.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func name(of coordinate: Coordinate) throws(GeocodingError) -> Name {
        let former = try geocoder.placemark(at: coordinate, languages: languages, withBorder: false)
        let mark = corrections?.corrected(former) ?? former
        var name = Name(quarter: mark.subLocality, locality: mark.locality, other: mark.smallName)
        if mark.name != former.name { name.own = mark.name }
        if let sight = former.areasOfInterest.first {
            name.street = sight
        } else if let street = former.thoroughfare, let distance = former.place?.distance, distance <= Self.streetReach
        {
            name.street = street
            if former.subThoroughfare != nil, distance <= Self.houseReach { name.address = former.street }
        }
        // The user's own town has no number in the world, and the place of a street index is the street.
        if mark.locality == former.locality, let settlement = former.place, settlement.geonameId != nil {
            name.settlement = settlement.geonameId
            name.isBeside = mark.subLocality == nil && name.street == nil && !Self.isInside(settlement)
        }
        return name
    }

    /// Returns what stops are called; of those in different houses of a street, each has its number.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func names(of coordinates: [Coordinate]) throws(GeocodingError) -> [Name] {
        var names: [Name] = []
        for coordinate in coordinates { names.append(try name(of: coordinate)) }
        let same = Dictionary(grouping: names.indices) { names[$0].parts }
        for group in same.values where group.count > 1 {
            let first = coordinates[group[0]]
            guard group.contains(where: { first.sphericalDistance(to: coordinates[$0]) > Self.sameStop }) else {
                continue
            }
            for index in group { names[index].street = names[index].address ?? names[index].street }
        }
        return names
    }

    /// Returns whether a position is so near the middle of a settlement that it is probably within it.
    ///
    /// That is a kilometre, or the radius of a circle with 660 inhabitants a square kilometre: few, so that a long town is not left
    /// too early. Chosen, not measured.
    private static func isInside(_ settlement: Placemark.Place) -> Bool {
        settlement.distance <= max(1000, 22 * Double(settlement.population ?? 0).squareRoot())
    }
}

extension Placemark {
    /// The name, such as a lake's; `nil` if it is only that of the state or country, which is too large to locate a stop.
    fileprivate var smallName: String? {
        guard let name, name != administrativeArea, name != subAdministrativeArea, name != country else { return nil }
        return name
    }
}
