import FoundationEssentials
import Glibc
package import LKCommandLine
import LKFormats
import LKGazetteer
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKTagging
import LKTrackFormats
import LKTracks

extension CommandDescription {
    /// `locate photos geotag`: positions.
    package static let photosGeotag = CommandDescription(
        path: ["photos", "geotag"],
        summary: "write positions into photos, from a track or other photos, by the time they were taken",
        usage: ["FOLDER|FILE... --track TRACK... [options]", "FOLDER|FILE... --from-photos FOLDER... [options]"],
        discussion: geotagDiscussion,
        arguments: photoArguments,
        options: GeotagOptions.all,
        appendices: [taggingKeywords],
        examples: [
            .init("show what would be done", "locate photos geotag Pictures --track walk.gpx --dry-run"),
            .init("write the positions", "locate photos geotag Pictures --track walk.gpx"),
            .init(
                "use many tracks, for clocks without a time zone",
                "locate photos geotag *.jpg --track *.gpx --time-zone Asia/Tokyo"),
            .init(
                "estimate the clock offset of each camera",
                "locate photos geotag Pictures --track walk.gpx --offset auto"),
        ],
        action: CommandAction(sample: ["/"], GeotagOptions.init, run: GeotagCommand.run)
    )

    private static let geotagDiscussion: [String] = [
        "Tracks are track logs, \(TrackFormat.alternatives), any number of them; such files among the photos are "
            + "tracks too, so that *.jpg --track *.gpx works. Photos in FOLDER that have a position also serve as a "
            + "track for the others. With --from-photos so do photos elsewhere, such as those of a phone: if no track "
            + "covers a photo's time, the one taken nearest in time gives its position, within --max-gap, and is named. "
            + "Times are compared in UTC, or as local times if an offset to UTC is unknown. A position that was itself "
            + "derived from a track or a photo is not used.",
        photoFiles,
        "If a photo does not state its offset to UTC, the offset follows from --time-zone, else from the time zone "
            + "at the photo's own position or at the track's, else from the same camera's other photos, but never from "
            + "this computer's time zone. --offset corrects a clock that was wrong; it is added to the camera's time: "
            + "3600, 1:00:00 or 1h for a camera that was an hour behind. With auto, the clock offset of each camera is "
            + "estimated from GPS times in its photos and from where the tracks stand still, and printed on standard "
            + "error. A clock that may have been right is not corrected; the error of each position covers the other "
            + "possibilities. If neither a right clock nor one offset is likely, the photos are skipped. --camera "
            + "limits all this to one of several cameras.",
        "Videos state UTC, except those of cameras whose makers are known to write local time, such as GoPro, Nikon and "
            + "Canon; --video-time says otherwise, and --time-zone then counts for them too. What the photos of a camera "
            + "reveal about the clock of its videos, of other cameras or of its own is printed on standard error, with "
            + "the options that would correct it. The times in the files stay as they are.",
        "Between two points of a track the position is interpolated; elsewhere that of the nearest point counts. "
            + "The estimated error is written too; a position with an error above --max-error is not written. A photo "
            + "for which nothing was recorded is skipped, which is not a failure.",
        "JPEG, PNG, WebP, TIFF, DNG, HEIC, AVIF, MP4 and MOV are written. Other raw files, BigTIFF, and files that "
            + "cannot be written without losing something else stay as they are, and a sidecar gets the position: an "
            + "existing one, else IMG.CR2.xmp. A raw file beside its JPEG, and the video of a live photo, get the same "
            + "position.",
        writingSafety,
        objectLines,
    ]
}

/// `locate photos geotag`: positions for photos, from tracks and from other photos.
enum GeotagCommand {
    private static let name = "photos geotag"

    static func run(_ options: GeotagOptions, output: Output) throws(ToolError) -> ExitCode {
        // Before signals are watched: a track may be a pipe that does not come, and nothing is under way that must be finished.
        let tracks = try readTracks(options)
        return try TaggingFrame.run(
            .geotagging, options.photos, options.tagging, command: name, readsNames: options.readsNames, output: output
        ) { frame, contents throws(ToolError) in
            let world = try ToolGeocoder.openWorld()
            var planner = PhotoFolder.GeotagPlanner(
                tracks, zones: TimeZones(world), configuration: options.configuration, camera: options.camera,
                naming: WorldPlaces(world))
            let others = try options.sources.map { sources throws(ToolError) in try placed(sources) }
            let count = planner.learn(contents.assets, placedBy: others ?? [])
            if let sources = options.sources, count == 0, !options.tagging.quiet {
                Messages.note("no photo in \(sources.names) has a position", command: name)
            }
            let geotagger = planner.geotagger
            if options.tracks.isEmpty, options.sources == nil, !options.tagging.quiet {
                Messages.note(
                    "no track is named, so positions come from the photos here that have one; --track FILE names a track",
                    command: name)
            }
            if !options.tagging.quiet { tell(geotagger) }
            try frame.begin(contents)
            if let camera = options.camera, !contents.assets.contains(where: planner.concerns) {
                let there = Suggestion.list(
                    contents.assets.compactMap { PhotoReport($0, in: options.photos, naming: nil).camera }
                        .map(ForeignText.clean))
                Messages.note(
                    "no photo was taken with a camera with \(camera) in its name\(there.map { "; the cameras here: \($0)" } ?? "")",
                    command: name)
            }
            var formerNames = FormerNamesNote()
            try frame.writeAll(contents, planner) { photo in
                formerNames.count(photo)
                return TaggingReport(
                    photo, in: options.photos, sources: options.sources, tracks: tracks.interval,
                    zones: geotagger.trackZones)
            }
            if !options.tagging.quiet { formerNames.finish(options.photos, command: name) }
            if geotagger.correctsClocks, frame.tally.written > 0, !options.tagging.quiet {
                Messages.note(
                    "the photos' own times stay as their cameras wrote them; only the time of the position is corrected",
                    command: name)
            }
        }
    }

    private static func readTracks(_ options: GeotagOptions) throws(ToolError) -> TrackTimeline {
        let progress = Progress(isWanted: !options.tagging.quiet)
        defer { progress.finish() }
        var tracks = TrackTimeline(
            maximumGap: options.maximumGap, maximumExtrapolation: options.maximumExtrapolation)
        var (empty, hasPositions): (ToolError?, Bool) = (nil, false)
        for path in options.tracks {
            let before = tracks.count
            progress.say("reading \(path)")
            let input = TrackInput(path)
            do throws(TrackFormatError) {
                let positions = PositionCounter(try input.reader(salvaging: options.salvages))
                let reader = JumpReader(positions)
                let file = path.split(separator: "/").last.map(String.init)
                try tracks.append(reading: reader, named: path == "-" ? nil : file)
                progress.clear()
                TrackWarningText.say(TrackWarnings(reader), path: input.name, command: name, advising: false)
                TrackWarningText.say(jumps: reader, path: input.name, command: name)
                hasPositions = hasPositions || !positions.isEmpty || input.isLog
                if positions.isEmpty {
                    empty = empty ?? ToolError(TrackFormatError(withoutPositions: input.name, TrackWarnings(reader)))
                }
            } catch { throw ToolError(error, of: options.salvages ? nil : input) }
            if tracks.count == before, !options.tagging.quiet {
                Messages.note(
                    "\(path == "-" ? StandardInput.name : path) has no points with a time and is ignored",
                    command: name)
            }
        }
        if !hasPositions, let empty { throw empty }
        return tracks
    }

    /// Finds photos of other folders, whose positions are the photographer's.
    private static func placed(_ sources: PhotoSelection) throws(ToolError) -> [PhotoAsset] {
        let library = PhotoLibrary(folders: sources.folderURLs, files: sources.fileURLs)
        do throws(PhotosError) {
            let report = try Waiting.attempt { () async throws(PhotosError) in try await library.reload() }
            for problem in report.problems {
                if sources.contains(problem.path) { throw problem }
                Messages.note(problem.message, command: name)
            }
        } catch {
            throw ToolError(error)
        }
        return library.allPhotos.assets
    }

    /// Prints the estimated clock offsets, and reasons to doubt the times of cameras.
    private static func tell(_ geotagger: Geotagger) {
        for clock in geotagger.clocks { Messages.note(ClockText.text(clock), command: name) }
        for hint in geotagger.hints { Messages.note(ClockHintText.text(hint), command: name) }
    }
}

extension TaggingReport {
    /// Creates the report of a photo of a plan; the result of its edits may still change it.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - photos: How paths are printed.
    ///   - source: What the position comes from, where the plan does not say.
    ///   - sources: How paths of photos are printed that positions come from.
    ///   - tracks: The first and last time of the tracks.
    ///   - zones: The time zones that the tracks pass through.
    init(
        _ photo: PhotoFolder.Photo, in photos: PhotoSelection, source: String? = nil, sources: PhotoSelection? = nil,
        tracks: ClosedRange<Date>? = nil, zones: [String] = []
    ) {
        guard let asset = photo.asset else {
            self.init(path: photos.shown(photo.url.path), action: .failed, reason: photo.summary)
            return
        }
        switch photo.detail {
        case .position(let planned):
            self.init(
                asset, planned, in: photos, source: source, sources: sources, tracks: tracks, zones: zones)
            if let place = photo.stalePlace { reason = "its place names stay \(place.shortName)" }
        case .names(let planned): self.init(asset, planned, in: photos)
        case .takeout(let planned): self.init(asset, planned, in: photos)
        case .none, .removal, .move:
            self.init(asset, in: photos, .written)
            removed = photo.removed
            leave(photo.keptKeywords)
            switch photo.action {
            case .write: break
            case .keep(let why): (action, reason) = (.kept, why)
            case .skip(let why): (action, reason) = (.skipped, why)
            case .fail(let error): fail(error.message)
            }
        }
    }

    /// Creates the report of a photo whose position is planned; the result of its edits may still change it.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - planned: What is planned.
    ///   - photos: How paths are printed.
    ///   - source: What the position comes from, where the plan does not say.
    ///   - sources: How paths of photos are printed that positions come from.
    ///   - tracks: The first and last time of the tracks.
    ///   - zones: The time zones that the tracks pass through.
    init(
        _ asset: PhotoAsset, _ planned: PlannedPhoto, in photos: PhotoSelection, source: String? = nil,
        sources: PhotoSelection? = nil, tracks: ClosedRange<Date>? = nil, zones: [String] = []
    ) {
        self.init(asset, in: photos, .written)
        if let moment = planned.moment {
            time = moment.instant
            offset = moment.offset
            zone = moment.zoneName ?? UTCOffset.text(moment.offset)
        }
        switch planned.action {
        case .keep(let why):
            (action, reason) = (.kept, why.description)
            coordinate = asset.knownLocation?.coordinate
        case .skip(.noZone) where zones.isEmpty:
            (action, reason) = (.skipped, "its time zone is unknown; give it with --time-zone")
        case .skip(.noZone):
            let shown = asset.date.map { ", \(PhotoDateText.text($0))" } ?? ""
            let zone = zones.count == 1 ? "the time zone of the track, \(zones[0])" : "the time zones of the tracks"
            let why = "the track has no fix near its time\(shown) in \(zone)" + Self.coverText(tracks, nil)
            (action, reason) = (.skipped, why)
        case .skip(.noPosition):
            let why = planned.explanation(of: .noPosition)
            (action, reason) = (.skipped, why + Self.coverText(tracks, planned.moment))
        case .skip(.tooInaccurate(let error)):
            let limit = PlannedPhoto.Reason.tooInaccurate(error)
            (action, reason) = (.skipped, "\(limit); --max-error allows more" + Self.coverText(tracks, planned.moment))
        case .skip(.unprovenClock(let seconds, let confidence, let error)):
            let why = PlannedPhoto.Reason.unprovenClock(seconds: seconds, confidence: confidence, error: error)
            let advice = seconds == 0 ? "if the clock is right, pass --offset 0" : "--max-error allows more"
            (action, reason) = (.skipped, "\(why); \(advice)")
        case .skip(let why): (action, reason) = (.skipped, why.description)
        case .fail(let failure): fail(failure.message)
        case .write(let edit):
            if case .set(let location) = edit.location {
                (coordinate, error) = (location.coordinate, location.horizontalAccuracy)
            }
            self.source = source
            guard let match = planned.match else { return }
            gap = match.position.gapSeconds
            switch match.source {
            case .track(let name): self.source = name
            case .photos(let camera): self.source = "photos of \(camera)"
            case .photo(let url):
                self.source = sources?.shown(url.path) ?? url.path
                isFromPhoto = true
            }
        }
    }
}

extension TaggingReport {
    /// Returns a clause about the time that tracks cover, unless it contains that of the photo: `; the tracks cover
    /// 2021-07-25 12:00:00 +02:00 to 2021-07-25 13:00:00 +02:00`.
    ///
    /// - Parameters:
    ///   - tracks: The first and last time of the tracks.
    ///   - moment: When the photo was taken; its offset is used for both times.
    /// - Returns: A clause with a semicolon in front, or nothing.
    fileprivate static func coverText(_ tracks: ClosedRange<Date>?, _ moment: PhotoMoment?) -> String {
        guard let tracks else { return "" }
        if let moment, tracks.contains(moment.instant) { return "" }
        let ends = [tracks.lowerBound, tracks.upperBound].map { Timestamp.local($0, offset: moment?.offset ?? 0) }
        guard let first = ends[0], let last = ends[1] else { return "" }
        return "; the tracks cover \(first) to \(last)"
    }
}
