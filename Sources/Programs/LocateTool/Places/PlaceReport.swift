import LKGeo
import LKGeocoding

/// The values that `locate reverse` prints for one point.
struct PlaceReport {
    /// The requested point.
    var coordinate: Coordinate
    /// The provider that answered: `world`.
    var provider: String
    /// How precise the answer is: `house`, `locality`, `none` ...
    var precision: String
    /// The address; empty if there is no place.
    var address = AddressReport()
    /// Whether the house number follows from those of its neighbours.
    var isInterpolated = false
    /// The corner that the address has in place of a street.
    var corner: Placemark.Corner?
    /// The settlement that the names are from; in open country the names of the surroundings.
    var place: Place?
    /// The time zone: `Asia/Tokyo`.
    var timeZone: String?
    /// The nearest border between two countries.
    var border: NearBorder?
    /// The other countries that claim or control the point: ISO 3166-1 codes, XX for one without a code.
    var claims: [String] = []
    /// The country by the built-in borders if a web service names another.
    var conflictingCountryCode: String?
    /// The attribution of the answer.
    var attribution: String?
    /// Whether to leave gaps for the numbers that differ between points with the same names.
    var leavesGaps = false

    /// A settlement, or the names known without one.
    struct Place {
        var names: NamedPlace
        var geonameId: Int?
        var population: Int?
        /// The quarter's city.
        var partOf: String?
        /// How certain the city is, 0 to 1.
        var confidence: Double?
        /// Metres from the point.
        var distance: Double?
        /// Whether the names are the user's own.
        var isCorrected = false
    }

    /// The names of the members that ``writeMembers(to:)`` may write.
    static let memberNames = [
        "latitude", "longitude", "provider", "precision", "address", "isInterpolated", "corner", "place", "timeZone",
        "border", "claims", "conflictingCountryCode", "attribution",
    ]

    /// One object on one line, in the order of the contract.
    var json: String { JSONWriter.object { writeMembers(to: &$0) } }

    /// Writes the members of the object.
    func writeMembers(to writer: inout JSONWriter) {
        writer.key("latitude")
        writer.raw { append(.latitude, to: &$0) }
        writer.key("longitude")
        writer.raw { append(.longitude, to: &$0) }
        writer.member("provider", provider)
        writer.member("precision", precision)
        writer.key("address")
        address.write(to: &writer)
        if isInterpolated { writer.member("isInterpolated", true) }
        if let corner {
            writer.key("corner")
            writer.object { writer in
                writer.member("streetNames", corner.streets)
                writer.member("distance", corner.distance, decimals: 1)
            }
        }
        if let place {
            writer.key("place")
            writer.object { writer in
                place.names.writeMembers(to: &writer)
                writer.member("geonameId", place.geonameId)
                writer.member("population", place.population)
                writer.member("partOf", place.partOf)
                writer.member("confidence", place.confidence, decimals: 2)
                if place.distance?.isFinite == true {
                    writer.key("distance")
                    writer.raw { append(.distance, to: &$0) }
                }
                if place.isCorrected { writer.member("corrected", true) }
            }
        }
        writer.member("timeZone", timeZone)
        writer.members { append(.border, to: &$0) }
        if !claims.isEmpty { writer.member("claims", claims) }
        writer.member("conflictingCountryCode", conflictingCountryCode)
        writer.member("attribution", attribution)
    }

    /// Appends a number of the point itself, or a gap for it.
    private func append(_ figure: PlaceFigure, to bytes: inout [UInt8]) {
        if leavesGaps {
            figure.appendGap(to: &bytes)
        } else {
            figure.append(
                PointFigures(coordinate: coordinate, distance: place?.distance, border: border), to: &bytes)
        }
    }

    /// The keys of a place.
    static let keys: [OutputKey] =
        [
            OutputKey("latitude", "degrees north, 6 decimals"), OutputKey("longitude", "degrees east, 6 decimals"),
            OutputKey("provider", "who answered"),
            OutputKey("precision", "house, street, place, locality, region, country or none"),
        ] + NamedPlace.keys + [
            OutputKey("place.geonameId", "number of the settlement at GeoNames"),
            OutputKey("place.population", "people who live there"),
            OutputKey("place.partOf", "the city that the quarter is part of, if the built-in world knows it"),
            OutputKey("place.confidence", "how certain the city is, 0 to 1"),
            OutputKey(
                "place.distance", "metres to the settlement that the names are taken from", shorthand: "distance"),
            OutputKey("place.corrected", "true if names of --corrections apply"),
            OutputKey("isInterpolated", "true if the house number follows from those of its neighbours"),
            OutputKey("corner.streetNames", "the two streets of the corner, with --corners", shorthand: "corner"),
            OutputKey("corner.distance", "metres to the corner"),
            OutputKey("timeZone", "time zone of the place"),
            OutputKey(
                "border.distance", "metres to the nearest border between two countries; nothing beyond 100 km",
                shorthand: "border"),
            OutputKey("border.countryCode", "ISO 3166-1 code of the country across it"),
            OutputKey("border.certain", "true, or false if the place may be across it"),
            OutputKey("claims", "who else claims or holds the place: codes, separated by commas"),
            OutputKey("conflictingCountryCode", "the country by the built-in borders, if a service names another"),
            OutputKey("attribution", "attribution, if the licence requires it"),
        ] + AddressReport.outputKeys

    /// Appends the value of a key; nothing when unknown.
    func appendValue(of key: String, to bytes: inout [UInt8]) {
        switch key {
        case "latitude": append(.roundLatitude, to: &bytes)
        case "longitude": append(.roundLongitude, to: &bytes)
        case "precision": bytes += precision.utf8
        case "provider": bytes += provider.utf8
        case "place.distance": if place?.distance != nil { append(.distance, to: &bytes) }
        case "border.distance": append(.borderDistance, to: &bytes)
        case "border.countryCode": append(.borderCountryCode, to: &bytes)
        case "border.certain": append(.borderCertainty, to: &bytes)
        default: bytes += (value(of: key) ?? "").utf8
        }
    }

    private func value(of key: String) -> String? {
        switch key {
        case "isInterpolated": isInterpolated ? "true" : nil
        case "corner.streetNames": corner?.name
        case "corner.distance": corner.map { NumberText.shortest($0.distance, decimals: 1) }
        case "claims": claims.joined(separator: ",")
        case "timeZone": timeZone
        case "conflictingCountryCode": conflictingCountryCode
        case "attribution": attribution
        case "place.geonameId": place?.geonameId.map { String($0) }
        case "place.population": place?.population.map { String($0) }
        case "place.partOf": place?.partOf
        case "place.corrected": place?.isCorrected == true ? "true" : nil
        case "place.confidence": place?.confidence.map { String($0) }
        default:
            key.hasPrefix("place.") ? place?.names.value(of: String(key.dropFirst(6))) : address.value(of: key)
        }
    }
}

/// An address as the tool prints it.
struct AddressReport: Equatable {
    /// One line; empty if there is no place.
    var string = ""
    /// The lines of an envelope.
    var lines: [String] = []
    /// The known keys of the address book with their values, in the order of the contract.
    var dictionary: [Entry] = []

    /// A key and its value.
    struct Entry: Equatable {
        var key: String
        var value: String
    }

    /// The twelve keys with one value each, in the order of the contract.
    static let keys = AddressDictionary.Key.allCases.map(\.rawValue)

    /// The value of a key.
    subscript(key: String) -> String? { dictionary.first { $0.key == key }?.value }

    /// Writes the members `string`, `lines` and `dictionary` as one object.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("string", string)
            writer.member("lines", lines)
            writer.key("dictionary")
            writer.object { writer in
                for entry in dictionary { writer.member(entry.key, entry.value) }
                if !lines.isEmpty { writer.member("FormattedAddressLines", lines) }
            }
        }
    }

    /// The value of a key, such as `address.dictionary.City`; `nil` for one of something else or an unknown value.
    func value(of key: String) -> String? {
        switch key {
        case "address.string": string
        case "address.lines", "address.dictionary.FormattedAddressLines":
            lines.map(ForeignText.clean).joined(separator: "\n")
        default: key.hasPrefix(Self.prefix) ? self[String(key.dropFirst(Self.prefix.count))] : nil
        }
    }

    private static let prefix = "address.dictionary."

    /// The keys of an address, with the words that templates have for them.
    static let outputKeys: [OutputKey] =
        [
            OutputKey("address.string", "the address on one line", shorthand: "address"),
            OutputKey("address.lines", "the lines of an envelope", shorthand: "addr.lines", hasLines: true),
        ] + zip(keys, meanings).map { OutputKey(prefix + $0, $1, shorthand: "addr." + $0) } + [
            OutputKey(
                prefix + "FormattedAddressLines", "the lines of an envelope", shorthand: "addr.FormattedAddressLines",
                hasLines: true)
        ]

    private static let meanings = [
        "name of the place", "street and number", "street", "number", "part of the town", "town", "county or district",
        "state", "post code", "post code extension", "country", "ISO 3166-1 code of the country",
    ]
}

extension PlaceReport {
    /// Makes the report of a placemark.
    init(_ placemark: Placemark) {
        self.init(
            coordinate: placemark.coordinate, provider: placemark.provider, precision: placemark.precision.rawValue,
            address: AddressReport(placemark), isInterpolated: placemark.isInterpolated, corner: placemark.corner,
            timeZone: placemark.timeZone, border: placemark.border.map(NearBorder.init), claims: placemark.claims,
            conflictingCountryCode: placemark.conflictingCountryCode, attribution: placemark.attribution)
        let settlement = placemark.place
        let names = NamedPlace(placemark)
        // In open country only state and country are known.
        guard !names.isEmpty else { return }
        place = Place(
            names: names, geonameId: settlement?.geonameId, population: settlement?.population,
            partOf: settlement?.partOf, confidence: settlement?.confidence, distance: settlement?.distance,
            isCorrected: placemark.isCorrected)
    }
}

extension AddressReport {
    /// The address of a placemark.
    init(_ placemark: Placemark) {
        let address = placemark.addressDictionary
        string = placemark.addressString
        lines = address.formattedAddressLines
        dictionary = address.entries.map { Entry(key: $0.key.rawValue, value: $0.value) }
    }
}

/// A place as every form of output prints it.
///
/// Text and CSV are made from the placemark instead of a ``PlaceReport``, which has much that they do not print: making one
/// takes longer than finding the place.
struct PlaceRecord: OutputRecord {
    /// The columns of CSV that a place fills.
    static let columns = [
        "country_code", "country", "state", "city", "sub_locality", "address", "precision", "provider", "distance_m",
    ]

    private let placemark: Placemark
    private let leavesGaps: Bool

    /// - Parameters:
    ///   - placemark: The place.
    ///   - leavesGaps: Whether to leave gaps for the numbers that differ between points with the same names.
    init(_ placemark: Placemark, leavesGaps: Bool = false) {
        self.placemark = placemark
        self.leavesGaps = leavesGaps
    }

    func appendText(to bytes: inout [UInt8]) { bytes += ForeignText.clean(placemark.addressString).utf8 }

    func appendCells(of table: TableSyntax, to bytes: inout [UInt8]) {
        let parts = [
            placemark.isoCountryCode, placemark.country, placemark.administrativeArea, placemark.locality,
            placemark.subLocality, placemark.addressString, placemark.precision.rawValue, placemark.provider,
        ]
        for part in parts {
            if let part { table.append(part, to: &bytes) }
            bytes.append(table.separator)
        }
        guard let settlement = placemark.place else { return }
        if leavesGaps {
            PlaceFigure.distance.appendGap(to: &bytes)
        } else {
            NumberText.append(settlement.distance, decimals: 1, to: &bytes)
        }
    }

    func writeMembers(to writer: inout JSONWriter) { report.writeMembers(to: &writer) }

    var appendValue: (String, inout [UInt8]) -> Void { report.appendValue }

    private var report: PlaceReport {
        var report = PlaceReport(placemark)
        report.leavesGaps = leavesGaps
        return report
    }
}

extension OutputLayout {
    /// Points with their places.
    static let places = OutputLayout(columns: PlaceRecord.columns, memberNames: PlaceReport.memberNames)
}
