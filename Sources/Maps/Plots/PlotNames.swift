import LKGazetteer
import LKGeo
import LKGeocoding

/// Names the places of a picture, and knows which of them are written already.
struct PlotNames {
    /// The name of a place.
    struct Name {
        /// What is written: the name, or `near Zermatt` outside of it.
        var text: String
        /// The settlement's number if it is the settlement that is written.
        fileprivate var settlement: Int?
        /// The settlement that is written after a street.
        fileprivate var locality: String?
        /// Whether the name is from a street index.
        fileprivate(set) var usesStreets = false
    }

    private let page: PlotPage
    private let naming: StopNaming?
    /// Metres of a pixel.
    private let resolution: Double
    private var known: [Coordinate: StopNaming.Name] = [:]
    private var texts: Set<String> = []
    private var settlements: Set<Int> = []
    /// Whether a name on the map is from a street index.
    private(set) var hasStreets = false

    /// Coarser maps, in metres of a unit, name no streets.
    private static let streetResolution = 100.0
    /// Coarser maps, in metres of a pixel, name no quarters of cities.
    private static let quarterResolution = 20.0
    /// Longest name, in characters.
    private static let maximumLength = 32

    init(_ page: PlotPage, resolution: Double) {
        self.page = page
        self.resolution = resolution
        let hasStreets = page.precision == .exact && resolution * page.unit < Self.streetResolution
        naming = page.world.map {
            StopNaming(
                $0, streets: hasStreets ? page.streets : nil, languages: page.style.languages,
                corrections: page.style.corrections)
        }
    }

    /// Looks up what is to be named together, so that stops in one street get different names.
    mutating func prepare(_ coordinates: [Coordinate]) throws(GeocodingError) {
        guard page.precision == .exact, let names = try naming?.names(of: coordinates) else { return }
        for (coordinate, name) in zip(coordinates, names) { known[coordinate] = name }
    }

    /// Returns the name of the place where a position is: the user's own, the street, the quarter of a city, or the settlement.
    func name(_ coordinate: Coordinate) throws(GeocodingError) -> Name? {
        guard let world = page.world, let naming else { return nil }
        func line(_ text: String) -> String { PlotText.line(text, maximumLength: Self.maximumLength) }
        if page.precision == .country {
            let former = try world.placemark(at: coordinate, languages: page.style.languages, withBorder: false)
            return (page.style.corrections?.corrected(former) ?? former).country.map { Name(text: line($0)) }
        }
        let found: StopNaming.Name
        if let name = known[coordinate] { found = name } else { found = try naming.name(of: coordinate) }
        if page.precision == .exact {
            if let own = found.own { return Name(text: line(own)) }
            if let street = found.street {
                let whole = found.parts.joined(separator: ", ")
                guard whole.count <= Self.maximumLength else { return Name(text: line(street), usesStreets: true) }
                return Name(text: line(whole), locality: found.locality.map(line), usesStreets: true)
            }
            if resolution < Self.quarterResolution, let quarter = found.quarter { return Name(text: line(quarter)) }
            if found.isBeside, let locality = found.locality { return Name(text: page.strings.near(line(locality))) }
        }
        guard let locality = found.locality else { return found.other.map { Name(text: line($0)) } }
        return Name(text: line(locality), settlement: found.settlement)
    }

    /// Remembers that a name is on the map.
    mutating func note(_ name: Name) {
        texts.insert(name.text)
        hasStreets = hasStreets || name.usesStreets
        if let locality = name.locality { texts.insert(locality) }
        if let settlement = name.settlement { settlements.insert(settlement) }
    }

    /// Returns whether a settlement is already on the map, as the name of a stop or otherwise.
    func contains(_ name: String, settlement: Int? = nil) -> Bool {
        settlement.map(settlements.contains) == true || texts.contains(name)
    }
}
