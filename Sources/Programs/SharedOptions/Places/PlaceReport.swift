package import LKCommandLine
package import LKGeo
package import LKGeocoding

/// A place as `locate reverse` prints it.
///
/// What takes time is found out when a field asks for it: CSV and text need neither the lines nor the dictionary of the address, and
/// making them takes longer than finding the place.
package final class PlaceReport: OutputRecord {
    /// The place.
    package let placemark: Placemark
    /// The point that was asked for.
    private let coordinate: Coordinate
    /// Whether to leave gaps for the numbers that differ between points with the same names.
    fileprivate let leavesGaps: Bool

    /// The address on one line.
    package private(set) lazy var line = placemark.addressString
    /// The address with all of its parts.
    package private(set) lazy var address = AddressReport(placemark, string: line)
    /// The names; empty in open country without any.
    private lazy var names = NamedPlace(placemark)

    /// Creates the report of a placemark.
    ///
    /// - Parameters:
    ///   - placemark: The place.
    ///   - coordinate: The point that was asked for; `nil` for that of the placemark.
    ///   - leavesGaps: Whether to leave gaps for the numbers that differ between points with the same names.
    package init(_ placemark: Placemark, at coordinate: Coordinate? = nil, leavesGaps: Bool = false) {
        self.placemark = placemark
        self.coordinate = coordinate ?? placemark.coordinate
        self.leavesGaps = leavesGaps
    }

    package var entry: OutputEntry { OutputEntry(coordinate: coordinate) }

    package func appendText(to bytes: inout [UInt8]) { bytes += ForeignText.clean(line).utf8 }

    package static let table = OutputTable(fields, hasGeometry: false)

    /// The fields of a place, in the order of the contract.
    package static let fields: [OutputField<PlaceReport>] =
        point + address + street + names + settlement + NearBorder.placeFields + doubts

    private static let point: [OutputField<PlaceReport>] = [
        .figure("latitude", "degrees north, 6 decimals", OutputGap(.roundLatitude, .latitude)) {
            .degrees($0.placemark.coordinate.latitude)
        },
        .figure("longitude", "degrees east, 6 decimals", OutputGap(.roundLongitude, .longitude)) {
            .degrees($0.placemark.coordinate.longitude)
        },
        .text("provider", "who answered", csv: 8) { $0.placemark.provider },
        .text("precision", "house, street, place, locality, region, country or none", csv: 7) {
            $0.placemark.precision.rawValue
        },
    ]

    private static let address: [OutputField<PlaceReport>] =
        [AddressReport.line.of { AddressReport(string: $0.line) }.with(listed: .last, csv: 6)]
        + AddressReport.parts.map { $0.of { $0.address }.with(listed: .last) }

    private static let street: [OutputField<PlaceReport>] = [
        .mark(
            "isInterpolated", "true if the house number follows from those of its neighbours",
            listed: .after("place.corrected")
        ) { $0.placemark.isInterpolated },
        .list(
            "corner.streetNames", "the two streets of the corner, with --corners", shorthand: "corner",
            separator: " & ", listed: .after("place.corrected")
        ) { $0.placemark.corner?.streets ?? [] },
        .number("corner.distance", "metres to the corner", decimals: 1, listed: .after("place.corrected")) {
            $0.placemark.corner?.distance
        },
    ]

    private static let names: [OutputField<PlaceReport>] = {
        let columns = [
            "place.countryCode": 1, "place.country": 2, "place.state": 3, "place.city": 4, "place.subLocality": 5,
        ]
        let fields = NamedPlace.fields(
            name: { (report: PlaceReport) in report.names.name }, subLocality: { $0.placemark.subLocality },
            city: { $0.placemark.locality }, state: { $0.placemark.administrativeArea },
            country: { $0.placemark.country }, countryCode: { $0.placemark.isoCountryCode })
        return fields.map { $0.with(csv: columns[$0.key.name]) }
    }()

    private static let settlement: [OutputField<PlaceReport>] = [
        .count("place.geonameId", "number of the settlement at GeoNames") { $0.placemark.place?.geonameId },
        .count("place.population", "people who live there") { $0.placemark.place?.population },
        .text("place.partOf", "the city that the quarter is part of, if the built-in world knows it") {
            $0.placemark.place?.partOf
        },
        OutputField("place.confidence", "how certain the city is, 0 to 1") {
            $0.placemark.place?.confidence.map { .number($0, decimals: 2, text: "\($0)") }
        },
        .figure(
            "place.distance", "metres to the settlement that the names are taken from",
            OutputGap(.distance, .distance), shorthand: "distance", column: "distance_m", csv: 9
        ) {
            guard let distance = $0.placemark.place?.distance, distance.isFinite else { return nil }
            return .number(distance, decimals: 1)
        },
        .mark("place.corrected", "true if names of --corrections apply") {
            $0.placemark.isCorrected && !$0.names.isEmpty
        },
        .text("timeZone", "time zone of the place") { $0.placemark.timeZone },
    ]

    private static let doubts: [OutputField<PlaceReport>] = [
        .list("claims", "who else claims or holds the place: codes, separated by commas") { $0.placemark.claims },
        .text("conflictingCountryCode", "the country by the built-in borders, if a service names another") {
            $0.placemark.conflictingCountryCode
        },
        .text("attribution", "attribution, if the licence requires it") { $0.placemark.attribution },
    ]

    fileprivate var border: NearBorder? {
        placemark.border.map(NearBorder.init).flatMap { $0.distance.isFinite ? $0 : nil }
    }
}

extension NearBorder {
    /// The fields as those of a place; in JSON all are one figure, which may be nothing.
    fileprivate static let placeFields: [OutputField<PlaceReport>] = zip(
        fields,
        [OutputGap(.borderDistance, all: .border), OutputGap(.borderCountryCode), OutputGap(.borderCertainty)]
    ).map { field, gap in field.of { $0.border }.leaving(gap, isCertain: true) }
}

extension OutputField<PlaceReport> {
    /// Returns a field with a number that differs between points with the same names.
    fileprivate static func figure(
        _ name: String, _ meaning: String, _ gap: OutputGap, shorthand: String? = nil, column: String? = nil,
        csv: Int? = nil, value: @escaping @Sendable (PlaceReport) -> OutputValue?
    ) -> OutputField {
        OutputField(name, meaning, shorthand: shorthand, column: column, csv: csv, value: value).leaving(gap)
    }

    /// Returns the same field with a gap for the value where points share everything else.
    ///
    /// - Parameters:
    ///   - gap: The gap.
    ///   - isCertain: Whether the gap is there even if the value is unknown.
    /// - Returns: The field.
    fileprivate func leaving(_ gap: OutputGap, isCertain: Bool = false) -> OutputField {
        var field = self
        let value = value
        field.value = { report in
            guard report.leavesGaps else { return value(report) }
            return isCertain || value(report) != nil ? .gap(gap) : nil
        }
        return field
    }
}

extension OutputGap {
    /// Creates a gap with one figure for templates and CSV, and one for JSON.
    fileprivate init(_ text: PlaceFigure, _ member: PlaceFigure) {
        self.init(text: text.rawValue, member: .value(member.rawValue))
    }

    /// Creates a gap that in JSON is filled by a figure for all members of its object, or is covered by the figure of
    /// another gap.
    fileprivate init(_ text: PlaceFigure, all members: PlaceFigure? = nil) {
        self.init(text: text.rawValue, member: members.map { .members($0.rawValue) } ?? .none)
    }
}
