/// Which country a place is told to be in where that is not agreed upon, in one table.
///
/// The country is the one that ISO 3166 and GeoNames code the place with, so that settlements and divisions agree with
/// it; XK counts as a code. Areas that OpenStreetMap counts to two countries go to the smaller zone's. Wherever another
/// country claims or holds a place, the region says which.
enum BorderPolicy {
    /// Zones that two countries share, to be told apart by Natural Earth's lines.
    static let shared: [String: [String]] = ["Europe/Belgrade": ["RS", "XK"], "Africa/El_Aaiun": ["EH", "MA"]]

    /// The other country of a whole zone; an empty code for one that ISO 3166 does not know.
    static let claims: [String: String] = [
        "Europe/Simferopol": "RU", "Asia/Famagusta": "", "Africa/El_Aaiun": "MA", "Atlantic/Stanley": "AR",
        "Atlantic/South_Georgia": "AR",
    ]

    /// Natural Earth's shapes by code and name: who claims them from each country that holds a part.
    ///
    /// The lines are one or two kilometres off.
    static let shapeClaims: [[String]: [String: String]] = [
        ["IN", "Jammu and Kashmir"]: kashmir, ["-1", "Kashmir"]: kashmir, ["PK", "Azad Kashmir"]: kashmir,
        ["PK", "Northern Areas"]: kashmir,
    ]
    private static let kashmir = ["IN": "PK", "PK": "IN"]

    /// The same for the shapes that have most of their settlements in a division, by its country and GeoNames' code:
    /// Transnistria, whose government has no code.
    static let divisionClaims: [[String]: [String: String]] = [["MD", "58"]: ["MD": ""]]

    /// The other country of a country wherever the two share a zone.
    static let sharedClaims: [String: String] = ["XK": "RS"]

    /// Countries whose zone is another's too, without a claim: a polygon full of their settlements is theirs.
    static let agreed: Set<[String]> = [["VN", "TH"], ["SJ", "NO"]]

    /// Natural Earth's areas without a code: whose they are, and whether that is disputed.
    static let uncoded: [String: (country: String?, isDisputed: Bool)] = [
        "Somaliland": ("SO", true), "Northern Cyprus": ("CY", true), "Kashmir": (nil, true),
        "Spratly Islands": (nil, true), "Cocos (Keeling) Islands": ("CC", false), "Christmas Island": ("CX", false),
        "Clipperton Island": ("FR", false), "Baykonur lease in Qyzylorda": ("KZ", false),
        "Guantanamo Bay USNB": ("CU", true),
    ]

    /// How many of a polygon's settlements may be coded with its zone's country for another to take it over: one in ten.
    static let foreignShare = 10

    /// Metres that lines of OpenStreetMap and of Natural Earth may be off; the second is where 99 % of its errors end.
    static let uncertainty: UInt16 = 500
    static let coarseUncertainty: UInt16 = 4_000

    /// Metres by which lines are simplified: between countries, within one, at sea; measured in the format's text.
    static let tolerance = (border: 60.0, inner: 150.0, sea: 1_000.0)
}
