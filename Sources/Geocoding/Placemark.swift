public import Geo

/// What a point is called: the parts of its address, in one language, and how much is known of it.
///
/// ```swift
/// let placemark = try World.embedded().placemark(at: station, languages: [LanguageTag("ja")!])
/// print(placemark.addressString)  // 東京都千代田区
/// ```
public struct Placemark: Hashable, Sendable {
    /// The point that was asked for.
    public var coordinate: Coordinate

    /// The most detailed name there is.
    public var name: String?

    /// The street.
    public var thoroughfare: String?

    /// The number in the street.
    public var subThoroughfare: String?

    /// The quarter or suburb.
    public var subLocality: String?

    /// The city, town or village.
    public var locality: String?

    /// The county, province or district: the division below the state.
    public var subAdministrativeArea: String?

    /// Whether address lines leave ``subAdministrativeArea`` out: those of the gazetteer are divisions, not parts of addresses.
    package var omitsDistrict = false

    /// The state, province or prefecture.
    public var administrativeArea: String?

    /// The postal code.
    public var postalCode: String?

    /// The country: ISO 3166-1 alpha-2, and XK for Kosovo.
    public var isoCountryCode: String?

    /// The country's name.
    public var country: String?

    /// The lake or river that the point is on.
    public var inlandWater: String?

    /// The sea or ocean that the point is on.
    public var ocean: String?

    /// Sights and well-known places that the point belongs to.
    public var areasOfInterest: [String] = []

    /// The area that the most detailed name stands for, where the provider knows it.
    public var bounds: BoundingBox?

    /// The time zone's identifier in the tz database: `Asia/Tokyo`.
    public var timeZone: String?

    /// The nearest border between two countries; `nil` when there is none within 100 km or the provider does not know.
    public var border: Border?

    /// Who else says that the point is theirs, or holds it: ISO 3166-1 alpha-2, XX for one without a code.
    public var claims: [String] = []

    /// The country that this point certainly lies in by borders on this machine, where a service on the web says another.
    ///
    /// ISO 3166-1 alpha-2. A service names the nearest thing it knows, which may lie across the border; such a placemark
    /// stands behind the one by the borders. `nil` where they agree, and where nobody could tell.
    public var conflictingCountryCode: String?

    /// The language that was asked for first, which decides the order of the parts; `nil` where none was.
    public var language: LanguageTag?

    /// The languages the names are really in, where the provider says so.
    public var nameLanguages = NameLanguages()

    /// How far down the address reaches.
    public var precision: Precision

    /// The name of the provider that answered.
    public var provider: String

    /// Whose data this is, in the words its licence asks for.
    public var attribution: String?

    /// The entry of the provider's data that gave the most detailed name.
    public var place: Place?

    /// Whether a user's own ``PlaceCorrections`` changed the names.
    public var isCorrected = false

    /// A placemark that names nothing yet.
    public init(coordinate: Coordinate, provider: String) {
        self.coordinate = coordinate
        self.provider = provider
        precision = .none
    }
}
