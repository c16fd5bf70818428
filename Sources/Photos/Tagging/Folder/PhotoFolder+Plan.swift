public import FoundationEssentials
public import LKMetadata
package import LKPhotos
public import LKPlanning

extension PhotoFolder {
    /// What would be written to photos, to be shown, shortened and passed to ``PhotoFolder/write(_:)``.
    ///
    /// The photos are in the order of the library, with the files that cannot be read behind them.
    public struct Plan: Sendable {
        /// What a plan is for.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Positions from tracks and other photos.
            case geotagging
            /// One position for all photos.
            case placing
            /// Place names.
            case naming
            /// The removal of positions and place names.
            case stripping
            /// Folders by time and place.
            case sorting
            /// What the JSON files of Google Takeout state.
            case takeout
        }

        /// What the plan is for.
        public let kind: Kind

        /// The photos; remove those that are not to be written.
        public var photos: [Photo]

        /// Sentences about what is doubtful: dates and positions that contradict each other, tracks without times,
        /// hard links that a sort into another file system makes separate copies.
        public internal(set) var warnings: [String] = []

        /// The estimated clock offsets of cameras, if a plan for geotagging was asked to estimate them.
        public internal(set) var clocks: [ClockOffset] = []

        /// Why nothing can be sorted: missing disk space or permissions.
        public internal(set) var obstacle: TaggingError?

        /// The photos that would be written, or moved.
        public var written: [Photo] { photos.filter { $0.action == .write } }

        /// What is done with photos that are written: `write`, `move` or `copy`.
        private var verb: String {
            guard kind == .sorting else { return "write" }
            let copies = photos.contains {
                if case .move(let photo) = $0.detail { photo.action == .copy } else { false }
            }
            return copies ? "copy" : "move"
        }

        /// The photos that have already what would be written, or whose own data is kept.
        public var kept: [Photo] { photos.filter { if case .keep = $0.action { true } else { false } } }

        /// The photos that are passed over, since something about them is not known.
        public var skipped: [Photo] { photos.filter { if case .skip = $0.action { true } else { false } } }

        /// The photos and files that cannot be read or written.
        public var failed: [Photo] { photos.filter { if case .fail = $0.action { true } else { false } } }

        /// How many there are of each, without the list: `3 photos and videos: would write 2, 1 skipped`; a plan for sorting says
        /// `would move 2` or `would copy 2`.
        public var summary: String {
            let count = photos.count == 1 ? "1 photo or video" : "\(photos.count) photos and videos"
            var parts: [String] = []
            if !written.isEmpty { parts.append("would \(verb) \(written.count)") }
            if !kept.isEmpty { parts.append("\(kept.count) kept") }
            if !skipped.isEmpty { parts.append("\(skipped.count) skipped") }
            if !failed.isEmpty { parts.append("\(failed.count) failed") }
            return parts.isEmpty ? count : "\(count): " + parts.joined(separator: ", ")
        }
    }

    /// The estimated clock offset of a camera.
    public struct ClockOffset: Sendable, Hashable {
        /// The camera; `nil` for photos without camera information.
        public var camera: Camera?
        /// What is added to the camera's time; 0 for a clock that may have been right.
        public var offset: Duration
        /// The probability that the estimate is right, 0...1.
        public var confidence: Double
        /// Whether the estimate was used; one that is not confident enough is only a suggestion.
        public var isUsed: Bool

        init(_ estimate: ClockEstimate) {
            camera = estimate.camera
            offset = .seconds(estimate.seconds)
            confidence = estimate.confidence
            isUsed = estimate.isUsed
        }
    }
}

extension PhotoFolder.Plan: CustomStringConvertible {
    /// A line for each photo, and the ``summary``.
    public var description: String { (photos.map(\.description) + [summary]).joined(separator: "\n") }
}

extension PhotoFolder {
    /// A photo of a plan, with its companions and sidecars.
    public struct Photo: Sendable {
        /// What is planned.
        public enum Action: Sendable, Hashable {
            /// It is written, or moved to ``Photo/newURL``.
            case write
            /// It stays as it is, since it has already what would be written, or keeps its own: a clause with the reason.
            case keep(String)
            /// It is passed over, since something is not known: a clause with the reason.
            case skip(String)
            /// It cannot be read or written.
            case fail(TaggingError)
        }

        /// The file of the photo.
        public let url: URL

        /// The other files of the photo: the raw file beside a JPEG, the video of a live photo.
        public let companions: [URL]

        /// What is planned.
        public internal(set) var action: Action

        /// The position that is written, or at which names are looked up.
        public internal(set) var location: PhotoLocation?

        /// When the photo was taken, if the plan depends on it.
        public internal(set) var date: Date?

        /// What the position or the names are from: a track, a camera, a photo, a provider.
        public internal(set) var source: String?

        /// The place names that are written.
        public internal(set) var place: PhotoPlace?

        /// Place names in the photo that stay, although they are not those of the position.
        public internal(set) var stalePlace: PhotoPlace?

        /// What a removal removes: `position`, `place names` or `other metadata`.
        public internal(set) var removed: [String] = []

        /// Keywords that name the place, and stay.
        public internal(set) var keptKeywords: [String] = []

        /// Where sorting moves or copies the file.
        public internal(set) var newURL: URL?

        /// The changes of its files.
        package var edits: [PhotoEdit] = []

        /// What its planner says of it.
        package var detail = Detail.none

        /// The photo in the library; `nil` for a file that cannot be read.
        package let asset: PhotoAsset?

        /// Whether ``stalePlace`` is more than 50 km away.
        package var isStalePlaceFar = false

        init(_ asset: PhotoAsset, _ action: Action) {
            url = asset.url
            companions = asset.companions
            self.asset = asset
            self.action = action
        }

        package init(_ problem: PhotosError) {
            url = URL(filePath: problem.path)
            companions = []
            asset = nil
            action = .fail(TaggingError(problem))
        }

        /// What is planned, in words: `Asakusa, Taito, Tokyo, Japan`, or why nothing is: `it has no position`.
        public var summary: String {
            switch action {
            case .keep(let reason), .skip(let reason): return reason
            case .fail(let error): return error.message
            case .write: break
            }
            var parts: [String] = []
            if let newURL { parts.append("to \(newURL.shownPath)") }
            if let place, !place.placeString.isEmpty { parts.append(place.placeString) }
            if !removed.isEmpty { parts.append("removes " + removed.joined(separator: " and ")) }
            if place == nil, let location {
                // Rounded up, as it is a promise.
                let error =
                    location.horizontalAccuracy.flatMap { accuracy in
                        accuracy >= 0 ? " within \(Int(min(accuracy, 1e9).rounded(.up))) m" : nil
                    } ?? ""
                parts.append("\(location.coordinate)\(error)")
                if let source { parts.append("from \(source)") }
            }
            if let stalePlace { parts.append("its place names stay \(stalePlace.shortName)") }
            return parts.isEmpty ? "write" : parts.joined(separator: ", ")
        }
    }
}

extension PhotoFolder.Photo {
    /// What the planner of a kind says of a photo.
    package enum Detail: Sendable {
        case none
        case position(PlannedPhoto)
        case names(PlannedPlace)
        case removal
        case takeout(PlannedTakeout)
        case move(SortedPhoto)
    }
}

extension PhotoFolder.Photo: CustomStringConvertible {
    /// The file's path and the ``summary``.
    public var description: String { "\(url.shownPath): \(summary)" }
}
