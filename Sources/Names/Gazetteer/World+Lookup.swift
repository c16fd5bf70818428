import LKFormats
public import LKGeo
public import LKGeocoding

extension World {
    /// Returns the country, division, settlement and time zone of a point, as numbers; `nil` on the open sea.
    ///
    /// Use it to name many points: it allocates nothing, and the names of equal answers need to be looked up only once
    /// (``names(in:)``). Borders determine the country and first-order division, within which the settlement is
    /// searched. The answer has no settlement if the nearest one's edge is farther than ``maximumLocalityDistance``, or
    /// ``maximumShoreDistance`` on water.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: Country, division, time zone, settlement and quarter.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: O(log n) in the number of settlements.
    public func lookup(_ coordinate: Coordinate) throws(GeocodingError) -> Answer? {
        try Descent.with { (descent) throws(GeocodingError) in
            var pending = PendingLookup(descent: descent)
            begin(coordinate, &pending)
            let answer = try finish(pending)
            try checkIntact()
            return answer
        }
    }

    /// Returns the time zone at a point; on the open sea that of its longitude (`Etc/GMT+8`).
    ///
    /// `nil` only if the gazetteer has no borders and no settlement is near.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String? {
        var coordinate = coordinate
        // The pole itself is in no cell of the map: its neighbour's zone is as good as any.
        if coordinate.latitude == 90, let beside = Coordinate(latitude: 89.9999, longitude: coordinate.longitude) {
            coordinate = beside
        }
        if let zone = try region(at: coordinate)?.zone { return try self.zone(zone) }
        guard let answer = try lookup(coordinate) else { return nil }
        return try timeZone(of: answer)
    }

    /// Returns the time zone's identifier in the tz database: `Asia/Tokyo`.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func timeZone(of answer: Answer) throws(GeocodingError) -> String? {
        answer.zoneIndex == Answer.none ? nil : try zone(Int(answer.zoneIndex))
    }

    /// Returns the country's code: ISO 3166-1 alpha-2, and XK for Kosovo.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    public func countryCode(of answer: Answer) throws(GeocodingError) -> String {
        try country(Int(answer.countryIndex)).code
    }

    /// Returns GeoNames' code of an answer's first-order division, such as `11`; `nil` if it has none.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func divisionCode(of answer: Answer) throws(GeocodingError) -> String? {
        let index = Int(answer.divisionIndex)
        return answer.divisionIndex == Answer.none || index >= layout.divisions.count ? nil : try divisionCode(index)
    }

    /// Begins a look-up: finds the point's part of the map of borders and its way in the tree, and prefetches what
    /// ``finish(_:)`` reads.
    ///
    /// Borders and settlements are far apart in the file, and a read that the processor's caches do not hold takes as long as
    /// hundreds of instructions: with many points, begin some before finishing the first.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - pending: The look-up.
    func begin(_ coordinate: Coordinate, _ pending: inout PendingLookup) {
        locate(coordinate, &pending)
        if !pending.isOpenSea { search.descend(&pending.descent) }
    }

    /// Begins look-ups of points near each other, whose descents continue an approach.
    ///
    /// - Parameters:
    ///   - count: The number of points.
    ///   - point: Receives the number of a point, and returns it.
    ///   - pending: The look-ups.
    ///   - approach: The approach of their descents.
    @inline(__always)
    func begin(
        _ count: Int, point: (Int) -> Coordinate, _ pending: UnsafeMutablePointer<PendingLookup>,
        after approach: inout Approach
    ) {
        var box = PointBox()
        for number in 0..<count {
            locate(point(number), &pending[number])
            if !pending[number].isOpenSea { box.add(pending[number].descent.place) }
        }
        if box.isEmpty { return }
        search.approach(box, &approach)
        for number in 0..<count where !pending[number].isOpenSea { search.descend(&pending[number].descent) }
    }

    /// Finds a point's part of the map of borders, and unless that is open sea its vector.
    @inline(__always)
    private func locate(_ coordinate: Coordinate, _ pending: inout PendingLookup) {
        pending.part = nil
        pending.isOpenSea = false
        if hasBorders, let part = borders.part(latitude: coordinate.latitude, longitude: coordinate.longitude) {
            pending.part = part
            pending.isOpenSea = borders.isOpenSea(part)
            if pending.isOpenSea { return }
        }
        pending.descent.aim(at: SurfaceVector(coordinate))
    }

    /// Takes country, division and zone from the point's region, and searches for the settlement within them.
    ///
    /// - Parameter pending: A look-up that has begun.
    /// - Returns: The answer; `nil` on the open sea.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func finish(_ pending: PendingLookup) throws(GeocodingError) -> Answer? {
        if pending.isOpenSea { return nil }
        guard hasBorders else { return try finishWithoutBorders(pending) }
        let region = try region(in: pending.part)
        guard let country = region.country else { return nil }
        let area = Area(country: country, division: region.division ?? -1)
        let found = search.belonging(to: pending.descent, within: Self.maximumDivisionDistance, in: area)
        guard let found else {
            return Answer(country: country, division: region.division, zone: region.zone, region: region.index)
        }
        let settlement = try settlement(found.settlement.index)
        let answer = Answer(
            country: country, division: found.settlement.division, zone: region.zone ?? settlement.zone,
            region: region.index)
        let maximumDistance = region.isWater ? Self.maximumShoreDistance : Self.maximumLocalityDistance
        return try complete(answer, with: found, settlement, at: pending.descent, within: maximumDistance)
    }

    /// Looks up a point in a file without borders: country and division are those of the nearest settlement.
    private func finishWithoutBorders(_ pending: PendingLookup) throws(GeocodingError) -> Answer? {
        guard let found = search.belonging(to: pending.descent, within: Self.maximumDistance) else { return nil }
        guard found.country >= 0, found.country < layout.countries.count else {
            throw damaged("country \(found.country) of division \(found.settlement.division) does not exist")
        }
        let settlement = try settlement(found.settlement.index)
        let answer = Answer(country: found.country, division: found.settlement.division, zone: settlement.zone)
        return try complete(answer, with: found, settlement, at: pending.descent, within: Self.maximumLocalityDistance)
    }

    /// Adds settlement and quarter if they are near enough; if the settlement is part of a city, it becomes the
    /// quarter.
    private func complete(
        _ answer: Answer, with found: SettlementSearch.Belonging, _ settlement: Settlement,
        at descent: Descent, within maximumDistance: Double
    ) throws(GeocodingError) -> Answer {
        let area = found.settlement
        guard area.score <= maximumDistance else { return answer }
        var answer = answer
        if let index = try part(area.index).city {
            let squared = descent.point.squaredDistance(to: search.vector(at: index))
            let city = search.match(index, squared: squared)
            answer.set(settlement: index, id: try self.settlement(index).geonameId, distance: city.distance)
            // If both are in the city, the nearest settlement is the better quarter.
            let owner = found.nearest.reach > 0 ? try part(found.nearest.index).city : nil
            let quarter = owner == index ? found.nearest.index : area.index
            answer.set(quarter: quarter, id: try self.settlement(quarter).geonameId)
            return answer
        }
        answer.set(settlement: area.index, id: settlement.geonameId, distance: area.distance)
        guard let quarter = search.quarter(at: descent, of: found) else { return answer }
        let owner = try part(quarter.index).city
        guard owner == nil || owner == area.index else { return answer }
        let record = try self.settlement(quarter.index)
        // A population without a reach is a whole prefecture (東京都), not a quarter.
        if quarter.reach > 0 || record.population == 0 { answer.set(quarter: quarter.index, id: record.geonameId) }
        return answer
    }
}

/// A look-up that has begun: see ``World/begin(_:_:)``.
struct PendingLookup {
    fileprivate var part: BorderMap.Part?
    fileprivate var isOpenSea = false
    fileprivate var descent: Descent

    init(descent: Descent) { self.descent = descent }
}

extension World {
    /// The result of a look-up, as numbers; ``World/Names`` returns their names.
    ///
    /// ```swift
    /// if let answer = try world.lookup(point) {
    ///     print(answer.settlementID ?? 0, try names.settlement(of: answer) ?? "")
    /// }
    /// ```
    ///
    /// An answer is valid only for the gazetteer that returned it: other files number their records differently.
    public struct Answer: Hashable, Sendable {
        /// Index into `PLAC`, -1 for none.
        var settlementIndex: Int32
        var quarterIndex: Int32
        private var settlementNumber: UInt32
        private var quarterNumber: UInt32
        private var metres: Float
        /// Index into `CTRY`.
        var countryIndex: UInt16
        /// Index into `STAT`, 65535 for none.
        var divisionIndex: UInt16
        /// Index into `ZONE`, 65535 for none.
        var zoneIndex: UInt16
        /// Index into `BREG`, 65535 in a file without borders.
        var regionIndex: UInt16

        /// The GeoNames id of the city, town or village; `nil` when none is near enough.
        public var settlementID: Int? { settlementIndex < 0 ? nil : Int(settlementNumber) }

        /// The GeoNames id of the quarter that contains the point; `nil` if the data has none there.
        public var quarterID: Int? { quarterIndex < 0 ? nil : Int(quarterNumber) }

        /// Metres along a great circle from the point to the settlement's coordinate; `nil` without a settlement.
        public var distance: Double? { settlementIndex < 0 ? nil : Double(metres) }

        /// The index that means no division, zone or region.
        static let none: UInt16 = 0xFFFF

        init(country: Int, division: Int?, zone: Int?, region: Int? = nil) {
            settlementIndex = -1
            quarterIndex = -1
            settlementNumber = 0
            quarterNumber = 0
            metres = 0
            countryIndex = UInt16(truncatingIfNeeded: country)
            divisionIndex = division.map { UInt16(truncatingIfNeeded: $0) } ?? Self.none
            zoneIndex = zone.map { UInt16(truncatingIfNeeded: $0) } ?? Self.none
            regionIndex = region.map { UInt16(truncatingIfNeeded: $0) } ?? Self.none
        }

        mutating func set(settlement index: Int, id: Int, distance: Double) {
            settlementIndex = Int32(truncatingIfNeeded: index)
            settlementNumber = UInt32(truncatingIfNeeded: id)
            metres = Float(distance)
        }

        mutating func set(quarter index: Int, id: Int) {
            quarterIndex = Int32(truncatingIfNeeded: index)
            quarterNumber = UInt32(truncatingIfNeeded: id)
        }
    }
}

extension World {
    /// A key shared by points with the same names: equal keys have equal placemarks except for distances.
    package struct PlaceNameKey: Hashable, Sendable {
        /// Equal for points with equal names, within one file and for the same languages.
        package var key: UInt64
        /// The distance in metres to the settlement that names the point; `nil` if none is near enough.
        package var distance: Double?
    }

    /// Returns the key of a point's names, so that points with equal keys are named only once.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: The key; `nil` in files with too many settlements for a key of 64 bits.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    /// - Complexity: Same as ``lookup(_:)``, without allocation.
    package func placeNameKey(at coordinate: Coordinate) throws(GeocodingError) -> PlaceNameKey? {
        guard hasPlaceNameKeys else { return nil }
        return try placeNameKey(of: lookup(coordinate), at: coordinate)
    }

    /// Whether a key has room for the indices of all settlements.
    var hasPlaceNameKeys: Bool { layout.positions.count < 1 << 22 }

    /// Returns the key of the names of an answer.
    @inline(__always)
    func placeNameKey(of answer: Answer?, at coordinate: Coordinate) throws(GeocodingError) -> PlaceNameKey {
        guard let answer else {
            // The sea has only a time zone.
            let region = try region(at: coordinate)?.index ?? Int(Answer.none)
            return PlaceNameKey(key: 1 << 63 | UInt64(region))
        }
        let region = UInt64(answer.regionIndex)
        guard let distance = answer.distance else {
            // The country is that of the region, or in files without borders that of the division.
            let parts = UInt64(answer.divisionIndex) << 32 | UInt64(answer.zoneIndex) << 16 | region
            return PlaceNameKey(key: 1 << 62 | parts)
        }
        // The division, and the time zone if the region has none, are those of the settlement.
        let settlement = UInt64(answer.settlementIndex)
        let quarter = UInt64(answer.quarterIndex + 1)
        return PlaceNameKey(key: settlement << 39 | quarter << 16 | region, distance: distance)
    }
}
