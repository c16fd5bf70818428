import FoundationEssentials
package import LKMetadata
package import LKPhotos
package import LKPlanning
package import LKTracks

/// Plans what is written to a photo of a folder and its companions; use it from one thread at a time.
package protocol PhotoPlanner: SendableMetatype {
    /// Plans a photo, whose files it reads.
    mutating func planned(_ asset: PhotoAsset) -> PhotoFolder.Photo
}

extension PhotoFolder {
    /// Plans positions from tracks and other photos.
    package struct GeotagPlanner: PhotoPlanner {
        /// What is known of the tracks, the cameras and their clocks.
        package private(set) var geotagger: Geotagger
        private let camera: String?
        private let reader = MetadataReader()
        private let naming: WorldPlaces?

        /// Creates a planner of positions from tracks.
        ///
        /// - Parameters:
        ///   - tracks: The tracks, with their limits.
        ///   - zones: Finds time zones.
        ///   - configuration: How positions are derived.
        ///   - camera: Part of the make or model of the cameras whose photos are written; `nil` for all.
        ///   - naming: Finds place names that do not fit a new position; `nil` finds none.
        package init(
            _ tracks: TrackTimeline, zones: TimeZones, configuration: Geotagger.Configuration, camera: String? = nil,
            naming: WorldPlaces?
        ) {
            geotagger = Geotagger(tracks: tracks, zones: zones, configuration: configuration)
            self.camera = camera?.lowercased()
            self.naming = naming
        }

        /// Learns what photos contribute to each other.
        ///
        /// - Parameters:
        ///   - assets: The photos of the folder.
        ///   - others: Photos elsewhere, whose positions count for those taken at nearly the same time.
        ///   - isCanceled: Called now and then; once it returns `true`, learning ends, and nothing can be planned.
        /// - Returns: How many of the photos elsewhere have a position that can be used.
        @discardableResult package mutating func learn(
            _ assets: [PhotoAsset], placedBy others: [PhotoAsset], isCanceled: () -> Bool = { false }
        ) -> Int {
            for asset in assets {
                if isCanceled() { return 0 }
                geotagger.learn(PhotoFacts(known: asset))
            }
            var count = 0
            for asset in others {
                if isCanceled() { return 0 }
                if geotagger.learn(placing: PhotoFacts(known: asset)) { count += 1 }
            }
            geotagger.finishLearning(isCanceled: isCanceled)
            return count
        }

        /// Returns whether a photo is to be written; other photos only contribute times and positions.
        package func concerns(_ asset: PhotoAsset) -> Bool {
            guard let camera else { return true }
            return [asset.camera?.make, asset.camera?.model].contains { $0?.lowercased().contains(camera) == true }
        }

        package mutating func planned(_ asset: PhotoAsset) -> Photo {
            guard concerns(asset) else {
                return Photo(
                    asset, .skip(asset.camera == nil ? "it names no camera" : "another camera has taken it"))
            }
            return Photo(asset, geotagger.planned(asset, reader: reader), naming: naming)
        }
    }

    /// Plans one position for all photos.
    package struct PositionPlanner: PhotoPlanner {
        private let placer: PhotoPlacer
        private let reader = MetadataReader()
        private let naming: WorldPlaces?

        /// Creates a planner of one position for all photos.
        ///
        /// - Parameters:
        ///   - location: The position.
        ///   - policy: How to treat photos that have one.
        ///   - naming: Finds place names that do not fit the new position; `nil` finds none.
        package init(_ location: PhotoLocation, policy: GeotagPolicy, naming: WorldPlaces?) {
            placer = PhotoPlacer(location, policy: policy)
            self.naming = naming
        }

        package mutating func planned(_ asset: PhotoAsset) -> Photo {
            Photo(asset, placer.planned(asset, reader: reader), naming: naming)
        }
    }

    /// Plans the removal of positions and place names.
    package struct StripPlanner: PhotoPlanner {
        private let reader = PlaceFacts.Reader()

        package init() {}

        package mutating func planned(_ asset: PhotoAsset) -> Photo {
            var photo = Photo(asset, .write)
            photo.detail = .removal
            let files = [asset.url] + asset.companions
            // A file that cannot be read is reported when it is written.
            var (hasPosition, hasNames) = (false, false)
            for url in files {
                guard let facts = try? reader.facts(of: url) else { continue }
                photo.keptKeywords += facts.placeKeywords.filter { !photo.keptKeywords.contains($0) }
                if facts.location != nil { hasPosition = true }
                if facts.shown?.isEmpty == false || facts.created?.isEmpty == false { hasNames = true }
            }
            if hasPosition { photo.removed.append("position") }
            if hasNames { photo.removed.append("place names") }
            // Such as an unknown segment, or a position in a preview or a second image.
            if photo.removed.isEmpty { photo.removed.append("other metadata") }
            if let unnamed = files.first(where: { $0.exactPath == nil }) {
                (photo.action, photo.removed) = (.fail(.notUTF8(unnamed)), [])
                return photo
            }
            // The file's state identifies it under another name.
            do throws(TaggingError) {
                for path in files.compactMap(\.exactPath) {
                    photo.edits.append(PhotoEdit(path: path, edit: .withoutPlace, expected: try PhotoStamp(of: path)))
                }
            } catch {
                // Without its state, it could be another file when it is written.
                (photo.action, photo.removed, photo.edits) = (.fail(error), [], [])
            }
            return photo
        }

        /// Returns files that are not written and may still show where photos were taken: in formats that are not read, backups,
        /// and the JSON of Google Takeout.
        ///
        /// - Parameters:
        ///   - folder: The folders and files.
        ///   - contents: What was found there.
        ///   - isCanceled: Called before each folder and file; once it returns `true`, the search ends.
        /// - Returns: An error for each file that is not among the problems already.
        package static func remainders(
            of folder: PhotoFolder, _ contents: Contents, isCanceled: () -> Bool = { false }
        ) -> [PhotosError] {
            let (assets, problems) = (contents.assets, contents.problems)
            let files = assets.flatMap { [$0.url] + $0.companions }
            let isIncluded = folder.inclusion
            let followsLinks = folder.options.followsLinksToFolders
            let unread = PhotoFileName.unread(
                in: folder.folders, followingLinks: followsLinks, besides: files, problems, isCanceled: isCanceled
            ).filter { isIncluded(Array($0.path.utf8)) }
            let beside = PositionFiles.errors(
                in: folder.folders, followingLinks: followsLinks, besides: files, problems + unread,
                isCanceled: isCanceled
            ).filter { isIncluded(Array($0.path.utf8)) }
            // The backup of a photo given as a single file is in the same folder, which was not given.
            let given = Set(folder.files.map { $0.absoluteURL.fileBytes })
            let named = assets.filter { ([$0.url] + $0.companions).contains { given.contains($0.fileBytes) } }
                .flatMap { [$0.url] + $0.companions }
            let known = Set((problems + unread + beside).map(\.path))
            if isCanceled() { return [] }
            let backups = PhotoFileName.backups(of: named, besides: files) + PositionFiles.errors(beside: named)
            return unread + beside + backups.filter { !known.contains($0.path) }
        }
    }

    /// Plans what the JSON files of Google Takeout add.
    package struct JSONPlanner: PhotoPlanner {
        private let planner: TakeoutPlanner

        /// Creates a planner for the JSON files of Google Takeout.
        ///
        /// - Parameter zones: Finds time zones, for dates in local time.
        package init(zones: TimeZones) { planner = TakeoutPlanner(zones: zones) }

        package mutating func planned(_ asset: PhotoAsset) -> Photo { Photo(asset, planner.planned(asset)) }
    }

    /// Plans place names, and gives up when a provider does not answer.
    package struct NamePlanner: Sendable {
        private let tagger: PlaceTagger
        private var outage = ProviderOutage()
        /// How many photos keep names of a place far from their position.
        package private(set) var farCount = 0

        /// Number of photos in a row without an answer after which no more are asked for.
        private static let maximumFailures = 3

        package init(_ tagger: PlaceTagger) { self.tagger = tagger }

        /// Why no more photos should be planned; `nil` while a provider answers.
        package var failure: String? { outage.count >= Self.maximumFailures ? outage.message : nil }

        /// Counts a planned photo.
        package mutating func count(_ photo: Photo) {
            guard case .names(let planned) = photo.detail else { return }
            outage.record(planned)
            if planned.farPlace != nil { farCount += 1 }
        }

        /// Plans a photo, which has to be counted then.
        package func planned(_ asset: PhotoAsset) async -> Photo { Photo(asset, await tagger.planned(asset)) }
    }
}

extension PhotoFolder.Photo {
    /// Creates a photo whose position is planned.
    init(_ asset: PhotoAsset, _ planned: PlannedPhoto, naming: WorldPlaces?) {
        self.init(asset, .write)
        detail = .position(planned)
        edits = planned.edits
        date = planned.moment?.instant
        switch planned.action {
        case .keep(let why): action = .keep(why.description)
        case .skip(let why): action = .skip(planned.explanation(of: why))
        case .fail(let error): action = .fail(error)
        case .write(let edit):
            if case .set(let location) = edit.location { self.location = location }
            switch planned.match?.source {
            case .track(let name): source = name
            case .photos(let camera): source = "photos of \(camera)"
            case .photo(let url): source = url.shownPath
            case nil: break
            }
            guard let naming, let coordinate = location?.coordinate,
                let names = asset.formerNames(movedTo: coordinate, naming: naming)
            else { return }
            stalePlace = names
            isStalePlaceFar = naming.isFar(names, from: coordinate)
        }
    }

    /// Creates a photo whose names are planned.
    init(_ asset: PhotoAsset, _ planned: PlannedPlace) {
        self.init(asset, .write)
        detail = .names(planned)
        edits = planned.edits
        location = planned.location
        source = planned.provider
        stalePlace = planned.farPlace
        keptKeywords = planned.formerKeywords
        if !planned.edits.isEmpty { place = planned.place }
        let path = asset.url.shownPath
        switch planned.action {
        case .write: break
        case .keep: if planned.edits.isEmpty { action = .keep(planned.description) }
        case .skip(let why): action = .skip(why.description)
        case .unreadable(let error): action = .fail(error)
        case .fail(let error):
            action = .fail(
                TaggingError(
                    code: error.code, stating: "\(path): \(error.message)", advice: error.advice, path: path,
                    underlying: error.underlying))
        }
    }

    /// Creates a photo of Google Takeout.
    init(_ asset: PhotoAsset, _ planned: PlannedTakeout) {
        self.init(asset, .write)
        detail = .takeout(planned)
        edits = planned.edits
        (location, date) = (planned.location, planned.date)
        if let error = planned.error {
            action = .fail(error)
        } else if planned.json == nil {
            action = .skip("it has no JSON of Google Takeout")
        } else if planned.edits.isEmpty {
            action = .keep("its JSON adds nothing")
        }
        source = planned.json
    }

    /// Creates a photo that is sorted.
    package init(_ asset: PhotoAsset, _ planned: SortedPhoto) {
        self.init(asset, .write)
        detail = .move(planned)
        switch planned.action {
        case .move, .copy: newURL = planned.newPath.map { URL(filePath: $0) }
        case .keep: action = .keep("it is in its place already")
        case .skip(let why): action = .skip(why)
        case .fail(let error): action = .fail(error)
        }
    }
}
