public import Foundation
public import Metadata
import Photos

/// What geotagging would do with a photo, and why.
public struct PlannedPhoto: Sendable, Hashable {
    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// The photo gets a position.
        case write(MetadataEdit)
        /// It keeps the position it has.
        case keep(Reason)
        /// It gets none.
        case skip(Reason)
        /// It could not be read.
        case fail(TaggingError)
    }

    /// Why a photo gets no new position.
    public enum Reason: Sendable, Hashable {
        /// It has a position, and the policy is to keep it.
        case hasPosition
        /// Its position says that it is as accurate as the new one would be, in metres both.
        case isAsAccurate(old: Double, new: Double)
        /// Its position does not say how accurate it is.
        case accuracyUnknown
        /// It has no time.
        case noTime
        /// Only the time of the file is known, which says when it was copied as often as when it was taken.
        case onlyFileTime
        /// Only the day is known.
        case onlyDay
        /// Nothing says how far its clock was from UTC.
        case noZone
        /// Nothing was recorded near enough in time.
        case noPosition
        /// Its camera's clock seems to be wrong by this many seconds or another number; the confidence, 0...1.
        case unsureClock(seconds: Double, confidence: Double)
        /// The new position may be farther off than is allowed, in metres.
        case tooInaccurate(Double)
    }

    /// The file.
    public var url: URL

    /// What is to be done.
    public var action: Action

    /// The moment the photo was taken; `nil` if it is not known.
    public var moment: PhotoMoment?

    /// Where the camera was; `nil` if that is unknown or was not needed.
    public var match: TrackMatch?

    /// The state of the file that this was planned for; `nil` for a file that could not be read.
    public var stamp: PhotoStamp?

    /// For a photo of a library, what is written into its own file and into its companions; give them all to one ``PhotoTagger``.
    public var edits: [PhotoEdit] = []

    /// A photo that could not be read, so that its place in the plan is not empty.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - error: What happened.
    public init(unreadable url: URL, _ error: TaggingError) {
        self.init(url: url, action: .fail(error))
    }

    /// Puts a plan together.
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
    /// Plans for a photo of a library with its companions.
    ///
    /// What the library knows decides first; the file is read only if it would be written. Companions (the raw file beside a JPEG,
    /// the video of a live photo) get the same edit, unless they have a position that the policy keeps. A companion that
    /// cannot be read, or whose name is not valid UTF-8, is left as it is.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - reader: Reads its files, on this thread.
    ///   - policy: What happens to companions that have a position.
    ///   - plan: Plans for what a file says.
    init(
        _ asset: PhotoAsset, reader: MetadataReader, policy: GeotagPolicy, plan: (PhotoFacts) -> PlannedPhoto
    ) {
        self = plan(PhotoFacts(known: asset))
        guard case .write = action else { return }
        guard asset.url.exactPath != nil else {
            self = PlannedPhoto(unreadable: asset.url, .notUTF8(asset.url))
            return
        }
        do throws(TaggingError) {
            self = plan(try PhotoFacts(asset, reader: reader))
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

extension PlannedPhoto.Reason: CustomStringConvertible {
    /// A sentence without its end: `it has a position already`.
    public var description: String {
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
        }
    }

    private static func metres(_ value: Double) -> String {
        guard value.isFinite else { return "an unknown distance" }
        return value < 10 ? "\((value * 10).rounded() / 10) m" : "\(Int(min(value, 1e9).rounded())) m"
    }
}

/// What geotagging would do with photos: it is shown, or carried out exactly.
public struct GeotagPlan: Sendable, Hashable {
    /// The photos, in the order they were given.
    public var photos: [PlannedPhoto]

    /// The estimated clock offsets of the cameras, if requested.
    public var clocks: [ClockEstimate]

    /// The photos that get a position.
    public var written: some Sequence<PlannedPhoto> {
        photos.lazy.filter { if case .write = $0.action { true } else { false } }
    }
}

/// What happens to photos that have a position already.
///
/// One that its receiver marked as void, or that is exactly 0, 0, counts as none.
public enum GeotagPolicy: String, Sendable, Hashable, CaseIterable {
    /// They keep it.
    case keep
    /// They get the new one.
    case replace
    /// They get the new one where they say of the old one that it is less accurate.
    case replaceIfWorse = "replace-if-worse"
}
