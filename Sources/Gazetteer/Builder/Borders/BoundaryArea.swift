/// A country's area that goes before what the time zones say.
struct BoundaryArea {
    /// ISO 3166-1 alpha-2; empty for an area that no country claims.
    var code: String
    /// The country in whose zone alone it counts; empty for everywhere.
    var within = ""
    /// For each polygon its outer ring and its holes.
    var polygons: [[[GridPoint]]]

    /// Names of the property or column with the code, the best first: OpenStreetMap's tag, GDAL's spellings of it, Natural
    /// Earth's.
    static let codeNames = [
        "ISO3166-1:alpha2", "iso3166_1_alpha_2", "iso3166-1_alpha2", "ISO_A2_EH", "ISO3166-1", "iso_a2",
    ]

    /// Which of the names has the code.
    ///
    /// - Parameter names: What there is.
    /// - Returns: One of them; `nil` when none has it.
    static func codeName(among names: [String]) -> String? {
        codeNames.lazy.compactMap { wanted in names.first { $0.lowercased() == wanted.lowercased() } }.first
    }

    /// Areas that no country claims: Bir Tawil.
    ///
    /// It lies between the parallel of 22° north, Egypt's border by treaty, and the line of 1902, Sudan's. Its southern side
    /// is where Egypt's zone ends.
    static let unclaimed = [
        BoundaryArea(
            code: "", within: "EG",
            polygons: [
                [
                    [
                        GridPoint(x: 33_100_000, y: 21_600_000), GridPoint(x: 34_150_000, y: 21_600_000),
                        GridPoint(x: 34_150_000, y: 22_000_000), GridPoint(x: 33_100_000, y: 22_000_000),
                    ]
                ]
            ])
    ]
}
