/// Where a settlement is looked for: in a division, in a country, anywhere.
struct Area {
    /// Index into `CTRY`, -1 for any.
    let country: Int
    /// Index into `STAT`, -1 for any of the country.
    let division: Int

    static let anywhere = Area(country: -1, division: -1)

    /// A country, or a division of it.
    init(country: Int, division: Int = -1) {
        self.country = country
        self.division = division
    }

    /// Whether the settlements below a node with that country are all outside.
    @inline(__always)
    func excludes(nodeOf other: UInt16) -> Bool {
        country >= 0 && Int(other) != country && other != GazetteerFormat.mixedCountries
    }

    @inline(__always)
    func includes(division other: UInt16) -> Bool { division < 0 || Int(other) == division }
}
