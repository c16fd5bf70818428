import LKCommandLine
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKSharedOptions

/// One match of `locate search`, as it is printed.
struct SearchReport {
    /// The place that was found.
    var found: PlaceMatch { didSet { place = PlaceReport(found.placemark) } }
    /// The line of the input that was searched for; `nil` for the text of the command line.
    var query: String?

    /// What `locate reverse` prints of it.
    private var place: PlaceReport

    init(_ found: PlaceMatch, query: String? = nil) {
        (self.found, self.query) = (found, query)
        place = PlaceReport(found.placemark)
    }

    private var placemark: Placemark { found.placemark }

    /// Name, state and country, latitude and longitude, and what else distinguishes the match.
    var text: String { text(columns: nil, style: .plain) }

    /// Returns the match for a terminal of a width in columns: notes are left out first, then the text after the name
    /// is cut; `nil` leaves the line whole.
    func text(columns: Int?, style: TextStyle) -> String {
        var parts: [String] = []
        // A house or a street has its address; of places alone it would leave out the state.
        let isHouse = found.kind == .house
        let isFine = [.house, .street].contains(placemark.precision)
        let street = isFine && placemark.street != placemark.name ? placemark.street : nil
        for part in [
            isHouse ? nil : placemark.name, isHouse ? placemark.street ?? placemark.name : street,
            isFine || placemark.subLocality != nil ? placemark.locality : nil,
            placemark.administrativeArea,
            placemark.country,
        ] {
            if let part, part != parts.last { parts.append(part) }
        }
        let latitude = NumberText.fixed(placemark.coordinate.latitude, decimals: 6)
        let longitude = NumberText.fixed(placemark.coordinate.longitude, decimals: 6)
        // What is left out first on a narrow terminal has the highest rank.
        var notes: [(text: String, rank: Int)] = []
        if found.lacksNumber { notes.append(("the street, without that house number", 0)) }
        if let kind = found.kind, [.country, .state].contains(kind) { notes.append((kind.rawValue, 1)) }
        if let people = placemark.place?.population { notes.append(("population \(people)", 2)) }
        if let distance = found.distance {
            let text =
                distance < 1_000
                ? "\(NumberText.shortest(distance, decimals: 0)) m away"
                : "\(NumberText.shortest(distance / 1_000, decimals: 1)) km away"
            notes.append((text, 0))
        }
        if let matchedName = found.matchedName, matchedName != placemark.name, matchedName != placemark.thoroughfare {
            notes.append(("found as \(matchedName)", 3))
        }
        let name = ForeignText.clean(parts.first ?? "")
        var rest = ForeignText.clean(parts.dropFirst().map { ", " + $0 }.joined())
        let position = "  \(latitude), \(longitude)"
        func ending() -> String {
            notes.isEmpty ? "" : ForeignText.clean("  (\(notes.map(\.text).joined(separator: "; ")))")
        }
        if let columns {
            func room() -> Int { columns - TextWidth.columns(name + position + ending()) }
            while room() < TextWidth.columns(rest),
                let last = notes.indices.max(by: { notes[$0].rank < notes[$1].rank })
            {
                notes.remove(at: last)
            }
            rest = TextWidth.keepingBeginning(rest, columns: max(0, room()))
        }
        return style.text(name, as: .emphasis) + rest + position + ending()
    }

    /// The fields of a match: its own, and those of `locate reverse` that it has as well.
    private static let fields: [OutputField<SearchReport>] = own + answer

    /// What the search knows; the text that was searched for is a member of the input in JSON and CSV.
    private static let own: [OutputField<SearchReport>] = [
        .text("query", "the line of --input", scope: .templates) { $0.query },
        .degrees("latitude", "degrees north, 6 decimals", csv: 1) { $0.placemark.coordinate.latitude },
        .degrees("longitude", "degrees east, 6 decimals", csv: 2) { $0.placemark.coordinate.longitude },
        .text("name", "the place's name", csv: 3) { $0.placemark.name },
        .text("kind", "country, state, settlement, quarter, place, street or house", csv: 4) {
            $0.found.kind?.rawValue
        },
        .text("matchedName", "the name that matched, as the data spells it") { $0.found.matchedName },
        .text("match", "whole, words or letters: how much of it matched") { $0.found.match.map { "\($0)" } },
        .mark("lacksNumber", "true if the street does not have the house number of the text") {
            $0.found.lacksNumber
        },
        .number("distance", "metres from the point of --near", decimals: 1, column: "distance_m", csv: 14) {
            $0.found.distance
        },
        .count("geonameId", "number at GeoNames") { $0.placemark.place?.geonameId },
        .count("population", "people who live there", csv: 5) { $0.placemark.place?.population },
        .text("countryCode", "ISO 3166-1 code of the country", csv: 6) { $0.placemark.isoCountryCode },
    ]

    /// What `locate reverse` prints, too.
    private static let answer: [OutputField<SearchReport>] =
        [
            shared("timeZone", listed: .after("precision")), shared("provider", csv: 13),
            shared("precision", csv: 12), shared("address.string", listed: .last, csv: 11),
        ] + AddressReport.parts.map { shared($0.key.name, listed: .last) } + [
            shared("attribution", listed: .after("precision"))
        ]

    static let table: OutputTable<SearchReport> = {
        let known = Set(fields.map(\.key.name))
        // What `locate reverse` prints besides, CSV and templates know; JSON has it under names of its own, or not at all.
        // Borders, corners and the distance to the place are of a point that was asked about, which a search has not.
        let others = PlaceReport.fields.filter { field in
            let name = field.key.name
            return field.scope == .everywhere && !known.contains(name) && !name.hasPrefix("border")
                && !name.hasPrefix("corner") && name != "place.distance" && name != "place.corrected"
        }
        let columns = ["place.country": 7, "place.state": 8, "place.city": 9, "place.subLocality": 10]
        let silent = others.map { field in
            shared(field.key.name, listed: .last, csv: columns[field.key.name], scope: .silent)
        }
        return OutputTable(fields + silent, hasGeometry: false)
    }()

    /// Returns a field of `locate reverse`.
    private static func shared(
        _ name: String, listed: OutputKey.Listing? = nil, csv: Int? = nil,
        scope: OutputField<SearchReport>.Scope? = nil
    ) -> OutputField<SearchReport> {
        guard let field = PlaceReport.fields.first(where: { $0.key.name == name }) else {
            preconditionFailure("locate reverse has no field \(name)")
        }
        return field.of { $0.place }.with(listed: listed, csv: csv, scope: scope)
    }
}

/// Prints matches, and the names without one, in any form of output.
struct SearchFormatter {
    /// The output format.
    let form: any OutputForm
    /// The width of the terminal that text is for; `nil` if it is none.
    var columns: Int?
    /// How text looks.
    var style = TextStyle.plain
    private let layout: OutputLayout
    private var isFirst = true

    /// Creates a printer of matches.
    ///
    /// - Parameters:
    ///   - format: The form.
    ///   - isBatch: Whether names come from a file, so that each match says which it is for.
    init(form format: OutputFormat, isBatch: Bool) {
        form = format.form
        layout = OutputLayout(
            columns: SearchReport.table.columns,
            hasPosition: false, inputColumns: isBatch ? ["query"] : [])
    }

    /// What precedes all matches.
    var beginning: [UInt8] { form.beginning(layout, header: nil, isBareCSV: false, members: []) }

    /// What follows all matches.
    var ending: [UInt8] { form.ending(members: []) }

    /// Appends a match.
    mutating func append(_ report: SearchReport, to bytes: inout [UInt8]) {
        separate(&bytes)
        let record = MatchRecord(report: report, columns: columns, style: style)
        form.append(record, layout, to: &bytes)
    }

    /// Appends the line of a name that was not found: an empty one, or the name and the reason.
    mutating func append(nothingFor query: String, problem: String, to bytes: inout [UInt8]) {
        separate(&bytes)
        form.appendProblem(problem, of: OutputEntry(query: query), layout, to: &bytes)
    }

    private mutating func separate(_ bytes: inout [UInt8]) {
        if !isFirst { bytes += form.separator }
        isFirst = false
    }
}

extension OutputEntry {
    /// Creates the surroundings of a match: where it is, and the line that was searched for, as a member of the input.
    fileprivate init(_ coordinate: Coordinate? = nil, query: String?) {
        self.init(coordinate: coordinate, members: query.map { [InputMember(key: "query", text: $0)] } ?? [])
    }
}

/// A match as every form of output prints it.
private struct MatchRecord: OutputRecord {
    let report: SearchReport
    let columns: Int?
    let style: TextStyle

    static var table: OutputTable<SearchReport> { SearchReport.table }
    var values: SearchReport { report }
    var entry: OutputEntry { OutputEntry(report.found.placemark.coordinate, query: report.query) }

    func appendText(to bytes: inout [UInt8]) { bytes += report.text(columns: columns, style: style).utf8 }
}
