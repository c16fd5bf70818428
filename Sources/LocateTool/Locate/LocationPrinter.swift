import Geo
import Geocoding
import Positioning
import TrackFormats

/// Prints locations in the form that was asked for, with their addresses.
final class LocationPrinter {
    private let options: LocateOptions
    private let output: Output
    private let nmea = NMEAWriter()
    private let places: FixPlaces?
    private var hasHeader = false
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
        guard options.template == nil, outage != nil || former != nil else { return }
        let report = LocationReport(
            status: .updating, reason: outage?.name, error: outage?.description,
            recovered: outage == nil ? former?.name : nil)
        switch options.format {
        case .json: try output.writeLine(report.json)
        case .geojson: try output.writeLine(report.geoJSON)
        case .text, .csv, .nmea: return
        }
    }

    /// Prints one update of `--watch`.
    func update(_ snapshot: LocationSnapshot) throws(ToolError) {
        let report = try report(snapshot)
        if let template = options.template { return try output.writeLine(report.render(template)) }
        switch options.format {
        case .text: try output.writeLine(report.textLine(columns: output.columns) ?? "")
        case .json, .geojson, .csv, .nmea: try write(report, snapshot)
        }
    }

    /// Prints how a session ended.
    ///
    /// JSON is printed in every case, the other forms when there is a location.
    func result(_ snapshot: LocationSnapshot) throws(ToolError) {
        let report = try report(snapshot)
        guard report.location != nil else {
            if options.template == nil, options.format == .json || options.format == .geojson {
                try write(report, snapshot)
            }
            return
        }
        if let template = options.template { return try output.writeLine(report.render(template)) }
        switch options.format {
        case .text:
            let text =
                options.watch
                ? report.textLine(columns: output.columns) : report.text(columns: output.columns, style: output.style)
            try output.writeLine(text ?? "")
        case .json, .geojson, .csv, .nmea: try write(report, snapshot)
        }
    }

    private func write(_ report: LocationReport, _ snapshot: LocationSnapshot) throws(ToolError) {
        switch options.format {
        case .json: try output.writeLine(report.json)
        case .geojson: try output.writeLine(report.geoJSON)
        case .csv:
            if !hasHeader {
                output.beginCSV()
                try output.writeLine(LocationReport.csvHeader)
            }
            hasHeader = true
            try output.writeLine(report.csvRow ?? "")
        case .nmea:
            guard let location = report.location else { return }
            for sentence in nmea.sentences(for: location, sky: snapshot.satellites) { try output.write(sentence) }
            if output.flushesLines { try output.flush() }
        case .text: break
        }
    }

    private func report(_ snapshot: LocationSnapshot) throws(ToolError) -> LocationReport {
        // A session that failed keeps its last fix, but what failed is not to be taken for a result.
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
        if options.template == nil, options.format == .json || options.format == .geojson {
            report.attribution = attribution
        } else if !options.quiet, credited.insert(attribution).inserted {
            Messages.note(attribution)
        }
    }
}
