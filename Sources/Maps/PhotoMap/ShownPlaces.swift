import Glibc
import LKGazetteer
import LKGeo
import LKGeocoding

/// Names positions for a map, and makes them as coarse as they are to be.
struct ShownPlaces {
    private let world: World
    private let names: World.Names
    private let precision: MapPrecision
    private let languages: [LanguageTag]
    private let corrections: PlaceCorrections?
    /// The middle of each country by its code.
    private var middles: [String: Coordinate] = [:]
    private var settlements: [Int: Coordinate?] = [:]
    private var texts: [Key: Int] = [:]

    /// The names so far; the first, which is empty, is that of nowhere.
    private(set) var list = [""]

    private struct Key: Hashable {
        var settlement: Int?
        var division: String?
        var country: String
        /// The user's own names.
        var correction: Int?
    }

    init(
        _ world: World, _ precision: MapPrecision, languages: [LanguageTag], corrections: PlaceCorrections? = nil
    ) throws(GeocodingError) {
        self.world = world
        self.precision = precision
        self.languages = languages
        self.corrections = corrections
        names = try world.names(in: languages)
        guard precision == .country, let land = try world.landMap() else { return }
        for middle in MapLabel.middles(of: land) {
            if let code = try land.countryCode(middle.kind) { middles[code] = middle.coordinate }
        }
    }

    /// Returns where a point is shown, and the index of its name in ``list``.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    mutating func shown(_ coordinate: Coordinate) throws(GeocodingError) -> (coordinate: Coordinate, name: Int) {
        let correction = corrections?.feature(at: coordinate)
        guard let answer = try world.lookup(coordinate) else {
            let shown = coarse(coordinate, step: precision == .country ? 10 : 0.1)
            guard let correction else { return (shown, 0) }
            let key = Key(settlement: nil, division: nil, country: "", correction: correction)
            return (shown, try index(key, nil, coordinate))
        }
        let country = try world.countryCode(of: answer)
        if precision == .country {
            let name = try index(
                Key(settlement: nil, division: nil, country: country, correction: correction), answer, coordinate)
            return (try middle(of: country) ?? coarse(coordinate, step: 10), name)
        }
        let division = answer.settlementID == nil ? try names.division(of: answer) : nil
        let name = try index(
            Key(settlement: answer.settlementID, division: division, country: country, correction: correction), answer,
            coordinate)
        guard precision == .city else { return (coordinate, name) }
        guard let id = answer.settlementID else { return (coarse(coordinate, step: 0.1), name) }
        if settlements[id] == nil { settlements[id] = .some(try world.place(id: id)?.coordinate) }
        return ((settlements[id] ?? nil) ?? coarse(coordinate, step: 0.1), name)
    }

    /// Returns the middle of a country's land, or that of its inhabitants if it is too small for the grid.
    private mutating func middle(of country: String) throws(GeocodingError) -> Coordinate? {
        if let known = middles[country] { return known }
        guard let name = try world.countryName(country, languages: [.english]) else { return nil }
        let area = try world.search(name: name).lazy.compactMap(\.area).first {
            $0.kind == .country && $0.countryCode == country
        }
        middles[country] = area?.coordinate
        return area?.coordinate
    }

    private mutating func index(
        _ key: Key, _ answer: World.Answer?, _ coordinate: Coordinate
    ) throws(GeocodingError) -> Int {
        if let known = texts[key] { return known }
        var found: [String?] = []
        if let correction = key.correction {
            found = try ownNames(at: coordinate, by: correction)
        } else if let answer {
            let near = key.settlement == nil ? key.division : try names.settlement(of: answer)
            found = [near, try names.country(of: answer)]
        }
        var parts: [String] = []
        for case let part? in found where !part.isEmpty && !parts.contains(part) { parts.append(part) }
        list.append(PageText.clean(parts.joined(separator: ", ")))
        texts[key] = list.count - 1
        return list.count - 1
    }

    /// Returns the user's own names at a point, but only those that the precision shows, as a small area may be a home.
    private func ownNames(at coordinate: Coordinate, by correction: Int) throws(GeocodingError) -> [String?] {
        let former = try world.placemark(at: coordinate, languages: languages, withBorder: false)
        guard let mark = corrections?.corrected(former, by: correction) else { return [] }
        let city = mark.locality ?? mark.administrativeArea
        return switch precision {
        case .exact: [mark.name == former.name ? nil : mark.name, city ?? former.name, mark.country]
        case .city: [city, mark.country]
        case .country: [mark.country]
        }
    }

    /// Rounds a point that is to be shown coarsely.
    private func coarse(_ coordinate: Coordinate, step: Double) -> Coordinate {
        guard precision != .exact else { return coordinate }
        func rounded(_ value: Double) -> Double { (value / step).rounded() * step }
        let latitude = min(max(rounded(coordinate.latitude), -90), 90)
        return Coordinate(latitude: latitude, longitude: rounded(coordinate.longitude)) ?? coordinate
    }
}
