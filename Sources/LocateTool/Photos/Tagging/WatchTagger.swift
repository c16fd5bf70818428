import LocationKit

/// Gives photos the names of their places as they arrive in a folder that is watched.
struct WatchTagger {
    private static let command = "photos watch"

    private let tagger = PhotoTagger()
    private let photos: PhotoSelection
    private let printer: RecordPrinter
    private var step: TagStep

    /// - Throws: What is wrong with the data of places.
    init(_ options: PhotoWatchOptions, _ printer: RecordPrinter) throws(ToolError) {
        var configuration = PlaceTagger.Configuration()
        configuration.languages = options.languages ?? LanguageTag.preferred(environment: Environment.values)
        let geocoder = ReverseGeocoder([WorldProvider(world: try PlaceLookup.openWorld())])
        step = TagStep(PlaceTagger(geocoder, configuration: configuration), options.photos)
        photos = options.photos
        self.printer = printer
    }

    /// Writes names into a photo that is new or has changed, and prints that; one that has them is left alone, also by the event
    /// that the writing itself causes.
    mutating func take(_ event: PhotoEvent) throws(ToolError) {
        guard event.kind == .inserted || event.kind == .updated else { return }
        var (report, edits) = step.result(event.asset)
        if !edits.isEmpty {
            let files = Waiting.wait { [tagger, edits] in
                let files = await tagger.write(edits)
                await tagger.finish()
                return files
            }
            guard report.take(files, shown: photos.shown) else { return }
        }
        switch report.action {
        case .kept, .skipped: return
        case .failed: Messages.note(report.reason ?? report.path, command: Self.command, as: .error)
        case .written:
            // As wide as the words for events.
            guard printer.form != .text else {
                let line = report.text(verb: "tagged  ", columns: printer.output.columns)
                return try printer.output.writeLine(line)
            }
            try printer.print { writer in
                writer.member("event", "tagged")
                report.writeMembers(to: &writer)
            }
        }
    }
}
