import LKGeo
import LKGeocoding
import LKOfflineGeocoding

/// One match of `locate search`, as it is printed.
struct SearchReport {
    /// The place that was found.
    var found: PlaceMatch
    /// The line of the input that was searched for; `nil` for the text of the command line.
    var query: String?

    init(_ found: PlaceMatch, query: String? = nil) { (self.found, self.query) = (found, query) }

    private var placemark: Placemark { found.placemark }

    /// Name, state and country, latitude and longitude, and what else distinguishes the match.
    var text: String { text(columns: nil, style: .plain) }

    /// The same for a terminal of a width in columns: notes are left out first, then what is behind the name is cut; `nil` leaves
    /// the line whole.
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

    /// Writes the members of its object, but for ``query``; what `locate reverse` prints too has the same names here.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("latitude", placemark.coordinate.latitude, decimals: 9)
        writer.member("longitude", placemark.coordinate.longitude, decimals: 9)
        writer.member("name", placemark.name)
        writer.member("kind", found.kind?.rawValue)
        writer.member("matchedName", found.matchedName)
        writer.member("match", found.match.map { "\($0)" })
        if found.lacksNumber { writer.member("lacksNumber", true) }
        writer.member("distance", found.distance, decimals: 1)
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

    /// The keys of a match: its own, and those of `locate reverse` that it has as well.
    static let keys: [OutputKey] = {
        let own = [
            OutputKey("query", "the line of --input"),
            OutputKey("latitude", "degrees north, 6 decimals"), OutputKey("longitude", "degrees east, 6 decimals"),
            OutputKey("name", "the place's name"),
            OutputKey("kind", "country, state, settlement, quarter, place, street or house"),
            OutputKey("matchedName", "the name that matched, as the data spells it"),
            OutputKey("match", "whole, words or letters: how much of it matched"),
            OutputKey("lacksNumber", "true if the street does not have the house number of the text"),
            OutputKey("distance", "metres from the point of --near"), OutputKey("geonameId", "number at GeoNames"),
            OutputKey("population", "people who live there"),
            OutputKey("countryCode", "ISO 3166-1 code of the country"),
        ]
        let shared = ["provider", "precision", "timeZone", "attribution"]
        return own + PlaceReport.keys.filter { shared.contains($0.name) || $0.name.hasPrefix("address.") }
    }()

    /// Appends the value of a key; nothing when unknown.
    func appendValue(of key: String, to bytes: inout [UInt8]) {
        let value: String? =
            switch key {
            case "query": query
            case "name": placemark.name
            case "kind": found.kind?.rawValue
            case "matchedName": found.matchedName
            case "match": found.match.map { "\($0)" }
            case "lacksNumber": found.lacksNumber ? "true" : nil
            case "distance": found.distance.map { NumberText.shortest($0, decimals: 1) }
            case "geonameId": placemark.place?.geonameId.map { String($0) }
            case "population": placemark.place?.population.map { String($0) }
            case "countryCode": placemark.isoCountryCode
            default: nil
            }
        guard value == nil, !Self.ownKeys.contains(key) else { return bytes += (value ?? "").utf8 }
        PlaceReport(placemark).appendValue(of: key, to: &bytes)
    }

    /// The keys that a placemark without a match does not have.
    private static let ownKeys: Set = [
        "query", "name", "kind", "matchedName", "match", "distance", "geonameId", "population", "countryCode",
    ]
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

    /// - Parameters:
    ///   - format: The form.
    ///   - isBatch: Whether names come from a file, so that each match says which it is for.
    init(form format: OutputFormat, isBatch: Bool) {
        form = format.form
        layout = OutputLayout(
            columns: ["latitude", "longitude", "name", "kind", "population"] + PlaceRecord.columns,
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
        form.append(record, at: point(report.query, .success(report.found.placemark.coordinate)), layout, to: &bytes)
    }

    /// Appends the line of a name that was not found: an empty one, or the name and the reason.
    mutating func append(nothingFor query: String, problem: String, to bytes: inout [UInt8]) {
        separate(&bytes)
        form.appendProblem(problem, of: point(query, .failure(.init(text: problem))), layout, to: &bytes)
    }

    private mutating func separate(_ bytes: inout [UInt8]) {
        if !isFirst { bytes += form.separator }
        isFirst = false
    }

    private func point(_ query: String?, _ position: Result<Coordinate, CoordinateText.Problem>) -> InputPoint {
        let attributes = query.map { [InputPoint.Attribute(key: "query", text: $0)] } ?? []
        return InputPoint(line: 0, position: position, attributes: attributes)
    }
}

/// A match as every form of output prints it.
private struct MatchRecord: OutputRecord {
    let report: SearchReport
    let columns: Int?
    let style: TextStyle

    func appendText(to bytes: inout [UInt8]) { bytes += report.text(columns: columns, style: style).utf8 }

    func appendCells(of table: TableSyntax, to bytes: inout [UInt8]) {
        var placemark = report.found.placemark
        let own = [
            NumberText.shortest(placemark.coordinate.latitude, decimals: 9),
            NumberText.shortest(placemark.coordinate.longitude, decimals: 9), placemark.name ?? "",
            report.found.kind?.rawValue ?? "", placemark.place?.population.map(String.init) ?? "",
        ]
        for field in own {
            table.append(field, to: &bytes)
            bytes.append(table.separator)
        }
        // The column of the distance comes last, and is that from the point of --near.
        placemark.place = nil
        PlaceRecord(placemark).appendCells(of: table, to: &bytes)
        if let distance = report.found.distance { NumberText.append(distance, decimals: 1, to: &bytes) }
    }

    func writeMembers(to writer: inout JSONWriter) { report.writeMembers(to: &writer) }

    var appendValue: (String, inout [UInt8]) -> Void { report.appendValue }
}
