/// What the sources have wrong and no rule can tell.
///
/// Few on purpose; each with its reason.
enum NameCorrections {
    /// Cities that are called what their country is called, by GeoNames id: CLDR's names of the country stand for theirs.
    ///
    /// GeoNames cuts Hong Kong into a place "Victoria" (its name until the 20th century) with the division, and a place
    /// "Hong Kong" without one, and has no translations for Macau and Singapore.
    static let namedLike = ["1931681": "HK", "1819729": "HK", "1821274": "MO", "1880252": "SG"]

    /// Main names that go with `namedLike`.
    static let mainNames: [UInt32: String] = [1_931_681: "Hong Kong", 1_821_274: "Macao"]

    /// Tagged names that are out of date or short.
    static let names: [String: [String: String]] = [
        // The one prefectural capital whose alternates lack its full name.
        "6940394": ["ja": "さいたま市"],
        // Bombay was renamed in 1995; the catalogues have बम्बई, and Marathi in Latin letters.
        "1275339": ["hi": "मुंबई", "mr": "मुंबई", "ne": "मुम्बई"],
    ]
}
