import Geo

/// What `locate reverse` prints of one point, as plain values.
struct PlaceReport {
    /// The point that was asked for.
    var coordinate: Coordinate
    /// Who answered: `world`.
    var provider: String
    /// How near the answer is: `locality`, `none` ...
    var precision: String
    /// The address; empty where there is no place.
    var address = AddressReport()
    /// The settlement that the names are taken from.
    var place: Place?
    /// The time zone: `Asia/Tokyo`.
    var timeZone: String?
    /// Who must be named with the answer.
    var attribution: String?

    /// A settlement.
    struct Place {
        var name: String
        var geonameId: Int?
        var population: Int?
        /// Metres from the point.
        var distance: Double?
    }

    /// The names of the members that ``writeMembers(to:)`` may write.
    static let memberNames = [
        "latitude", "longitude", "provider", "precision", "address", "place", "timeZone", "attribution",
    ]

    /// One object on one line, in the order of the contract.
    var json: String { JSONWriter.object { writeMembers(to: &$0) } }

    /// Writes the members of the object.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("latitude", coordinate.latitude, decimals: 9)
        writer.member("longitude", coordinate.longitude, decimals: 9)
        writer.member("provider", provider)
        writer.member("precision", precision)
        writer.key("address")
        address.write(to: &writer)
        if let place {
            writer.key("place")
            writer.object { writer in
                writer.member("name", place.name)
                writer.member("geonameId", place.geonameId)
                writer.member("population", place.population)
                writer.member("distance", place.distance, decimals: 1)
            }
        }
        writer.member("timeZone", timeZone)
        writer.member("attribution", attribution)
    }

    /// The columns appended to a row.
    static let csvColumns = [
        "country_code", "country", "state", "city", "sub_locality", "address", "precision", "provider", "distance_m",
    ]

    /// The values of ``csvColumns``.
    var csvFields: [String] {
        ["CountryCode", "Country", "State", "City", "SubLocality"].map { address[$0] ?? "" }
            + [address.string, precision, provider]
            + [place?.distance.map { NumberText.shortest($0, decimals: 1) } ?? ""]
    }

    /// The keywords of a place's template and their meaning.
    static let keywordList = Appendix(
        title: "Template keywords",
        entries: [
            ("%latitude", "degrees north, 6 decimals"), ("%longitude", "degrees east, 6 decimals"),
            ("%precision", "house, street, place, locality, region, country or none"), ("%provider", "who answered"),
            ("%place", "the settlement the names are taken from"), ("%distance", "metres to it"),
            ("%timeZone", "time zone of the place"),
        ] + AddressReport.keywordList
    )

    /// The keywords without their percent sign.
    static var keywords: [String] { keywordList.entries.map { String($0.term.dropFirst()) } }

    /// The value of a template keyword; `nil` when unknown.
    func value(ofKeyword keyword: String) -> String? {
        switch keyword {
        case "latitude": NumberText.fixed(coordinate.latitude, decimals: 6)
        case "longitude": NumberText.fixed(coordinate.longitude, decimals: 6)
        case "precision": precision
        case "provider": provider
        case "place": place?.name
        case "distance": place?.distance.map { NumberText.shortest($0, decimals: 1) }
        case "timeZone": timeZone
        default: address.value(ofKeyword: keyword)
        }
    }
}
