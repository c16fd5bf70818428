import LKCommandLine
import LKGazetteer
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKSharedOptions
import LKStorage
import LKTrackFormats
import LKTracks
import LocationKitMaps

/// `locate track map`: a page that shows tracks on a map.
enum TrackMapCommand {
    private static let name = "track map"
    /// Of more photos, so many that are spread evenly have a thumbnail.
    private static let maximumThumbnails = 1000
    /// So near a track, in metres, a photo was taken along it.
    private static let photoDistance = 500.0

    static func run(_ options: TrackMapOptions, output: Output) throws(ToolError) -> ExitCode {
        let file =
            try options.output == "-"
            ? nil : OutputFile(options.output, .page, isForced: options.isForced, inputs: options.tracks.inputs)
        let world = try ToolGeocoder.openWorld()
        let selection = options.tracks
        let streets = try selection.openStreets(for: name)
        let progress = Progress(isWanted: !selection.quiet)
        defer { progress.finish() }
        let reading = try selection.read(in: world, naming: streets, for: name, "page", progress)
        let tracks = reading.tracks
        let photos = try options.photos.map { (selection) throws(ToolError) in
            try self.photos(selection, along: reading, world, options, besides: file)
        }
        if !selection.quiet {
            try selection.announce(tracks, photos: (photos ?? nil)?.count, for: name, "page")
            if tracks.stopCount > TrackMap.maximumStops {
                Messages.note(
                    "the page names the \(TrackMap.maximumStops) longest of \(tracks.stopCount) stops", command: name,
                    as: .warning)
            }
            MapOutput.announce(options.tiles, command: name)
        }
        MapOutput.announce(unvisited: tracks.unvisitedAreas, command: name)
        progress.say("drawing the map")
        let page: [UInt8]
        let regions: String?
        do throws(MapError) {
            let positions = tracks.coordinates
            let map = try MapPage(
                tracks, photos: photos ?? nil, title: selection.title ?? reading.title ?? "", tiles: options.tiles)
            regions = MapOutput.regions(streets, around: positions, on: map.baseMap)
            page = try map.html()
        } catch {
            throw ToolError(error)
        }
        progress.finish()
        if let file {
            try file.fill(page)
            if !selection.quiet {
                MapOutput.announceFile(options.output, bytes: page.count, with: regions, command: name)
            }
        } else {
            try output.write(page)
        }
        return reading.code
    }

    /// Returns the photos that were taken along the tracks, or `nil` if there are none.
    private static func photos(
        _ selection: PhotoSelection, along reading: TrackSelection.Reading, _ world: World, _ options: TrackMapOptions,
        besides file: OutputFile?
    ) throws(ToolError) -> PhotoMap? {
        let tracks = reading.tracks
        let session = LibrarySession(selection, command: name, quiet: options.tracks.quiet)
        defer { session.finishWriting() }
        let report = try session.look(watching: false)
        _ = session.tell(report.problems, of: selection)
        let assets = session.library.allPhotos.assets
        if options.isForced { file?.protect(assets) }
        let located = assets.filter { $0.knownLocation != nil }
        let near = tracks.nearby(located.compactMap { $0.knownLocation?.coordinate }, within: photoDistance)
            .map { located[$0] }
        let found = near.compactMap { asset -> PhotoMap.Photo? in
            guard let location = asset.knownLocation else { return nil }
            let date = asset.date.flatMap { $0.isOfTheShot ? $0 : nil }
            // A page of cities has no times, which would tell when you were there.
            let time = options.tracks.precision == .exact ? date?.wallTime.secondsSince1970 : nil
            return PhotoMap.Photo(location.coordinate, time: time, isVideo: asset.isVideo)
        }
        var photos: PhotoMap
        do throws(MapError) {
            photos = try PhotoMap(
                found, precision: options.tracks.precision, hiding: tracks.trimmedAreas, in: world,
                languages: options.tracks.languages, corrections: reading.corrections)
        } catch  where error.code == .nothingToShow {
            Messages.note("no photo was taken within \(Int(photoDistance)) m of the tracks", command: name)
            return nil
        } catch {
            throw ToolError(error)
        }
        _ = try PhotoMapThumbnails.add(to: &photos, near, atMost: maximumThumbnails, session)
        session.progress.clear()
        return photos
    }
}
