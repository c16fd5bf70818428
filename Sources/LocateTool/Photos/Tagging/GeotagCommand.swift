import Gazetteer
import Geocoding
import LocationKit

/// `locate photos geotag`: positions for photos, from tracks and from other photos.
enum GeotagCommand {
    private static let name = "photos geotag"

    static func run(_ options: GeotagOptions, output: Output) throws(ToolError) -> ExitCode {
        let session = LibrarySession(
            options.folders, command: name, quiet: options.tagging.quiet, patience: LibrarySession.writingPatience)
        defer { session.finishWriting() }
        if !options.tagging.isDryRun { try Recovery.recover(options.folders) }
        let tracks = try readTracks(options)
        let world = try PlaceLookup.openWorld()
        try session.check()
        let report = try session.look(watching: false)
        var code = session.tell(report.problems, of: options.folders)
        let assets = session.library.allPhotos.assets
        var geotagger = Geotagger(
            tracks: tracks, zones: TimeZones { try? world.timeZone(at: $0) }, configuration: options.configuration)
        for asset in assets { geotagger.learn(PhotoFacts(known: asset)) }
        geotagger.finishLearning()
        if !options.tagging.quiet { tell(geotagger.clocks) }
        let batches = TaggingBatches(
            options.tagging, session, options.folders, command: name, total: assets.count, output: output)
        let reader = MetadataReader()
        for asset in assets {
            guard options.concerns(asset) else {
                let reason = "another camera has taken it"
                try batches.add(TaggingReport(asset, in: options.folders, .skipped, reason: reason))
                continue
            }
            let planned = plan(asset, geotagger, reader)
            let (report, edits) = GeotagStep(asset, planned, geotagger, options, reader).result
            try batches.add(report, edits)
        }
        try batches.finish()
        if batches.tally.failed > 0, code == .success { code = .partialFailure }
        return code
    }

    private static func readTracks(_ options: GeotagOptions) throws(ToolError) -> TrackTimeline {
        var tracks = TrackTimeline(
            maximumGap: options.maximumGap, maximumExtrapolation: options.maximumExtrapolation)
        for path in options.tracks {
            let before = tracks.count
            do throws(TrackFormatError) {
                let warnings = try tracks.append(contentsOf: path, salvaging: options.salvages)
                TrackWarningText.say(warnings, path: path, command: name)
            } catch { throw ToolError(error) }
            if tracks.count == before, !options.tagging.quiet {
                Messages.note("\(path) has no points with a time, and places no photo", command: name)
            }
        }
        return tracks
    }

    /// What is to be done with a photo; its file is read only where that matters.
    private static func plan(_ asset: PhotoAsset, _ geotagger: Geotagger, _ reader: MetadataReader) -> PlannedPhoto {
        let known = geotagger.planned(PhotoFacts(known: asset))
        guard case .write = known.action else { return known }
        guard asset.url.exactPath != nil else {
            let message = "the name of \(asset.path) is no UTF-8; rename it"
            return PlannedPhoto(
                unreadable: asset.url, TaggingError(code: .unreadable, message: message, path: asset.path))
        }
        do throws(TaggingError) {
            return geotagger.planned(try PhotoFacts(asset, reader: reader))
        } catch {
            return PlannedPhoto(unreadable: asset.url, error)
        }
    }

    /// Says what was found out of clocks.
    private static func tell(_ clocks: [ClockEstimate]) {
        for clock in clocks { Messages.note(ClockText.text(clock), command: name) }
    }
}
