import Gazetteer
import Geo
import Geocoding

/// What `locate search` prints of one match.
struct SearchReport {
    /// The place, with names in the wanted language.
    var placemark: Placemark
    /// The name that matched, as the data spells it; `nil` where a service on the web does not say.
    var matchedName: String?
    /// How much of it matched.
    var match: NameMatch?

    /// Name, state and country, latitude and longitude, and how many people live there.
    var text: String {
        var parts: [String] = []
        // A house or a street has its address; of places alone it would leave out the state.
        let isFine = [.house, .street].contains(placemark.precision)
        let street = isFine && placemark.street != placemark.name ? placemark.street : nil
        for part in [
            placemark.name, street, isFine || placemark.subLocality != nil ? placemark.locality : nil,
            placemark.administrativeArea,
            placemark.country,
        ] {
            if let part, part != parts.last { parts.append(part) }
        }
        let latitude = NumberText.fixed(placemark.coordinate.latitude, decimals: 6)
        let longitude = NumberText.fixed(placemark.coordinate.longitude, decimals: 6)
        var notes: [String] = []
        if let people = placemark.place?.population { notes.append("population \(people)") }
        if let matchedName, matchedName != placemark.name { notes.append("found as \(matchedName)") }
        return ForeignText.clean(
            parts.joined(separator: ", ") + "  \(latitude), \(longitude)"
                + (notes.isEmpty ? "" : "  (\(notes.joined(separator: "; ")))"))
    }

    /// One object on one line; what `locate reverse` prints too has the same names here.
    var json: String {
        JSONWriter.object { writer in
            writer.member("latitude", placemark.coordinate.latitude, decimals: 9)
            writer.member("longitude", placemark.coordinate.longitude, decimals: 9)
            writer.member("name", placemark.name)
            writer.member("matchedName", matchedName)
            writer.member("match", match.map { "\($0)" })
            writer.member("geonameId", placemark.place?.geonameId)
            writer.member("population", placemark.place?.population)
            writer.member("countryCode", placemark.isoCountryCode)
            writer.member("timeZone", placemark.timeZone)
            writer.member("provider", placemark.provider)
            writer.member("precision", placemark.precision.rawValue)
            writer.key("address")
            AddressReport(placemark).write(to: &writer)
            writer.member("attribution", placemark.attribution)
        }
    }
}
