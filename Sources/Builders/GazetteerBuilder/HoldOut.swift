import LKGazetteer
import LKGeo
public import LKGeocoding

/// A share of the settlements to leave out of a gazetteer, as a test set.
public struct HoldOut: Sendable, Equatable {
    /// The seed; another seed selects other settlements.
    public var seed: UInt64
    /// The share to leave out, 0 to 1.
    public var share: Double

    /// Creates the share of settlements that a seed selects.
    ///
    /// - Parameters:
    ///   - seed: The seed; another seed selects other settlements.
    ///   - share: The share to leave out, 0 to 1.
    public init(seed: UInt64, share: Double) {
        self.seed = seed
        self.share = share
    }

    /// Returns whether a settlement is left out, decided by a hash of its id, independently of all others.
    ///
    /// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014 (SplitMix64).
    func leavesOut(_ geonameId: UInt32) -> Bool {
        var mixed = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(geonameId) &* 0xD1B5_4A32_D192_ED03
        for (shift, factor) in [(30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)] as [(UInt64, UInt64)] {
            mixed = (mixed ^ mixed >> shift) &* factor
        }
        mixed ^= mixed >> 31
        return Double(mixed >> 11) / Double(1 << 53) < share
    }
}

/// How well a gazetteer names the settlements that were left out of it.
public struct HoldOutResult: Sendable, Equatable {
    /// Settlements, and those with a wrong country or division.
    public struct Tally: Sendable, Equatable {
        /// The number of settlements tested.
        public internal(set) var asked = 0
        /// Those with a wrong country or none.
        public internal(set) var wrongCountry = 0
        /// The number of settlements that have a division in GeoNames.
        public internal(set) var withDivision = 0
        /// Those with a wrong division or none, including those with a wrong country.
        public internal(set) var wrongDivision = 0

        init() {}
    }

    /// Returns the tally of one country, empty if it was not tested.
    public subscript(country: String) -> Tally { countries[country] ?? Tally() }

    /// The tallies by ISO 3166-1 code.
    public internal(set) var countries: [String: Tally] = [:]

    /// The tally of all countries together.
    public var total: Tally {
        countries.values.reduce(into: Tally()) { sum, tally in
            sum.asked += tally.asked
            sum.wrongCountry += tally.wrongCountry
            sum.withDivision += tally.withDivision
            sum.wrongDivision += tally.wrongDivision
        }
    }

    /// Returns the countries with the most settlements in a wrong division.
    ///
    /// - Parameter count: How many countries.
    /// - Returns: Codes, worst first.
    public func worst(_ count: Int) -> [String] {
        let order = countries.sorted { ($1.value.wrongDivision, $0.key) < ($0.value.wrongDivision, $1.key) }
        return order.prefix(count).map(\.key)
    }
}

extension WorldBuilder {
    /// Builds a gazetteer without some of the settlements, and looks these up in it.
    ///
    /// - Parameters:
    ///   - folder: As for ``build(folder:output:boundaries:report:)``.
    ///   - holdOut: The settlements to leave out.
    ///   - boundaries: As for ``build(folder:output:boundaries:report:)``.
    ///   - report: Called with each step of the work.
    /// - Returns: The counts by country.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    public static func measure(
        folder: String, holdOut: HoldOut, boundaries: [String] = [], report: (BuildReport) -> Void
    ) throws(GeocodingError) -> HoldOutResult {
        report(.note("reading \(folder)"))
        var input = try GeoNamesFolder(path: folder)
        let borders = try BorderInput.read(folder: folder, boundaries: boundaries)
        let left = input.cities.filter { holdOut.leavesOut($0.geonameid) }
        input.cities.removeAll { holdOut.leavesOut($0.geonameid) }
        // Names do not affect the result.
        input.catalogs = [:]
        for index in input.cities.indices { input.cities[index].alternatenames = [] }
        report(.note("\(input.cities.count) settlements, \(left.count) left out"))
        let world = try World(bytes: bytes(from: input, borders: borders, report: report))
        return try answers(of: world, for: left)
    }

    static func answers(
        of world: World, for cities: [GeoNamesFolder.City]
    ) throws(GeocodingError) -> HoldOutResult {
        var result = HoldOutResult()
        for city in cities {
            guard let place = Coordinate(latitude: city.latitude, longitude: city.longitude) else { continue }
            let answer = try world.lookup(place)
            let country = try answer.map { answer throws(GeocodingError) in try world.countryCode(of: answer) }
            let division = try answer.flatMap { answer throws(GeocodingError) in try world.divisionCode(of: answer) }
            var tally = result.countries[city.countrycode] ?? HoldOutResult.Tally()
            tally.asked += 1
            if country != city.countrycode { tally.wrongCountry += 1 }
            if !city.admin1code.isEmpty, city.admin1code != "00" {
                tally.withDivision += 1
                if country != city.countrycode || division != city.admin1code { tally.wrongDivision += 1 }
            }
            result.countries[city.countrycode] = tally
        }
        return result
    }
}
