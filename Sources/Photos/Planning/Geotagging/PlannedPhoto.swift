package import FoundationEssentials
import LKFormats
package import LKMetadata
package import LKPhotos

/// The plan for geotagging one photo, with the reason.
package struct PlannedPhoto: Sendable, Hashable {
    /// The planned action.
    package enum Action: Sendable, Hashable {
        /// The photo gets a position.
        case write(MetadataEdit)
        /// It keeps its position.
        case keep(Reason)
        /// It gets no position.
        case skip(Reason)
        /// It could not be read.
        case fail(TaggingError)
    }

    /// Why a photo gets no new position.
    package enum Reason: Sendable, Hashable {
        /// It has a position, and the policy is to keep it.
        case hasPosition
        /// Its position states an accuracy at least as good as that of the new one, both in metres.
        case isAsAccurate(old: Double, new: Double)
        /// Its position states no accuracy.
        case accuracyUnknown
        /// It has no timestamp.
        case noTime
        /// Only the file's modification time is known, which is often that of a copy.
        case onlyFileTime
        /// Only the day is known.
        case onlyDay
        /// The UTC offset of its clock is unknown.
        case noZone
        /// Nothing was recorded close enough in time.
        case noPosition
        /// Its camera's clock seems to be wrong, probably by this many seconds; the confidence is 0...1.
        case unsureClock(seconds: Double, confidence: Double)
        /// The estimated error of the new position exceeds the allowed maximum, in metres.
        case tooInaccurate(Double)
        /// Its camera's clock, with this estimated offset in seconds, gives a position that is accurate enough; but other offsets are
        /// possible too, with which the error in metres exceeds the maximum. The confidence in the estimate is 0...1.
        case unprovenClock(seconds: Double, confidence: Double, error: Double)
    }

    /// The file.
    package var url: URL

    /// The planned action.
    package var action: Action

    /// When the photo was taken; `nil` if unknown.
    package var moment: PhotoMoment?

    /// Where the camera was; `nil` if unknown or not needed.
    package var match: TrackMatch?

    /// Seconds between ``moment`` and the nearest fix of the tracks, if that is too far away.
    package var secondsToTrack: Double?

    /// The file's state when the plan was made; `nil` for a file that could not be read.
    package var stamp: PhotoStamp?

    /// For a photo of a library, the edits of its own file and of its companions; pass them all to one ``PhotoTagger``.
    package var edits: [PhotoEdit] = []

    /// Creates the entry for a photo that could not be read, which keeps its index in the plan.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - error: Why it could not be read.
    package init(unreadable url: URL, _ error: TaggingError) {
        self.init(url: url, action: .fail(error))
    }

    init(
        url: URL, action: Action, moment: PhotoMoment? = nil, match: TrackMatch? = nil, stamp: PhotoStamp? = nil
    ) {
        self.url = url
        self.action = action
        self.moment = moment
        self.match = match
        self.stamp = stamp
    }
}

extension PlannedPhoto {
    /// Creates the plan of a library's photo with its companions.
    ///
    /// The library's data is used first; the file is read only if it would be written, and planned again only if it states
    /// something else. Companions (the raw file of a
    /// JPEG, the video of a live photo) get the same edit unless they have a position that the policy keeps. A
    /// companion that cannot be read, or whose name is not valid UTF-8, is not changed.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - reader: Reads its files, on this thread.
    ///   - policy: How to treat companions that have a position.
    ///   - plan: Plans a photo from its facts.
    init(
        _ asset: PhotoAsset, reader: MetadataReader, policy: GeotagPolicy, plan: (PhotoFacts) -> PlannedPhoto
    ) {
        let known = PhotoFacts(known: asset)
        self = plan(known)
        guard case .write = action else { return }
        guard asset.url.exactPath != nil else {
            self = PlannedPhoto(unreadable: asset.url, .notUTF8(asset.url))
            return
        }
        do throws(TaggingError) {
            let read = try PhotoFacts(asset, reader: reader)
            // Usually the library still knows what the file states, and the plan is right as it is.
            if read.isLike(known) { stamp = read.stamp } else { self = plan(read) }
        } catch {
            self = PlannedPhoto(unreadable: asset.url, error)
        }
        guard let own = PhotoEdit(self) else { return }
        edits = [own]
        for url in asset.companions {
            guard let path = url.exactPath, let facts = try? PhotoFacts(contentsOf: url, reader: reader) else {
                continue
            }
            if let location = facts.location, !location.isVoid, policy != .replace { continue }
            edits.append(PhotoEdit(path: path, edit: own.edit, expected: facts.stamp))
        }
    }
}

extension PlannedPhoto.Action: CustomStringConvertible {
    /// The action, with what is written or the reason: `keep: it has a position already`.
    package var description: String {
        switch self {
        case .write(let edit): "write: \(edit)"
        case .keep(let reason): "keep: \(reason)"
        case .skip(let reason): "skip: \(reason)"
        case .fail(let error): "fail: \(error)"
        }
    }
}

extension PlannedPhoto: CustomStringConvertible {
    /// The file's path and the action.
    package var description: String { "\(url.shownPath): \(action)" }
}

extension PlannedPhoto {
    /// Returns why the photo gets no position, with its time where that decides:
    /// `the track has no fix near its time, 2026-05-01 11:00:00 +09:00; the nearest is 42 min away`.
    ///
    /// - Parameter reason: The reason of the action.
    /// - Returns: A clause without a full stop.
    package func explanation(of reason: Reason) -> String {
        guard reason == .noPosition, let moment else { return reason.description }
        let time = PhotoMoment.text(of: moment.instant, offset: moment.offset).map { ", \($0)" } ?? ""
        let nearest = secondsToTrack.map { "; the nearest is \(Self.duration($0)) away" } ?? ""
        return reason.description + time + nearest
    }

    /// Returns a duration to two digits or so, in the unit that fits: `42 min`.
    private static func duration(_ seconds: Double) -> String {
        let units = [(86_400.0, "days", 2.0), (3600, "h", 2), (60, "min", 2), (1, "s", 0)]
        let (length, name, _) = units.first { seconds >= $0.0 * $0.2 } ?? (1, "s", 0)
        return "\(Int(min(seconds / length, 1e9).rounded())) \(name)"
    }
}

extension PlannedPhoto.Reason: CustomStringConvertible {
    /// A clause without a full stop: `it has a position already`.
    package var description: String {
        switch self {
        case .hasPosition: "it has a position already"
        case .isAsAccurate(let old, let new):
            "its position is good to \(Self.metres(old)), the new one to \(Self.metres(new))"
        case .accuracyUnknown: "its position does not say how accurate it is"
        case .noTime: "it does not say when it was taken"
        case .onlyFileTime: "only the time of the file is known, not that of the photo"
        case .onlyDay: "only the day is known on which it was taken"
        case .noZone:
            "its time zone is unknown, and in the zones of the track there is no fix near its time; give the zone"
        case .noPosition: "the track has no fix near its time"
        case .unsureClock(let seconds, let confidence):
            "its camera's clock may be off by \(Int(seconds.rounded())) s (\(Int((confidence * 100).rounded())) % confidence); "
                + "give the offset"
        case .tooInaccurate(let error): "its position would be good to \(Self.metres(error)) only"
        case .unprovenClock(_, let confidence, let error):
            "too little shows whether its camera's clock is right (\(Int((confidence * 100).rounded())) % confidence), and "
                + "with other offsets its position would be up to \(Self.metres(error)) away"
        }
    }

    private static func metres(_ value: Double) -> String {
        guard value.isFinite else { return "an unknown distance" }
        return MetresText.text(value)
    }
}

/// The metadata of a photo that geotagging needs, and the file's state when it was read.
///
/// ```swift
/// let reader = MetadataReader()
/// let photo = try PhotoFacts(asset, reader: reader)
/// print(geotagger.planned(photo))
/// ```
package struct PhotoFacts: Sendable, Hashable {
    /// The file.
    package var url: URL

    /// When the photo was taken, by the camera's clock.
    package var date: PhotoDate?

    /// The position it already has.
    package var location: PhotoLocation?

    /// The camera that took it.
    package var camera: Camera?

    /// The file's state; a plan made from these facts is valid while it is unchanged.
    package var stamp: PhotoStamp

    /// Creates facts from their parts.
    package init(url: URL, date: PhotoDate?, location: PhotoLocation?, camera: Camera?, stamp: PhotoStamp) {
        self.url = url
        self.date = date
        self.location = location
        self.camera = camera
        self.stamp = stamp
    }

    /// Reads the facts from a file.
    ///
    /// - Parameters:
    ///   - url: A photo or video; symbolic links are followed.
    ///   - reader: Reads the file, on this thread.
    /// - Throws: ``TaggingError/Code/unreadable``; ``TaggingError/Code/changed`` if another program keeps writing to
    ///   it.
    package init(contentsOf url: URL, reader: MetadataReader) throws(TaggingError) {
        for _ in 0..<3 {
            let stamp = try PhotoStamp(of: url)
            let metadata: PhotoMetadata
            do throws(MetadataError) {
                metadata = try Self.read(url, reader).get()
            } catch {
                throw TaggingError(error, path: url.shownPath)
            }
            guard try PhotoStamp(of: url) == stamp else { continue }
            self.init(url: url, date: metadata.date, location: metadata.location, camera: metadata.camera, stamp: stamp)
            return
        }
        throw TaggingError(
            code: .changed, message: "\(url.shownPath) is being written by another program", advice: "try again",
            path: url.shownPath)
    }

    /// Reads the facts from the file of an asset, completed by what the library knows from a sidecar.
    ///
    /// - Parameters:
    ///   - asset: The asset; its companions are not read.
    ///   - reader: Reads the file, on this thread.
    /// - Throws: As ``init(contentsOf:reader:)``.
    package init(_ asset: PhotoAsset, reader: MetadataReader) throws(TaggingError) {
        try self.init(contentsOf: asset.url, reader: reader)
        date = date ?? asset.date
        location = location ?? asset.location
        camera = camera ?? asset.camera
    }

    /// Creates the facts from a library without reading the file again.
    ///
    /// Suitable for ``Geotagger/learn(_:)``. Its ``stamp`` matches no file, so a plan made from it cannot be carried
    /// out.
    ///
    /// - Parameter asset: The asset.
    package init(known asset: PhotoAsset) {
        self.init(
            url: asset.url, date: asset.date, location: asset.location, camera: asset.camera,
            stamp: PhotoStamp(device: 0, inode: 0, size: -1, modified: 0, changed: 0))
    }

    /// Returns whether a plan made from other facts is also that of these; the file's state is not compared.
    func isLike(_ other: PhotoFacts) -> Bool {
        (url, date, location, camera) == (other.url, other.date, other.location, other.camera)
    }

    /// Returns the facts with the time in a video's header read as UTC or local time; `nil` changes nothing.
    func reading(videosAs clock: VideoClock?) -> PhotoFacts {
        guard clock != nil else { return self }
        var facts = self
        facts.date = date?.read(as: clock)
        return facts
    }

    private static func read(_ url: URL, _ reader: MetadataReader) -> Result<PhotoMetadata, MetadataError> {
        url.withUnsafeFileSystemRepresentation { name in
            Result { () throws(MetadataError) in
                guard let name else { return try reader.metadata(of: url.path) }
                return try reader.metadata(of: name)
            }
        }
    }
}
