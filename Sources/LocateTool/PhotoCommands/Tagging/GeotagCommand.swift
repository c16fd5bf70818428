import FoundationEssentials
import Gazetteer
import Geocoding
import Glibc
import Metadata
import Photos
import Tagging
import TrackFormats
import Tracks

extension CommandDescription {
    /// `locate photos geotag`: positions.
    static let photosGeotag = CommandDescription(
        path: ["photos", "geotag"],
        summary: "write positions into photos, from a track or other photos, by the time they were taken",
        usage: ["FOLDER|FILE... --track TRACK... [options]", "FOLDER|FILE... --from-photos FOLDER... [options]"],
        discussion: geotagDiscussion,
        arguments: photoArguments,
        options: geotagOptions,
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
            + "3600 or 1:00:00 for a camera that was an hour behind. With auto, the clock offset of each camera is "
            + "estimated from GPS times in its photos and from where the tracks stand still, and printed on standard "
            + "error. A clock that may have been right is not corrected; the error of each position covers the other "
            + "possibilities. If neither a right clock nor one offset is likely, the photos are skipped. --camera "
            + "limits all this to one of several cameras.",
        "Between two points of a track the position is interpolated; elsewhere that of the nearest point counts. "
            + "The estimated error is written too. A photo for which nothing was recorded is skipped, which is not a "
            + "failure.",
        "JPEG, PNG, WebP, TIFF, DNG, HEIC, AVIF, MP4 and MOV are written. Other raw files, BigTIFF, and files that "
            + "cannot be written without losing something else stay as they are, and a sidecar gets the position: an "
            + "existing one, else IMG.CR2.xmp. A raw file beside its JPEG, and the video of a live photo, get the same "
            + "position.",
        writingSafety,
        objectLines,
    ]

    private static let geotagOptions: [OptionDescription] =
        [
            .option("track", "FILE", "a track file (may be repeated); - is standard input", completion: .files),
            .option(
                "from-photos", "FOLDER|FILE",
                "photos with positions, such as those of a phone, for photos taken at nearly the same time (may be "
                    + "repeated)", completion: .files),
            .datesFromNames,
            .flag("salvage", "use the intact parts of a damaged track file, with a warning"),
            .option(
                "offset", "S|H:MM:SS|auto",
                "clock offset to add to the times of cameras, in seconds or hours, minutes and seconds; auto "
                    + "estimates it (default: 0)"
            ),
            .option(
                "camera", "NAME",
                "write only photos of cameras whose make or model contains NAME; the others still "
                    + "help"),
            .option("time-zone", "ZONE", "time zone of clocks that state none, such as Asia/Tokyo or +09:00")
                .settable(),
            .option(
                "max-gap", "S",
                "interpolate between points at most S seconds apart, and use photos taken at most S seconds apart "
                    + "(default: 1800)"
            ).settable("1800"),
            .option(
                "max-extrapolation", "S",
                "use the nearest point for up to S seconds before or after it "
                    + "(default: 1800)"
            )
            .settable("1800"),
            .choice(
                "policy", GeotagPolicy.allCases.map(\.rawValue),
                "what to do with photos that have a position (default: keep); replace-if-worse replaces one that "
                    + "states a lower accuracy"
            ).settable(GeotagPolicy.keep.rawValue),
            sidecarOption,
        ] + writingOptions + printingOptions + PathList.options
}

/// `locate photos geotag`: positions for photos, from tracks and from other photos.
enum GeotagCommand {
    private static let name = "photos geotag"

    static func run(_ options: GeotagOptions, output: Output) throws(ToolError) -> ExitCode {
        // Before signals are watched: a track may be a pipe that does not come, and nothing is under way that must be finished.
        let tracks = try readTracks(options)
        let session = LibrarySession(
            options.photos, command: name, quiet: options.tagging.quiet, readsNames: options.readsNames,
            gracePeriod: LibrarySession.writingGracePeriod)
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
                "no photo was taken with a camera with \(camera) in its name\(there.map { "; the cameras here: \($0)" } ?? "")",
                command: name)
        }
        let reader = MetadataReader()
        for asset in assets {
            guard options.concerns(asset) else {
                let reason = asset.camera == nil ? "it names no camera" : "another camera has taken it"
                try batches.add(TaggingReport(asset, in: options.photos, .skipped, reason: reason))
                continue
            }
            let planned = geotagger.planned(asset, reader: reader)
            try batches.add(
                TaggingReport(asset, planned, in: options.photos, sources: options.sources), planned.edits)
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
                let reader = JumpReader(try input.reader(salvaging: options.salvages))
                let file = path.split(separator: "/").last.map(String.init)
                try tracks.append(reading: reader, named: path == "-" ? nil : file)
                progress.clear()
                TrackWarningText.say(TrackWarnings(reader), path: input.name, command: name)
                TrackWarningText.say(jumps: reader, path: input.name, command: name)
            } catch { throw ToolError(error, canSalvage: !options.salvages) }
            if tracks.count == before, !options.tagging.quiet {
                Messages.note(
                    "\(path == "-" ? StandardInput.name : path) has no points with a time and is ignored",
                    command: name)
            }
        }
        return tracks
    }

    /// Learns the photographer's positions from photos of other folders.
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

    /// Prints the estimated clock offsets.
    private static func tell(_ clocks: [ClockEstimate]) {
        for clock in clocks { Messages.note(ClockText.text(clock), command: name) }
    }
}

/// The options of `locate photos geotag`, decoded.
struct GeotagOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// The files of tracks.
    var tracks: [String]
    /// Folders and files of photos that provide positions and are not written; `nil` for none.
    var sources: PhotoSelection?
    /// Whether to use the readable part of a damaged track.
    var salvages: Bool
    /// Whether photos without a date get the one in their names.
    var readsNames: Bool
    /// How positions are derived.
    var configuration = Geotagger.Configuration()
    /// Maximum seconds between two track points for interpolation.
    var maximumGap: Double
    /// Maximum seconds before or after a track for using its nearest point.
    var maximumExtrapolation: Double
    /// A part of the camera's make or model, ignoring case; `nil` for all cameras.
    var camera: String?
    /// How they are written.
    var tagging: TaggingOptions

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        // A shell expands --track *.gpx: the first file is the option's value, the others are among the photos.
        let words = arguments.positionals
        let isTrack = words.map(Self.isTrack)
        tracks = arguments.strings("track") + zip(words, isTrack).filter(\.1).map(\.0)
        if tracks.contains("") { throw ParsedArguments.wrong("track", "", expected: "the path of a file") }
        let inputs = (tracks + [arguments.string("files-from")].compactMap(\.self)).count { $0 == "-" }
        if inputs > 1 { throw .usage("standard input can be read only once; save one of the inputs and name the file") }
        photos = try PhotoSelection(
            zip(words, isTrack).filter { !$0.1 }.map(\.0), listed: PathList.paths(arguments), for: .photosGeotag)
        let sources = arguments.strings("from-photos")
        if sources.contains("") {
            throw ParsedArguments.wrong("from-photos", "", expected: "the path of a folder or photo")
        }
        self.sources = sources.isEmpty ? nil : try PhotoSelection(sources, for: .photosGeotag)
        salvages = arguments.flag("salvage")
        readsNames = arguments.flag("dates-from-names")
        let seconds = "a number of seconds, such as 1800"
        maximumGap = try arguments.number("max-gap", in: 0...3.2e9, expected: seconds) ?? 1800
        maximumExtrapolation = try arguments.number("max-extrapolation", in: 0...3.2e9, expected: seconds) ?? 1800
        camera = arguments.string("camera")
        if camera == "" { throw ParsedArguments.wrong("camera", "", expected: "part of the name of a camera") }
        configuration.policy = try arguments.choice("policy") ?? .keep
        configuration.clock = try Self.clock(arguments)
        if let text = arguments.string("time-zone") {
            guard let zone = ClockZone(text) else {
                throw ParsedArguments.wrong("time-zone", text, expected: "a zone such as Asia/Tokyo or +09:00")
            }
            configuration.timeZone = zone
        }
        tagging = try TaggingOptions(arguments, for: .photosGeotag)
    }

    private static func clock(_ arguments: ParsedArguments) throws(ToolError) -> Geotagger.Configuration.Clock {
        guard let text = arguments.string("offset") else { return .corrected(.none) }
        if text == "auto" { return .automatic }
        guard let seconds = seconds(text), seconds.magnitude <= 3.2e9 else {
            throw ParsedArguments.wrong(
                "offset", text, expected: "seconds such as -3600, hours, minutes and seconds such as -1:00:00, or auto")
        }
        return .corrected(.constant(seconds))
    }

    /// Seconds as a number, or as `H:MM:SS` with a sign in front and a fraction behind.
    ///
    /// `1:30` is refused: it may be hours or minutes.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return ParsedArguments.number(text) }
        let isNegative = text.hasPrefix("-")
        let hours = isNegative || text.hasPrefix("+") ? parts[0].dropFirst() : parts[0]
        func isNumber(_ part: Substring) -> Bool {
            !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard parts.count == 3, isNumber(hours), hours.utf8.count <= 6, isNumber(parts[1]), parts[1].utf8.count == 2,
            isNumber(parts[2].prefix(2)),
            parts[2].utf8.count == 2 || parts[2].dropFirst(2).hasPrefix(".") && isNumber(parts[2].dropFirst(3)),
            let hour = Double(hours), let minute = Double(parts[1]), minute < 60,
            let second = ParsedArguments.number(parts[2]), second < 60
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + second
        return isNegative ? -seconds : seconds
    }

    /// Whether a photo is to be written; other photos only contribute times and positions.
    func concerns(_ asset: PhotoAsset) -> Bool {
        guard let camera = camera?.lowercased() else { return true }
        return [asset.camera?.make, asset.camera?.model].contains { $0?.lowercased().contains(camera) == true }
    }

    /// Whether a word is a track file: by its extension, or by its content if the extension is ambiguous.
    private static func isTrack(_ path: String) -> Bool {
        var status = stat()
        guard !PhotoFileName.promisesPhoto(path), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        let name = path.split(separator: "/").last ?? ""
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        if TrackFormat(unsharedExtension: suffix) != nil { return true }
        guard let bytes = try? InputFile(path: path).read() else { return false }
        // Any XML would be detected as GPX.
        return bytes.first != UInt8(ascii: "<") && TrackFormat(beginning: bytes) != nil
    }
}

extension TaggingReport {
    /// The report of a photo whose position is planned; its edits may still decide what becomes of it.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - planned: What is planned.
    ///   - photos: How paths are printed.
    ///   - source: What the position comes from, where the plan does not say.
    ///   - sources: How paths of photos are printed that positions come from.
    init(
        _ asset: PhotoAsset, _ planned: PlannedPhoto, in photos: PhotoSelection, source: String? = nil,
        sources: PhotoSelection? = nil
    ) {
        self.init(asset, in: photos, .written)
        if let moment = planned.moment {
            time = moment.instant
            offset = moment.offset
            zone = moment.zoneName ?? Timestamp.offsetText(moment.offset)
        }
        switch planned.action {
        case .keep(let why):
            (action, reason) = (.kept, why.description)
            coordinate = asset.knownLocation?.coordinate
        case .skip(.noZone):
            (action, reason) = (.skipped, "\(PlannedPhoto.Reason.noZone) with --time-zone")
        case .skip(let why): (action, reason) = (.skipped, why.description)
        case .fail(let failure): fail(failure.message)
        case .write(let edit):
            if case .set(let location) = edit.location {
                (coordinate, error) = (location.coordinate, location.horizontalAccuracy)
            }
            self.source = source
            guard let match = planned.match else { return }
            gap = match.position.gap
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

/// A camera's estimated clock offset, as a sentence.
enum ClockText {
    static func text(_ clock: ClockEstimate) -> String {
        let camera = clock.camera?.model ?? clock.camera?.make ?? "photos without a camera"
        let seconds = NumberText.shortest(clock.seconds, decimals: 1)
        let photos: String
        switch clock.evidence {
        case .receiver(let count): photos = "the receiver's time in \(count == 1 ? "1 photo" : "\(count) photos")"
        case .stops(let count): photos = "where \(count == 1 ? "1 photo was" : "\(count) photos were") taken"
        }
        let drift = NumberText.shortest(abs(clock.secondsPerDay), decimals: 1)
        let daily =
            clock.secondsPerDay == 0 ? "" : " (\(drift) s \(clock.secondsPerDay < 0 ? "less" : "more") each day)"
        let what =
            clock.includesZone
            ? "\(seconds) s\(daily) added to its local time make UTC"
            : clock.seconds == 0 && daily.isEmpty
                ? "its clock is assumed to be right" : "\(seconds) s\(daily) added to its time make the true time"
        let confidence = "\(Int((100 * clock.confidence).rounded())) % confidence"
        let sentence =
            "\(camera): \(what) (within \(NumberText.shortest(clock.uncertainty, decimals: 1)) s, \(confidence)), by \(photos)"
        if clock.isUsed { return sentence }
        let advice =
            clock.includesZone ? "--time-zone +00:00 --offset=\(seconds)" : "--offset=\(seconds)"
        return sentence + "; that is too uncertain and was not used; if it is right: \(advice)"
    }
}
