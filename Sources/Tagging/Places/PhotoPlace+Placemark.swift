public import Geocoding
public import Metadata

extension PhotoPlace {
    /// The names that a geocoder has for a point, as photos have them.
    ///
    /// The part of the city is a sight where the point belongs to one, else the quarter, else the water it is on.
    ///
    /// - Parameter placemark: What the geocoder says.
    public init(_ placemark: Placemark) {
        self.init()
        sublocation =
            placemark.areasOfInterest.first ?? placemark.subLocality ?? placemark.inlandWater ?? placemark.ocean
        city = placemark.locality
        state = placemark.administrativeArea
        country = placemark.country
        countryCode = placemark.isoCountryCode
    }

    /// The names from the smallest to the country, without those that say the same again: `Asakusa, Taito, Tokyo, Japan`.
    public var placeString: String {
        var names: [String] = []
        for case let name? in [sublocation, city, state, country] where !name.isEmpty && !names.contains(name) {
            names.append(name)
        }
        return names.joined(separator: ", ")
    }
}
