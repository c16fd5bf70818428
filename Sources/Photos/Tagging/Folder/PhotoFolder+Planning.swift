public import FoundationEssentials
import LKGazetteer
public import LKGeo
public import LKGeocoding
public import LKMetadata
public import LKOfflineGeocoding
import LKPhotos
public import LKPlanning
import LKThreads
import LKTrackFormats
public import LKTracks

extension PhotoFolder {
    /// Plans positions from track files, by the times when photos were taken, as `locate photos geotag` does.
    ///
    /// Photos of the folders that have a position also serve as a track for the others. The time zone of a photo that states
    /// none follows from the positions.
    ///
    /// - Parameters:
    ///   - tracks: Track logs, GPX, GeoJSON, KML, CSV or NMEA, in any number; none if photos provide the positions.
    ///   - options: How positions are derived.
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/unusable`` for a track that cannot be read, with the `TrackFormatError` as
    ///   ``TaggingError/underlying``; ``TaggingError/Code/unreadable`` if none of the folders can be read;
    ///   ``TaggingError/Code/canceled``.
    public func geotagging(
        from tracks: [URL], _ options: Geotagging = Geotagging()
    ) async throws(TaggingError) -> Plan {
        let limits = TrackTimeline(
            maximumGap: options.maximumGap,
            maximumExtrapolation: options.maximumExtrapolation)
        let read = await WorkThread("locate-tracks", ()).run { _, isCanceled in
            Result { () throws(TaggingError) in
                try Self.timeline(tracks, limits, salvaging: options.salvagesTracks, isCanceled)
            }
        }
        guard let (timeline, warnings) = try read.get() else { throw .cancelledPlan }
        var plan = try await geotagging(from: timeline, options)
        plan.warnings = warnings + plan.warnings
        return plan
    }

    /// Plans positions from a track in memory, such as that of a ``LiveTrack``.
    ///
    /// - Parameters:
    ///   - track: The track, whose own limits for gaps and extrapolation are used.
    ///   - options: How positions are derived.
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/unusable`` if the
    ///   world cannot be opened, ``TaggingError/Code/canceled``.
    public func geotagging(
        from track: TrackTimeline, _ options: Geotagging = Geotagging()
    ) async throws(TaggingError) -> Plan {
        let world = try openedWorld()
        let contents = try await contents()
        var others = Contents(assets: [], problems: [])
        if !options.placedPhotos.isEmpty {
            var finding = Options()
            finding.catalog = self.options.catalog
            others = try await PhotoFolder(options.placedPhotos, options: finding).contents()
        }
        let assets = others.assets
        let planner = GeotagPlanner(
            track, zones: TimeZones(world), configuration: options.configuration, camera: options.camera,
            naming: WorldPlaces(world))
        let thread = WorkThread("locate-plan", planner)
        let clocks = await thread.run { planner, isCanceled -> [ClockEstimate]? in
            planner.learn(contents.assets, placedBy: assets, isCanceled: isCanceled)
            return isCanceled() ? nil : planner.geotagger.clocks
        }
        guard let clocks else { throw .cancelledPlan }
        var plan = try await plan(.geotagging, contents, thread)
        plan.clocks = clocks.map { ClockOffset($0) }
        plan.warnings += others.problems.map(\.message)
        return plan
    }

    /// Plans the same position for all photos, as `locate photos place` does.
    ///
    /// - Parameters:
    ///   - coordinate: The position.
    ///   - policy: How to treat photos that have one.
    /// - Returns: The plan.
    /// - Throws: As ``placing(at:policy:)-(PhotoLocation,_)``.
    public func placing(
        at coordinate: Coordinate, policy: GeotagPolicy = .keep
    ) async throws(TaggingError) -> Plan {
        try await placing(at: PhotoLocation(coordinate: coordinate), policy: policy)
    }

    /// Plans the same position for all photos, such as that of another photo.
    ///
    /// - Parameters:
    ///   - location: The position; of its values the altitude and the accuracy are used too.
    ///   - policy: How to treat photos that have one.
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/unusable`` for a
    ///   location that is void or exactly 0, 0, which cameras write for "unknown"; ``TaggingError/Code/canceled``.
    public func placing(
        at location: PhotoLocation, policy: GeotagPolicy = .keep
    ) async throws(TaggingError) -> Plan {
        guard !location.isVoid, location.coordinate.latitude != 0 || location.coordinate.longitude != 0 else {
            throw TaggingError(
                code: .unusable, message: "exactly 0, 0, or a void position, is read as \"not known\"",
                advice: "give 0.00001, 0",
                path: "")
        }
        let contents = try await contents()
        // A position is written even if the world cannot be opened.
        let naming = (try? world.get()).map { WorldPlaces($0) }
        return try await plan(
            .placing, contents,
            WorkThread("locate-plan", PositionPlanner(location, policy: policy, naming: naming)))
    }

    /// Plans place names for photos that have a position, as `locate photos tag` does.
    ///
    /// After three photos in a row for which no provider answers, the rest are not asked for and fail.
    ///
    /// - Parameters:
    ///   - options: Which names are written.
    ///   - geocoder: Looks up the names; data leave the machine only if a provider of it sends them.
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/canceled``.
    public func naming(
        _ options: Naming = Naming(), geocoder: Geocoder = .shared
    ) async throws(TaggingError) -> Plan {
        let contents = try await contents()
        let naming = (try? world.get()).map { WorldPlaces($0, languages: options.languages) }
        var planner = NamePlanner(PlaceTagger(geocoder, configuration: options.configuration, naming: naming))
        var plan = Plan(.naming, contents.problems)
        var photos: [Photo] = []
        for asset in contents.assets {
            if Task.isCancelled { throw .cancelledPlan }
            if let failure = planner.failure {
                let path = asset.url.shownPath
                let error = TaggingError(
                    code: .unanswered, message: "\(path) was not asked for, since \(failure)",
                    advice: "plan again later",
                    path: path)
                photos.append(Photo(asset, .fail(error)))
                continue
            }
            let photo = await planner.planned(asset)
            planner.count(photo)
            photos.append(photo)
        }
        // The geocoder answers a cancelled task with an error for each photo.
        if Task.isCancelled { throw .cancelledPlan }
        plan.photos = photos + plan.photos
        return plan
    }

    /// Plans the removal of positions and place names, as `locate photos strip` does.
    ///
    /// ``write(_:)`` searches each stripped file once more. Files that are not written and may show where photos were taken, such
    /// as those in formats that are not read and backups, are failures of the plan. The journals beside the photos contain what
    /// was removed: call ``forget()`` before a folder is shared.
    ///
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/canceled``.
    public func stripping() async throws(TaggingError) -> Plan {
        var contents = try await contents()
        let found = contents
        contents.problems += await WorkThread("locate-plan", ()).run { [self] _, isCanceled in
            StripPlanner.remainders(of: self, found, isCanceled: isCanceled)
        }
        // Looking for them ends early then.
        if Task.isCancelled { throw .cancelledPlan }
        return try await plan(.stripping, contents, WorkThread("locate-plan", StripPlanner()))
    }

    /// Plans to write what Google Takeout states beside photos into them, as `locate photos takeout` does.
    ///
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/unusable`` if the
    ///   world cannot be opened, ``TaggingError/Code/canceled``.
    public func takeout() async throws(TaggingError) -> Plan {
        let world = try openedWorld()
        return try await plan(
            .takeout, try await contents(), WorkThread("locate-plan", JSONPlanner(zones: TimeZones(world))))
    }

    /// Plans to move photos into folders by when and where they were taken, as `locate photos sort` does.
    ///
    /// The plan detects all obstacles: names that are taken, photos that are in place, disk space, permissions. Symbolic links
    /// to folders are not followed; open the folder that a link leads to.
    ///
    /// - Parameters:
    ///   - destination: The folder that will contain the pattern's folders; it need not exist. Undo has to be called for it.
    ///   - pattern: The pattern of folders and names.
    ///   - options: How photos are sorted.
    /// - Returns: The plan.
    /// - Throws: ``TaggingError/Code/unreadable`` if none of the folders can be read, ``TaggingError/Code/unusable`` if the
    ///   pattern needs place names and the world is damaged, ``TaggingError/Code/canceled``.
    public func sorting(
        into destination: URL, by pattern: SortPattern, _ options: Sorting = Sorting()
    ) async throws(TaggingError) -> Plan {
        guard let path = destination.absoluteURL.exactPath else { throw .notUTF8(destination) }
        var places: WorldPlaces?
        if pattern.usesPlaces {
            places = WorldPlaces(
                try openedWorld(), languages: options.languages, corrections: options.corrections)
        }
        var finding = self.options
        finding.followsLinksToFolders = false
        let contents = try await
            (self.options.followsLinksToFolders
            ? PhotoFolder(folders: folders, files: files, options: finding) : self).contents()
        let sorter = FolderSorter(
            into: path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path, by: pattern,
            copies: options.copies, naming: places)
        let sorted = try await sorter.plan(for: contents.assets)
        if let failure = places?.failure { throw TaggingError(world: failure) }
        var plan = Plan(.sorting, contents.problems)
        plan.photos = zip(contents.assets, sorted.photos).map { Photo($0, $1) } + plan.photos
        plan.obstacle = sorted.obstacle
        if let warning = sorted.hardLinkWarning { plan.warnings.append(warning) }
        return plan
    }
}

extension PhotoFolder {
    private func openedWorld() throws(TaggingError) -> World {
        do throws(GeocodingError) { return try world.get() } catch { throw TaggingError(world: error) }
    }

    /// Plans all photos on a thread.
    private func plan<Planner: PhotoPlanner>(
        _ kind: Plan.Kind, _ contents: Contents, _ thread: WorkThread<Planner>
    ) async throws(TaggingError) -> Plan {
        let assets = contents.assets
        let photos = await thread.run { planner, isCanceled -> [Photo]? in
            var photos: [Photo] = []
            for asset in assets {
                if isCanceled() { return nil }
                photos.append(planner.planned(asset))
            }
            return photos
        }
        guard let photos else { throw .cancelledPlan }
        var plan = Plan(kind, contents.problems)
        plan.photos = photos + plan.photos
        return plan
    }

    /// Reads tracks one after the other.
    ///
    /// - Returns: The tracks and warnings; `nil` if reading was cancelled.
    private static func timeline(
        _ tracks: [URL], _ limits: TrackTimeline, salvaging: Bool, _ isCanceled: @Sendable () -> Bool
    ) throws(TaggingError) -> (TrackTimeline, [String])? {
        var (timeline, warnings) = (limits, [String]())
        var (empty, hasPositions): (TaggingError?, Bool) = (nil, false)
        for track in tracks {
            if isCanceled() { return nil }
            guard let path = track.absoluteURL.exactPath else { throw .notUTF8(track) }
            let count = timeline.count
            do throws(TrackFormatError) {
                let found = try timeline.append(contentsOf: path, salvaging: salvaging, isCanceled: isCanceled)
                if isCanceled() { return nil }
                warnings += found.lines(path: path) + found.notes.map { "\(path): \($0.message)" }
                hasPositions = true
            } catch {
                let failure = TaggingError(
                    code: .unusable, stating: error.message, advice: error.advice, path: path, underlying: error)
                guard error.code == .empty else { throw failure }
                empty = empty ?? failure
                warnings.append("\(error.message); it is ignored")
                continue
            }
            if timeline.count == count { warnings.append("\(path) has no points with a time and is ignored") }
        }
        if !hasPositions, let empty { throw empty }
        return (timeline, warnings)
    }
}

extension PhotoFolder.Plan {
    /// Creates a plan with the files that cannot be read, and the sentences about what is doubtful.
    init(_ kind: Kind, _ problems: [PhotosError]) {
        self.kind = kind
        let harmless: [PhotosError.Code] = [.doubtful, .catalog, .watchLimit]
        photos = problems.filter { !harmless.contains($0.code) }.map { PhotoFolder.Photo($0) }
        warnings = problems.filter { harmless.contains($0.code) }.map(\.message)
    }
}
