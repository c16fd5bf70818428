extension World {
    /// What a point belongs to, in numbers: names are looked up when they are asked for.
    ///
    /// ```swift
    /// if let answer = try world.lookup(point) {
    ///     print(answer.settlementID ?? 0, try names.settlement(of: answer) ?? "")
    /// }
    /// ```
    ///
    /// An answer is good for the gazetteer that gave it; another file numbers its places otherwise.
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

        /// The GeoNames id of the quarter of the settlement that the point lies in; `nil` when the data has none there.
        public var quarterID: Int? { quarterIndex < 0 ? nil : Int(quarterNumber) }

        /// Metres along a great circle from the point to the settlement's coordinate; `nil` without a settlement.
        public var distance: Double? { settlementIndex < 0 ? nil : Double(metres) }

        /// What stands for no division, zone or region.
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
