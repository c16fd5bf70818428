import LKCommandLine
import LKGazetteer
import LKGeo
import LKGeocoding
import LKPositioning
import LKSharedOptions
import LKTrackFormats

/// Prints locations with their addresses in the requested form.
final class LocationPrinter {
    private let options: LocateOptions
    private let output: Output
    private let places: FixNames?
    private var hasBegun = false
    /// The place of the last fix that was printed, and where that was; `nil` before the first, and without addresses.
    private(set) var place: (coordinate: Coordinate, placemark: Placemark)?
    /// The attributions already printed on standard error.
    private var credited: Set<String> = []

    /// Opens the place data before the wait for a position, so that a bad file does not cost the user that wait.
    init(_ options: LocateOptions, output: Output) throws(ToolError) {
        self.options = options
        self.output = output
        let needsPlaces = options.resolvesAddress && options.format != .nmea
        places = needsPlaces ? try FixNames(options) : nil
    }

    /// The user's own names of places; `nil` for none.
    var corrections: PlaceCorrections? { places?.corrections }

    /// Cancels the wait for a web service and prevents later ones; safe to call from any thread.
    var stopWaiting: @Sendable () -> Void { { [places] in places?.stop() } }

    /// Prints that gpsd, its receiver or the fix was lost or has returned, which only the JSON forms can express.
    ///
    /// - Parameters:
    ///   - obstacle: Why there are no positions now; `nil` when there are.
    ///   - sentence: The same as a sentence.
    ///   - former: The obstacle before.
    /// - Throws: ``ExitCode/ioError`` if the output cannot be written.
    func search(_ obstacle: LocationManager.NoFixReason?, _ sentence: String?, former: LocationManager.NoFixReason?)
        throws(ToolError)
    {
        guard options.format.form.isStructured, obstacle != nil || former != nil else { return }
        try write(
            LocationReport(
                status: .updating, reason: obstacle?.name, error: obstacle == nil ? nil : sentence,
                recovered: obstacle == nil ? former?.name : nil), nil)
    }

    /// Prints one update of `--watch`.
    func update(_ snapshot: LocationManager.Snapshot) throws(ToolError) { try write(try report(snapshot), snapshot) }

    /// Prints how a session ended.
    ///
    /// JSON is printed in every case, the other forms when there is a location.
    func result(_ snapshot: LocationManager.Snapshot) throws(ToolError) {
        let report = try report(snapshot)
        if report.location != nil || options.format.form.isStructured { try write(report, snapshot) }
    }

    private func write(_ report: LocationReport, _ snapshot: LocationManager.Snapshot?) throws(ToolError) {
        let form = options.format.form
        var bytes: [UInt8] = []
        if form.isTabular, !hasBegun {
            output.beginTable(form.table(.fixes))
            bytes = form.beginning(.fixes, header: nil, isBareCSV: false, members: [])
        }
        hasBegun = true
        let record = FixRecord(
            report: report, sky: snapshot?.satellites, isLine: options.watch, columns: output.columns,
            style: output.style)
        form.appendLine(record, .fixes, to: &bytes)
        try output.write(bytes)
        if output.flushesLines { try output.flush() }
    }

    private func report(_ snapshot: LocationManager.Snapshot) throws(ToolError) -> LocationReport {
        // A failed session keeps its last fix, but a failure must not look like a result.
        let location = snapshot.status == .failed ? nil : snapshot.location
        var report = LocationReport(
            status: snapshot.status, finishReason: snapshot.finishReason, reason: snapshot.reason?.name,
            error: snapshot.error?.message, location: location)
        guard let location, let places else { return report }
        guard let place = places.place(at: location.coordinate) else { return report }
        self.place = (location.coordinate, place)
        let named = PlaceReport(place)
        report.place = named
        // Text shows the address line only, not its parts.
        report.address = options.format == .text ? AddressReport(string: named.line) : named.address
        report.timeZone = place.timeZone
        // `locate data info` credits the built-in world, and the import of a street index its data.
        let isWeb = place.provider == options.web?.service.name
        if options.web != nil || place.provider != World.providerName { report.provider = place.provider }
        if isWeb || options.format.form.isStructured && place.provider != World.providerName {
            credit(place, in: &report)
        }
        return report
    }

    /// Prints the attribution that the data's licence requires: in the output if the form has a place for it, else once on standard error.
    private func credit(_ place: Placemark, in report: inout LocationReport) {
        guard let attribution = place.attribution else { return }
        if options.format.form.isStructured {
            report.attribution = attribution
        } else if !options.quiet, credited.insert(attribution).inserted {
            Messages.note(attribution)
        }
    }
}

/// A state of the search, for all output forms.
struct FixRecord: SentenceRecord {
    let report: LocationReport
    /// The satellites, for NMEA.
    let sky: SkyView?
    /// Whether text is a single line, for consecutive updates.
    let isLine: Bool
    /// The terminal's width in columns; `nil` if the output is not a terminal.
    let columns: Int?
    /// The style of text.
    let style: TextStyle

    static var table: OutputTable<LocationReport> { LocationReport.table }
    var values: LocationReport { report }
    var hasCells: Bool { report.location != nil }

    var entry: OutputEntry {
        OutputEntry(
            coordinate: report.location?.coordinate, ellipsoidalAltitude: report.location?.ellipsoidalAltitude)
    }

    var sentences: [String] { report.location.map { NMEAWriter().sentences(for: $0, sky: sky) } ?? [] }

    func appendText(to bytes: inout [UInt8]) {
        let text = isLine ? report.textLine(columns: columns) : report.text(columns: columns, style: style)
        bytes += (text ?? "").utf8
    }
}

extension OutputLayout {
    /// Positions of a receiver.
    static let fixes = OutputLayout(columns: LocationReport.table.columns, hasPosition: false)
}
