import Geo
import Geocoding
import Positioning
import TrackFormats

/// Prints locations in the form that was asked for, with their addresses.
final class LocationPrinter {
    private let options: LocateOptions
    private let output: Output
    private let places: FixPlaces?
    private var hasBegun = false
    /// Whose data was named on standard error.
    private var credited: Set<String> = []

    /// Opens the place data, lest a position that was waited for be lost to a wrong file.
    init(_ options: LocateOptions, output: Output) throws(ToolError) {
        self.options = options
        self.output = output
        let needsPlaces = options.resolvesAddress && options.format != .nmea
        places = needsPlaces ? try FixPlaces(options) : nil
    }

    /// Ends the wait for a service, and lets none begin; may be called from any thread.
    var stopWaiting: @Sendable () -> Void { { [places] in places?.stop() } }

    /// Prints that gpsd or its receiver is lost, or back; only the forms of JSON have room for that.
    ///
    /// - Parameters:
    ///   - outage: What is the matter now; `nil` when all is well again.
    ///   - former: What was the matter before.
    /// - Throws: ``ExitCode/ioError`` when it cannot be written.
    func outage(_ outage: NoFixReason?, former: NoFixReason?) throws(ToolError) {
        guard options.format.form.isStructured, outage != nil || former != nil else { return }
        try write(
            LocationReport(
                status: .updating, reason: outage?.name, error: outage?.description,
                recovered: outage == nil ? former?.name : nil), nil)
    }

    /// Prints one update of `--watch`.
    func update(_ snapshot: LocationSnapshot) throws(ToolError) { try write(try report(snapshot), snapshot) }

    /// Prints how a session ended.
    ///
    /// JSON is printed in every case, the other forms when there is a location.
    func result(_ snapshot: LocationSnapshot) throws(ToolError) {
        let report = try report(snapshot)
        if report.location != nil || options.format.form.isStructured { try write(report, snapshot) }
    }

    private func write(_ report: LocationReport, _ snapshot: LocationSnapshot?) throws(ToolError) {
        let form = options.format.form
        var bytes: [UInt8] = []
        if form.isTabular, !hasBegun {
            output.beginCSV()
            bytes = form.beginning(.fixes, header: nil, isBareCSV: false, members: [])
        }
        hasBegun = true
        let record = FixRecord(
            report: report, sky: snapshot?.satellites, isLine: options.watch, columns: output.columns,
            style: output.style)
        form.appendLine(record, at: report.point(for: form), .fixes, to: &bytes)
        try output.write(bytes)
        if output.flushesLines { try output.flush() }
    }

    private func report(_ snapshot: LocationSnapshot) throws(ToolError) -> LocationReport {
        // A failed session keeps its last fix, but a failure must not look like a result.
        let location = snapshot.status == .failed ? nil : snapshot.location
        var report = LocationReport(
            status: snapshot.status, finishReason: snapshot.finishReason, reason: snapshot.reason?.name,
            error: snapshot.error?.message, location: location)
        guard let location, let places else { return report }
        guard let place = places.place(at: location.coordinate) else { return report }
        report.address = AddressReport(place)
        report.timeZone = place.timeZone
        if let web = options.web {
            report.provider = place.provider
            // The built-in world is credited elsewhere.
            if place.provider == web.service.name { credit(place, in: &report) }
        }
        return report
    }

    /// Names whose data an address is, as its licence asks: in the output where there is room, else once on standard error.
    private func credit(_ place: Placemark, in report: inout LocationReport) {
        guard let attribution = place.attribution else { return }
        if options.format.form.isStructured {
            report.attribution = attribution
        } else if !options.quiet, credited.insert(attribution).inserted {
            Messages.note(attribution)
        }
    }
}

/// A state of the search as every form of output prints it.
struct FixRecord: OutputRecord {
    let report: LocationReport
    /// The satellites that NMEA names.
    let sky: SkyView?
    /// Whether text is one line, as for updates that follow each other.
    let isLine: Bool
    /// The width of the terminal that text is for; `nil` if it is none.
    let columns: Int?
    /// How text looks.
    let style: TextStyle

    func appendText(to bytes: inout [UInt8]) {
        let text = isLine ? report.textLine(columns: columns) : report.text(columns: columns, style: style)
        bytes += (text ?? "").utf8
    }

    func appendCells(separator: UInt8, to bytes: inout [UInt8]) {
        if let fields = report.fields { bytes += CSVWriter.row(fields, separator: separator).utf8 }
    }

    func writeMembers(to writer: inout JSONWriter) { report.writeMembers(to: &writer) }

    func writeProperties(to writer: inout JSONWriter) { report.writeProperties(to: &writer) }

    var appendValue: (String, inout [UInt8]) -> Void {
        { key, bytes in bytes += (report.value(of: key) ?? "").utf8 }
    }
}

extension OutputLayout {
    /// Positions of a receiver.
    static let fixes = OutputLayout(columns: LocationReport.columns, hasPosition: false)
}

extension OutputFormat {
    /// Sentences of NMEA 0183.
    static let nmea = OutputFormat("nmea", NMEAForm(), for: [.fixes])
}

/// Sentences of NMEA 0183, which can say where a receiver is and nothing else.
private struct NMEAForm: OutputForm {
    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        guard let fix = record as? FixRecord, let location = fix.report.location else { return }
        for sentence in NMEAWriter().sentences(for: location, sky: fix.sky) { bytes += sentence.utf8 }
    }

    func appendEntry(
        _ point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        content(&bytes)
    }

    func appendProblem(_ problem: String, of point: InputPoint, _ layout: OutputLayout, to bytes: inout [UInt8]) {}
}
