/// How a gazetteer names the settlements that were left out of it.
public struct HoldOutResult: Sendable, Equatable {
    /// Settlements, and those that were told to be elsewhere.
    public struct Tally: Sendable, Equatable {
        /// The settlements asked for.
        public internal(set) var asked = 0
        /// Told to be in another country, or in none.
        public internal(set) var wrongCountry = 0
        /// Of those that GeoNames gives a division.
        public internal(set) var withDivision = 0
        /// Told to be in another division, or in none; those in another country among them.
        public internal(set) var wrongDivision = 0

        init() {}
    }

    /// Of one country, none where it was not asked for.
    public subscript(country: String) -> Tally { countries[country] ?? Tally() }

    /// By ISO 3166-1 code.
    public internal(set) var countries: [String: Tally] = [:]

    /// Of all countries.
    public var total: Tally {
        countries.values.reduce(into: Tally()) { sum, tally in
            sum.asked += tally.asked
            sum.wrongCountry += tally.wrongCountry
            sum.withDivision += tally.withDivision
            sum.wrongDivision += tally.wrongDivision
        }
    }

    /// The countries with most settlements in a wrong division.
    ///
    /// - Parameter count: How many countries.
    /// - Returns: Codes, the worst first.
    public func worst(_ count: Int) -> [String] {
        let order = countries.sorted { ($1.value.wrongDivision, $0.key) < ($0.value.wrongDivision, $1.key) }
        return order.prefix(count).map(\.key)
    }
}
