public import Geo
public import Geocoding

extension World {
    /// What a point belongs to, as numbers; `nil` on the open sea.
    ///
    /// The way to name many points: it allocates nothing, and equal answers need their names looked up only once
    /// (``names(in:)``). Borders say the country and the first-order division, the settlement is one of these. It is missing
    /// farther than ``localityLimit`` from the edge of the one that is meant, and on water farther than ``shoreLimit``.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: Country, division, time zone, settlement and quarter.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(log n) in the number of settlements.
    public func lookup(_ coordinate: Coordinate) throws(GeocodingError) -> Answer? {
        try lookup(coordinate, near: -1)
    }

    /// The time zone at a point, on the open sea that of its longitude (`Etc/GMT+8`); `nil` only where the gazetteer has
    /// no borders and no settlement is near.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String? {
        if let zone = try region(at: coordinate)?.zone { return try self.zone(zone) }
        guard let answer = try lookup(coordinate) else { return nil }
        return try timeZone(of: answer)
    }

    /// The time zone's identifier in the tz database: `Asia/Tokyo`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(of answer: Answer) throws(GeocodingError) -> String? {
        answer.zoneIndex == Answer.none ? nil : try zone(Int(answer.zoneIndex))
    }

    /// The country: ISO 3166-1 alpha-2, and XK for Kosovo.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func countryCode(of answer: Answer) throws(GeocodingError) -> String {
        try country(Int(answer.countryIndex)).code
    }

    /// Country, division and zone are those of the region the point is in, the settlement is looked for in these.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - hint: The index of a settlement near it, -1 for none; it makes the search faster and changes nothing.
    /// - Returns: The answer; `nil` on the open sea.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func lookup(_ coordinate: Coordinate, near hint: Int) throws(GeocodingError) -> Answer? {
        let point = SurfaceVector(coordinate)
        guard let region = try region(at: coordinate) else { return try lookup(point, near: hint) }
        guard let country = region.country else { return nil }
        let area = Area(country: country, division: region.division ?? -1)
        let found = search.belonging(to: point, within: Self.divisionLimit, in: area, near: hint) { isMisplaced($0) }
        guard let found else {
            return Answer(country: country, division: region.division, zone: region.zone, region: region.index)
        }
        let settlement = try settlement(found.settlement.index)
        let answer = Answer(
            country: country, division: found.settlement.division, zone: region.zone ?? settlement.zone,
            region: region.index)
        let limit = region.isWater ? Self.shoreLimit : Self.localityLimit
        return try complete(answer, with: found, settlement, at: point, within: limit)
    }

    /// Whether a settlement's own coordinate is not drawn inside its division.
    private func isMisplaced(_ settlement: Int) -> Bool {
        guard let place = settlementCoordinate(settlement), let region = try? region(at: place) else { return false }
        return region.division != search.match(settlement, squared: 0).division
    }

    /// The same without borders: country and division are those of the nearest settlement.
    private func lookup(_ point: SurfaceVector, near hint: Int) throws(GeocodingError) -> Answer? {
        guard let found = search.belonging(to: point, within: Self.limit, near: hint) else { return nil }
        guard found.country >= 0, found.country < layout.countries.count else {
            throw damaged("country \(found.country) of division \(found.settlement.division) does not exist")
        }
        let settlement = try settlement(found.settlement.index)
        let answer = Answer(country: found.country, division: found.settlement.division, zone: settlement.zone)
        return try complete(answer, with: found, settlement, at: point, within: Self.localityLimit)
    }

    /// Adds settlement and quarter where they are near enough; a settlement that is part of a city is its quarter.
    private func complete(
        _ answer: Answer, with found: SettlementSearch.Belonging, _ settlement: Settlement, at point: SurfaceVector,
        within limit: Double
    ) throws(GeocodingError) -> Answer {
        let area = found.settlement
        guard area.score <= limit else { return answer }
        var answer = answer
        if let index = try part(area.index).city {
            let squared = point.squaredDistance(to: search.vector(at: index))
            let city = search.match(index, squared: squared)
            answer.set(settlement: index, id: try self.settlement(index).geonameId, distance: city.distance)
            // The nearest is the better quarter where the city has both.
            let owner = found.nearest.reach > 0 ? try part(found.nearest.index).city : nil
            let quarter = owner == index ? found.nearest.index : area.index
            answer.set(quarter: quarter, id: try self.settlement(quarter).geonameId)
            return answer
        }
        answer.set(settlement: area.index, id: settlement.geonameId, distance: area.distance)
        guard let quarter = search.quarter(at: point, of: found) else { return answer }
        let owner = try part(quarter.index).city
        guard owner == nil || owner == area.index else { return answer }
        let record = try self.settlement(quarter.index)
        // People but no reach: the whole of a prefecture (東京都), which is no quarter.
        if quarter.reach > 0 || record.population == 0 { answer.set(quarter: quarter.index, id: record.geonameId) }
        return answer
    }
}
