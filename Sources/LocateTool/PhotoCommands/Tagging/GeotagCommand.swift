import Gazetteer
import Geocoding
import LocationKit

/// `locate photos geotag`: positions for photos, from tracks and from other photos.
enum GeotagCommand {
    private static let name = "photos geotag"

    static func run(_ options: GeotagOptions, output: Output) throws(ToolError) -> ExitCode {
        // Before signals are watched: a track may be a pipe that does not come, and nothing is under way that must be finished.
        let tracks = try readTracks(options)
        let session = LibrarySession(
            options.photos, command: name, quiet: options.tagging.quiet, patience: LibrarySession.writingPatience)
        defer { session.finishWriting() }
        if !options.tagging.isDryRun {
            try Recovery(command: name, isQuiet: options.tagging.quiet).recover(options.photos)
        }
        let world = try PlaceLookup.openWorld()
        try session.check()
        let report = try session.look(watching: false)
        let assets = session.library.allPhotos.assets
        var geotagger = Geotagger(
            tracks: tracks, zones: TimeZones { try? world.timeZone(at: $0) }, configuration: options.configuration)
        for asset in assets { geotagger.learn(PhotoFacts(known: asset)) }
        if let sources = options.sources { try learn(from: sources, &geotagger, quiet: options.tagging.quiet) }
        geotagger.finishLearning()
        if options.tracks.isEmpty, options.sources == nil, !options.tagging.quiet {
            Messages.note(
                "no track is named, so positions come from the photos here that have one; --track FILE names a track",
                command: name)
        }
        if !options.tagging.quiet { tell(geotagger.clocks) }
        let batches = TaggingBatches(
            options.tagging, session, options.photos, command: name, total: assets.count, output: output)
        var code = try batches.add(report.problems)
        if let camera = options.camera, !assets.contains(where: options.concerns) {
            let there = Suggestion.list(
                assets.compactMap { PhotoReport($0, in: options.photos, naming: nil).camera }.map(ForeignText.clean))
            Messages.note(
                "no photo is of a camera with \(camera) in its name\(there.map { "; the cameras here: \($0)" } ?? "")",
                command: name)
        }
        let reader = MetadataReader()
        for asset in assets {
            guard options.concerns(asset) else {
                let reason = asset.camera == nil ? "it names no camera" : "another camera has taken it"
                try batches.add(TaggingReport(asset, in: options.photos, .skipped, reason: reason))
                continue
            }
            let step = GeotagStep(
                asset, in: options.photos, policy: options.configuration.policy, reader, sources: options.sources,
                plan: geotagger.planned)
            let (report, edits) = step.result
            try batches.add(report, edits)
        }
        try batches.finish()
        if batches.tally.failed > 0, code == .success { code = .partialFailure }
        return code
    }

    private static func readTracks(_ options: GeotagOptions) throws(ToolError) -> TrackTimeline {
        let progress = Progress(isWanted: !options.tagging.quiet)
        defer { progress.finish() }
        var tracks = TrackTimeline(
            maximumGap: options.maximumGap, maximumExtrapolation: options.maximumExtrapolation)
        for path in options.tracks {
            let before = tracks.count
            progress.say("reading \(path)")
            do throws(TrackFormatError) {
                let input = TrackInput(path)
                let reader = try input.reader(salvaging: options.salvages)
                let file = path.split(separator: "/").last.map(String.init)
                try tracks.append(reading: reader, named: path == "-" ? nil : file)
                progress.clear()
                TrackWarningText.say(TrackWarnings(reader), path: input.name, command: name)
            } catch { throw ToolError(error, canSalvage: !options.salvages) }
            if tracks.count == before, !options.tagging.quiet {
                Messages.note(
                    "\(path == "-" ? StandardInput.name : path) has no points with a time, and places no photo",
                    command: name)
            }
        }
        return tracks
    }

    /// Learns from photos of other folders where their takers were.
    private static func learn(
        from sources: PhotoSelection, _ geotagger: inout Geotagger, quiet: Bool
    ) throws(ToolError) {
        let library = PhotoLibrary(folders: sources.folderURLs, files: sources.fileURLs)
        let report = Waiting.wait { () -> Result<PhotoLibrary.Report, PhotosError> in
            do throws(PhotosError) { return .success(try await library.reload()) } catch { return .failure(error) }
        }
        do throws(PhotosError) {
            for problem in try report.get().problems {
                if sources.contains(problem.path) { throw problem }
                Messages.note(problem.message, command: name)
            }
        } catch {
            throw ToolError(error)
        }
        var count = 0
        for asset in library.allPhotos.assets where geotagger.learn(placing: PhotoFacts(known: asset)) { count += 1 }
        if count == 0, !quiet { Messages.note("no photo in \(sources.names) has a position", command: name) }
    }

    /// Says what was found out of clocks.
    private static func tell(_ clocks: [ClockEstimate]) {
        for clock in clocks { Messages.note(ClockText.text(clock), command: name) }
    }
}
