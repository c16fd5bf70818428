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
}
