internal import Gazetteer
internal import Geo
internal import Geocoding

/// Names the places of a picture, and knows which of them are written already.
struct PlotNames {
    /// The name of a place.
    struct Name {
        /// What is written: the name, or `near Zermatt` outside of it.
        var text: String
        /// The settlement's number if it is the settlement that is written.
        fileprivate var settlement: Int?
    }

    private let page: PlotPage
    /// Whether the map shows quarters of cities apart.
    private let showsQuarters: Bool
    private var texts: Set<String> = []
    private var settlements: Set<Int> = []

    init(_ page: PlotPage, resolution: Double) {
        self.page = page
        showsQuarters = resolution < 20 && page.precision == .exact
    }

    /// Returns the name of the place where a position is: the user's own, the quarter of a city, or the settlement.
    func name(_ coordinate: Coordinate) throws(GeocodingError) -> Name? {
        guard let world = page.world else { return nil }
        let former = try world.placemark(at: coordinate, languages: page.style.languages, withBorder: false)
        let mark = page.style.corrections?.corrected(former) ?? former
        func line(_ text: String) -> String { PlotText.line(text, limit: 32) }
        if page.precision == .country { return mark.country.map { Name(text: line($0)) } }
        if page.precision == .exact, mark.name != former.name, let own = mark.name { return Name(text: line(own)) }
        if showsQuarters, let quarter = mark.subLocality { return Name(text: line(quarter)) }
        guard let locality = mark.locality else { return mark.smallName.map { Name(text: line($0)) } }
        // The user's own town has no number in the world.
        let settlement = locality == former.locality ? former.place : nil
        if let settlement, page.precision == .exact, mark.subLocality == nil, !Self.isInside(settlement) {
            return Name(text: page.strings.near(line(locality)))
        }
        return Name(text: line(locality), settlement: settlement?.geonameId)
    }

    /// Whether a position is so near the middle of a settlement that it is probably within it.
    ///
    /// That is a kilometre, or the radius of a circle with 660 inhabitants a square kilometre: few, so that a long town is not left
    /// too early. Chosen, not measured.
    private static func isInside(_ settlement: Placemark.Place) -> Bool {
        settlement.distance <= max(1000, 22 * Double(settlement.population ?? 0).squareRoot())
    }

    /// Remembers that a name is on the map.
    mutating func note(_ name: Name) {
        texts.insert(name.text)
        if let settlement = name.settlement { settlements.insert(settlement) }
    }

    /// Whether a settlement is on the map, as the name of a stop or otherwise.
    func contains(_ name: String, settlement: Int? = nil) -> Bool {
        settlement.map(settlements.contains) == true || texts.contains(name)
    }
}

extension Placemark {
    /// The name, such as a lake's; `nil` if it is only that of the state or country, which is too large to locate a stop.
    var smallName: String? {
        guard let name, name != administrativeArea, name != subAdministrativeArea, name != country else { return nil }
        return name
    }
}
