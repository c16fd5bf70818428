public import Geo
public import Geocoding

extension World {
    /// What a point belongs to, as numbers; `nil` when nothing is within ``limit``.
    ///
    /// The way to name many points: it allocates nothing, and equal answers need their names looked up only once
    /// (``names(in:)``). The settlement is missing farther than ``localityLimit`` from the edge of the one that is meant.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: Country, division, time zone, settlement and quarter.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(log n) in the number of settlements.
    public func lookup(_ coordinate: Coordinate) throws(GeocodingError) -> Answer? {
        try lookup(SurfaceVector(coordinate))
    }

    /// The time zone of the settlement the point belongs to; `nil` when nothing is near.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String? {
        guard let answer = try lookup(coordinate) else { return nil }
        return try timeZone(of: answer)
    }

    /// The time zone's identifier in the tz database: `Asia/Tokyo`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(of answer: Answer) throws(GeocodingError) -> String? { try zone(Int(answer.zoneIndex)) }

    /// The country: ISO 3166-1 alpha-2, and XK for Kosovo.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func countryCode(of answer: Answer) throws(GeocodingError) -> String {
        try country(Int(answer.countryIndex)).code
    }

    /// Country and division are those of the nearest settlement; the settlement is looked for in that division.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - hint: The index of a settlement near it, -1 for none; it makes the search faster and changes nothing.
    /// - Returns: The answer.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func lookup(_ point: SurfaceVector, near hint: Int = -1) throws(GeocodingError) -> Answer? {
        let search = search
        guard let found = search.belonging(to: point, within: Self.limit, near: hint) else { return nil }
        let city = found.settlement
        guard found.country >= 0, found.country < layout.countries.count else {
            throw damaged("country \(found.country) of division \(city.division) does not exist")
        }
        let settlement = try settlement(city.index)
        var answer = Answer(country: found.country, division: city.division, zone: settlement.zone)
        guard city.score <= Self.localityLimit else { return answer }
        answer.set(settlement: city.index, id: settlement.geonameId, distance: city.distance)
        guard let quarter = search.quarter(at: point, of: found) else { return answer }
        let part = try self.settlement(quarter.index)
        // People but no reach: the whole of a prefecture (東京都), which is no quarter.
        if quarter.reach > 0 || part.population == 0 { answer.set(quarter: quarter.index, id: part.geonameId) }
        return answer
    }
}
