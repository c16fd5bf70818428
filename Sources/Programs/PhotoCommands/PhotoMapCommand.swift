import LKCommandLine
import LKGazetteer
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKStorage
import LKStreets
import LKTagging
import LocationKitMaps

/// `locate photos map`: a page that shows photos on a map.
enum PhotoMapCommand {
    private static let name = "photos map"

    static func run(_ options: PhotoMapOptions, output: Output) throws(ToolError) -> ExitCode {
        let file =
            try options.output == "-"
            ? nil
            : OutputFile(
                options.output, .page, isForced: options.isForced,
                inputs: options.streets.paths + (options.corrections.map { [$0.path] } ?? []))
        let corrections = try options.corrections.read(for: name, quiet: options.quiet)
        let streets = options.drawsStreets ? try options.streets.open(for: name) : nil
        let session = LibrarySession(options.photos, command: name, quiet: options.quiet)
        defer { session.finishWriting() }
        let report = try session.look(watching: false)
        let news = report.problems.filter { problem in
            !report.knownProblems.contains(problem) || options.photos.contains(problem.path)
        }
        let code = session.tell(news, of: options.photos)
        let all = session.library.allPhotos.assets
        if options.isForced { file?.protect(all) }
        let assets = try selected(all, options, corrections)
        let located = assets.filter { $0.knownLocation != nil }
        guard !located.isEmpty else { throw nothing(assets.count) }

        var elsewhere = FoldersElsewhere(options.photos)
        for asset in located { elsewhere.add(asset.path) }
        session.progress.clear()
        elsewhere.tell("are on the page too", command: name)
        session.progress.say("naming places")
        let languages = options.languages ?? LanguageTag.preferred(environment: Environment.values)
        let world = try ToolGeocoder.openWorld()
        let shown = mapPhotos(located, options)
        var photos: PhotoMap
        do throws(MapError) {
            photos = try PhotoMap(
                shown, precision: options.precision, hiding: options.hidden, in: world,
                languages: languages, corrections: corrections)
        } catch {
            throw ToolError(error)
        }
        session.progress.clear()
        if !options.quiet { announce(photos, of: all.count, options) }
        MapOutput.announce(unvisited: photos.unvisitedAreas, command: name)
        try session.check()
        let count = try PhotoMapThumbnails.add(to: &photos, located, atMost: options.thumbnails, session)
        session.progress.say("drawing the map")
        let (size, regions) = try write(photos, world, streets, languages, options, session, file, output)
        session.progress.clear()
        if !options.quiet {
            let thumbnails = count == 1 ? "1 thumbnail" : "\(count) thumbnails"
            MapOutput.announceFile(
                options.output, bytes: size, with: [thumbnails, regions].compactMap { $0 }.joined(separator: " and "),
                command: name)
        }
        return code
    }

    /// Writes the page, which replaces an older one only when it is whole.
    ///
    /// - Returns: Its size in bytes, and whose streets are drawn.
    private static func write(
        _ photos: PhotoMap, _ world: World, _ streets: StreetIndexes?, _ languages: [LanguageTag],
        _ options: PhotoMapOptions, _ session: LibrarySession, _ file: OutputFile?, _ output: Output
    ) throws(ToolError) -> (size: Int, regions: String?) {
        var pieces: [[UInt8]] = []
        let regions: String?
        do throws(MapError) {
            let base = try BaseMap(world, around: photos.coordinates, streets: streets, languages: languages)
            regions = MapOutput.regions(streets, around: Array(photos.coordinates), on: base)
            var page = MapPage(title: options.title, baseMap: base, languages: languages)
            page.tiles = options.tiles
            page.add(photos)
            try page.build { pieces.append($0) }
        } catch {
            throw ToolError(error)
        }
        try session.check()
        if let file {
            try file.fill { descriptor throws(ToolError) in
                for piece in pieces {
                    try session.check()
                    try OutputFile.append(piece, to: descriptor, options.output)
                }
            }
        } else {
            for piece in pieces { try output.write(piece) }
        }
        return (pieces.reduce(0) { $0 + $1.count }, regions)
    }

    /// Returns the photos that are wanted.
    ///
    /// - Throws: ``ExitCode/dataError`` if that is none of those that there are.
    private static func selected(
        _ assets: [PhotoAsset], _ options: PhotoMapOptions, _ corrections: PlaceCorrections?
    ) throws(ToolError) -> [PhotoAsset] {
        let places =
            options.filter.place == nil
            ? nil : try ToolGeocoder.positionNames(options.languages, corrections: corrections)
        guard let filter = options.filter.matching(naming: places) else { return assets }
        let collection = PhotoCollection(assets: assets, grouping: AllGrouping())
        collection.filter = filter
        let selected = collection.entries.flatMap(\.assets)
        if let failure = places?.failure { throw ToolError(failure) }
        if selected.isEmpty, !assets.isEmpty {
            let what = options.filter.hint(assets, naming: places) ?? "none of the \(assets.count) photos is wanted"
            throw ToolError(.dataError, "\(what), so no page was written")
        }
        return selected
    }

    private static func nothing(_ count: Int) -> ToolError {
        let what =
            count == 0 ? "there are no photos" : count == 1 ? "the photo has no position" : "no photo has a position"
        return ToolError(
            .dataError, "\(what), so no page was written; locate photos geotag adds positions from a track")
    }

    private static func mapPhotos(_ assets: [PhotoAsset], _ options: PhotoMapOptions) -> [PhotoMap.Photo] {
        var links = options.hasLinks ? PhotoLinks(page: options.output) : nil
        return assets.compactMap { asset in
            guard let location = asset.knownLocation else { return nil }
            let date = asset.date.flatMap { $0.isOfTheShot ? $0 : nil }
            let path = asset.url.exactPath
            return PhotoMap.Photo(
                location.coordinate, time: date?.wallTime.secondsSince1970, isVideo: asset.isVideo,
                link: path.flatMap { path in links?.link(to: path) }, name: links == nil ? nil : asset.fileName)
        }
    }

    /// Reports what the page reveals to its readers.
    private static func announce(_ photos: PhotoMap, of total: Int, _ options: PhotoMapOptions) {
        let positions = photos.count == 1 ? "1 position" : "\(photos.count) positions"
        let exactness =
            switch photos.precision {
            case .exact: "exact to about a metre"
            case .city: "the middles of cities, towns and villages"
            case .country: "the middles of countries"
            }
        let all = total == 1 ? "1 photo or video" : "\(total) photos and videos"
        var text = "\(positions) of \(all) \(photos.count == 1 ? "goes" : "go") into the page, \(exactness)"
        if photos.hiddenCount > 0 { text += "; --hide leaves out \(photos.hiddenCount)" }
        Messages.note(text, command: name)
        if let place = photos.mostSeen, photos.precision == .exact, isHome(place, of: photos) {
            let (point, named) = MapOutput.place(place.coordinate, name: place.name)
            Messages.note(
                "most often seen is \(named), on \(place.days) days with \(place.photos) photos; if that is home, "
                    + "--hide \(point),500 leaves it out", command: name)
        }
        MapOutput.announce(options.tiles, command: name)
    }

    /// Returns whether a place may be a home: photos of several days, which are many or a large share of all.
    private static func isHome(_ place: PhotoMap.MostSeen, of photos: PhotoMap) -> Bool {
        place.days > 1 && (place.days > 4 || place.photos * 20 >= photos.count)
    }
}
