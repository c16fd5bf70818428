import Geo
import Geocoding
import Positioning
import TrackFormats

/// Prints locations in the form that was asked for, with their addresses.
final class LocationPrinter {
    private let options: LocateOptions
    private let output: Output
    private let nmea = NMEAWriter()
    private let lookup: PlaceLookup?
    private var hasHeader = false

    /// Opens the place data, lest a position that was waited for be lost to a wrong file.
    init(_ options: LocateOptions, output: Output) throws(ToolError) {
        self.options = options
        self.output = output
        let needsPlaces = options.resolvesAddress && options.format != .nmea
        lookup = needsPlaces ? try PlaceLookup(languages: options.languages) : nil
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
            if !hasHeader { try output.writeLine(LocationReport.csvHeader) }
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
        guard let location, let lookup else { return report }
        let place: Placemark
        do throws(ToolError) { place = try lookup.place(at: location.coordinate) } catch {
            // The position is what was asked for; its name is extra.
            Messages.note(error.message + "; printed without the address", as: .warning)
            return report
        }
        report.address = AddressReport(place)
        report.timeZone = place.timeZone
        return report
    }
}
