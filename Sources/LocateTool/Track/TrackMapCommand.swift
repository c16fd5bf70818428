import Geo
import Gazetteer
import Geocoding
import Maps
import Metadata
import Photos
import TrackFormats
import Tracks

/// `locate track map`: a page that shows tracks on a map.
enum TrackMapCommand {
    private static let name = "track map"
    /// Of more photos, so many that are spread evenly have a thumbnail.
    private static let mostThumbnails = 1000
    /// So near a track, in metres, a photo was taken along it.
    private static let photoDistance = 500.0

    static func run(_ options: TrackMapOptions, output: Output) throws(ToolError) -> ExitCode {
        if options.output != "-" { try OutputFile.requirePage(options.output) }
        let world = try PlaceLookup.openWorld()
        let streets = options.drawsStreets ? try options.streets.open(for: name) : nil
        let languages = options.languages ?? LanguageTag.preferred(environment: Environment.values)
        let corrections = try options.corrections.read(for: name, quiet: options.quiet)
        var tracks = TrackMap(
            in: world, languages: languages, precision: options.precision, hiding: options.hidden,
            secret: options.hidden.isEmpty ? nil : MapSecret.forCommand(name), corrections: corrections)
        tracks.units = options.units
        let progress = Progress(isWanted: !options.quiet)
        defer { progress.finish() }
        var code = ExitCode.success
        var title = options.title
        for path in options.paths {
            let input = TrackInput(path)
            let (warnings, name) = try read(input, into: &tracks, options, progress)
            progress.clear()
            if TrackWarningText.say(warnings, path: input.name, command: Self.name) != .success {
                code = .partialFailure
            }
            if title == nil, options.paths.count == 1 { title = name ?? fileName(path) }
        }
        guard tracks.statistics.count > 0 else { throw nothing(tracks, options) }
        let photos = try options.photos.map { (selection) throws(ToolError) in
            try self.photos(selection, along: tracks, world, languages, options, corrections)
        }
        if !options.quiet { try announce(tracks, photos ?? nil, options) }
        MapOutput.announce(unvisited: tracks.unvisitedAreas, command: name)
        progress.say("drawing the map")
        let page: [UInt8]
        let regions: String?
        do throws(MapError) {
            let positions = tracks.coordinates
            let base = try BaseMap(world, around: positions, streets: streets, languages: languages)
            regions = MapOutput.regions(streets, around: positions, on: base)
            var map = MapPage(title: title ?? "", baseMap: base, languages: languages)
            map.tiles = options.tiles
            if let photos = photos ?? nil { map.add(photos) }
            try map.add(tracks)
            page = try map.html()
        } catch {
            throw ToolError(error)
        }
        progress.finish()
        if options.output == "-" {
            try output.write(page)
        } else {
            try OutputFile.write(options.output) { file throws(ToolError) in
                try OutputFile.write(page, to: file, name: options.output)
            }
            if !options.quiet {
                MapOutput.announceFile(options.output, bytes: page.count, with: regions, command: name)
            }
        }
        return code
    }

    /// Reads a file; returns its warnings and what it calls itself.
    private static func read(
        _ input: TrackInput, into tracks: inout TrackMap, _ options: TrackMapOptions, _ progress: Progress
    ) throws(ToolError) -> (TrackWarnings, String?) {
        // A name for tracks without one, of files that do not name any.
        tracks.startTrack(name: options.paths.count > 1 ? fileName(input.name) : nil)
        var (name, nameOfTrack, count): (String?, String?, Int) = (nil, nil, 0)
        // Of an error in reading it is known where, also by which salvaging begins.
        var refusal: MapError?
        do throws(TrackFormatError) {
            let reader = JumpReader(CountingReader(try input.reader(salvaging: options.salvages), progress))
            while let element = try reader.next() {
                switch element {
                case .metadata(let metadata): name = metadata.name ?? name
                case .trackStart(let metadata):
                    count += 1
                    nameOfTrack = metadata.name
                    // A file's tracks without a name are named after the file.
                    if metadata.name == nil, options.paths.count > 1 {
                        tracks.startTrack(name: fileName(input.name))
                        continue
                    }
                default: break
                }
                do throws(MapError) {
                    try tracks.add(element)
                } catch {
                    refusal = error
                    throw TrackFormatError(code: .malformed, message: error.message)
                }
            }
            tracks.jumpCount += reader.count
            if reader.count > 0 { progress.clear() }
            TrackWarningText.say(jumps: reader, path: input.name, command: Self.name)
            return (TrackWarnings(reader), name ?? (count == 1 ? nameOfTrack : nil))
        } catch {
            throw refusal.map { ToolError($0) } ?? ToolError(error, canSalvage: !options.salvages)
        }
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func nothing(_ tracks: TrackMap, _ options: TrackMapOptions) -> ToolError {
        if tracks.hiddenCount > 0 {
            return ToolError(
                .dataError, "--hide hides all \(tracks.hiddenCount) positions, and no page was written")
        }
        let what = options.paths.count == 1 ? "\(options.paths[0]) has" : "the files have"
        return ToolError(.dataError, "\(what) no points of a track, and no page was written")
    }

    /// The photos that were taken along the tracks; `nil` if there are none.
    private static func photos(
        _ selection: PhotoSelection, along tracks: TrackMap, _ world: World, _ languages: [LanguageTag],
        _ options: TrackMapOptions, _ corrections: PlaceCorrections?
    ) throws(ToolError) -> PhotoMap? {
        let session = LibrarySession(selection, command: name, quiet: options.quiet)
        defer { session.finishWriting() }
        let report = try session.look(watching: false)
        _ = session.tell(report.problems, of: selection)
        let located = session.library.allPhotos.assets.filter { $0.knownLocation != nil }
        let near = tracks.nearby(located.compactMap { $0.knownLocation?.coordinate }, within: photoDistance)
            .map { located[$0] }
        let found = near.compactMap { asset -> MapPhoto? in
            guard let location = asset.knownLocation else { return nil }
            let date = asset.date.flatMap { $0.isOfTheShot ? $0 : nil }
            // A page of cities has no times, which would tell when you were there.
            let time = options.precision == .exact ? date?.wallTime.secondsSince1970 : nil
            return MapPhoto(location.coordinate, time: time, isVideo: asset.isVideo)
        }
        var photos: PhotoMap
        do throws(MapError) {
            photos = try PhotoMap(
                found, precision: options.precision, hiding: tracks.trimmedAreas, in: world, languages: languages,
                corrections: corrections)
        } catch  where error.code == .nothingToShow {
            Messages.note("no photo was taken within \(Int(photoDistance)) m of the tracks", command: name)
            return nil
        } catch {
            throw ToolError(error)
        }
        _ = try PhotoMapCommand.addThumbnails(to: &photos, near, atMost: mostThumbnails, session)
        session.progress.clear()
        return photos
    }

    /// Says what the page tells its readers.
    private static func announce(
        _ tracks: TrackMap, _ photos: PhotoMap?, _ options: TrackMapOptions
    ) throws(ToolError) {
        let count = tracks.coordinates.count
        var text = "\(count) position\(count == 1 ? "" : "s")"
        if count < tracks.statistics.count { text += " of \(tracks.statistics.count), as many as a screen can show," }
        text += count == 1 && photos == nil ? " goes into the page" : " go into the page"
        switch tracks.precision {
        case .exact:
            text += ", exact to about a metre"
            if tracks.statistics.start != nil { text += ", with times" }
        case .city: text += ", the middles of cities, towns and villages"
        case .country: text += ", the middles of countries"
        }
        if tracks.hiddenCount > 0 {
            text += "; --hide leaves out \(tracks.hiddenCount), in a wider circle than the one given"
        }
        if tracks.interruptionCount > 0 {
            let lines = tracks.interruptionCount == 1 ? "1 line" : "\(tracks.interruptionCount) lines"
            text += "; \(lines) through the hidden circle \(tracks.interruptionCount == 1 ? "is" : "are") interrupted"
        }
        if let photos { text += "; with \(photos.count) photo\(photos.count == 1 ? "" : "s")" }
        Messages.note(text, command: name)
        if tracks.precision == .exact { try announceHome(tracks, options) }
        if tracks.stopCount > TrackMap.mostStops {
            Messages.note(
                "the page names the \(TrackMap.mostStops) longest of \(tracks.stopCount) stops", command: name,
                as: .warning)
        }
        MapOutput.announce(options.tiles, command: name)
    }

    /// Says where home probably is: where tracks are on several days, else where they begin.
    private static func announceHome(_ tracks: TrackMap, _ options: TrackMapOptions) throws(ToolError) {
        guard tracks.statistics.count > 1 else { return }
        let most: TrackMap.MostSeen?
        let start: (coordinate: Coordinate, name: String)?
        do throws(MapError) { (most, start) = (try tracks.mostSeen(), try tracks.start()) } catch {
            throw ToolError(error)
        }
        if let most, most.days > 1 {
            let (point, named) = MapOutput.place(most.coordinate, name: most.name)
            Messages.note(
                "most often seen is \(named), on \(most.days) days with \(most.positions) positions; if that is home, "
                    + "--hide \(point),500 leaves it out", command: name)
        } else if let start, options.hidden.isEmpty {
            let (point, named) = MapOutput.place(start.coordinate, name: start.name)
            Messages.note(
                "the way begins at \(named); if that is home, --hide \(point),500 leaves it out", command: name)
        }
    }
}
