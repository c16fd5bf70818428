internal import Geo
public import Geocoding

extension WorldBuilder {
    /// Leaves settlements out of everything the gazetteer is made from, and asks it where they are.
    ///
    /// - Parameters:
    ///   - folder: As for ``build(folder:output:boundaries:report:)``.
    ///   - holdOut: What is left out.
    ///   - boundaries: The same.
    ///   - report: Is told what is being done.
    /// - Returns: What it said, by country.
    /// - Throws: `GeocodingError` with `dataUnreadable` or `inputInvalid`.
    public static func measure(
        folder: String, holdOut: HoldOut, boundaries: [String] = [], report: (BuildReport) -> Void
    ) throws(GeocodingError) -> HoldOutResult {
        report(.note("reading \(folder)"))
        var input = try GeoNamesFolder(path: folder)
        let borders = try BorderInput.read(folder: folder, boundaries: boundaries)
        let left = input.cities.filter { holdOut.leavesOut($0.geonameid) }
        input.cities.removeAll { holdOut.leavesOut($0.geonameid) }
        // Names decide nothing here.
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

extension World {
    /// GeoNames' code of an answer's first-order division: `11`; `nil` where it has none.
    func divisionCode(of answer: Answer) throws(GeocodingError) -> String? {
        let index = Int(answer.divisionIndex)
        guard answer.divisionIndex != Answer.none, index < layout.divisions.count else { return nil }
        return try text(bytes.uint32(layout.divisions.offset + index * layout.divisions.recordSize + 4))
    }
}
