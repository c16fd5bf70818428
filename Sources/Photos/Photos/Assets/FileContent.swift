import FoundationEssentials
import LKGeo
import LKMetadata
import Synchronization

/// A file's metadata in a compact form, of which a hundred thousand fit in memory.
///
/// A class, because the file, the asset and older snapshots share it. Cameras and places, of which there are few
/// distinct ones, are interned.
final class FileContent: Sendable {
    let format: PhotoFormat
    let orientation: PhotoMetadata.Orientation
    let hasScreenshotComment: Bool
    /// As stored, before rotation; 0 when unknown.
    let width: Int32
    let height: Int32
    let date: CompactDate?
    /// In seconds; NaN when unknown.
    let duration: Double
    let location: PhotoLocation?
    let camera: Shared<Camera>?
    let place: Shared<PhotoPlace>?
    let liveIdentifier: String?
    /// What is doubtful about date and position, as a part of a sentence.
    let doubt: String?

    init(
        format: PhotoFormat, orientation: PhotoMetadata.Orientation, hasScreenshotComment: Bool, width: Int32,
        height: Int32,
        date: CompactDate?, duration: Double, location: PhotoLocation?, camera: Shared<Camera>?,
        place: Shared<PhotoPlace>?, liveIdentifier: String?, doubt: String? = nil
    ) {
        self.format = format
        self.orientation = orientation
        self.hasScreenshotComment = hasScreenshotComment
        self.width = width
        self.height = height
        self.date = date
        self.duration = duration
        self.location = location
        self.camera = camera
        self.place = place
        self.liveIdentifier = liveIdentifier
        self.doubt = doubt
    }

    convenience init(_ metadata: PhotoMetadata, sharing pool: ContentPool) {
        let size = metadata.storedSize
        let shown = metadata.placeShown ?? PhotoPlace()
        let place = shown.isEmpty ? metadata.placeCreated ?? PhotoPlace() : shown
        self.init(
            format: metadata.format, orientation: metadata.orientation,
            hasScreenshotComment: ScreenshotRule.isComment(metadata.userComment),
            width: Int32(clamping: size?.width ?? 0), height: Int32(clamping: size?.height ?? 0),
            date: metadata.date.map(CompactDate.init), duration: metadata.seconds ?? .nan,
            location: metadata.location, camera: metadata.camera.flatMap { $0.isEmpty ? nil : pool.shared($0) },
            place: place.isEmpty ? nil : pool.shared(place), liveIdentifier: metadata.liveIdentifier,
            doubt: Self.doubt(metadata))
    }

    /// Returns what is doubtful about date and position; `nil` if a better field has them.
    private static func doubt(_ metadata: PhotoMetadata) -> String? {
        // A photo whose time of exposure is known needs no other date.
        let isDated = metadata.date?.rule == .original
        let doubts = metadata.warnings.filter { warning in
            switch warning.subject {
            case .structure: false
            case .date: !isDated
            case .position, .contradiction: true
            case .hemispheres: metadata.location?.isVoid == false
            }
        }
        return doubts.isEmpty ? nil : doubts.map(\.message).joined(separator: "; ")
    }

    /// Returns the content with the local time at its position, if the file states its time in UTC only.
    ///
    /// - Parameter offsetAt: Finds the UTC offset at a position; with `nil`, dates stay in UTC.
    /// - Returns: The content; itself if nothing changes.
    func localized(by offsetAt: PhotoLibrary.OffsetLookup?) -> FileContent {
        guard let offsetAt, let date, date.offsetRule == .utc, date.rule != .fileTime, !date.isDayOnly,
            let location, !location.isVoid,
            let offset = offsetAt(location.coordinate, Date(timeIntervalSince1970: Double(date.wallSeconds)))
        else { return self }
        let local = CompactDate(
            wallSeconds: date.wallSeconds + Int64(offset), nanosecond: date.nanosecond, offset: Int32(clamping: offset),
            rule: date.rule, offsetRule: .assumed, isDayOnly: false)
        return FileContent(
            format: format, orientation: orientation, hasScreenshotComment: hasScreenshotComment, width: width,
            height: height, date: local, duration: duration, location: location, camera: camera, place: place,
            liveIdentifier: liveIdentifier, doubt: doubt)
    }

    /// The size after rotation.
    var size: PixelSize? {
        guard width > 0, height > 0 else { return nil }
        let stored = PixelSize(width: Int(width), height: Int(height))
        return orientation.swapsSides ? stored.turned : stored
    }
}

/// An interned value.
final class Shared<Value: Hashable & Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Interns cameras and places across reader threads.
final class ContentPool: Sendable {
    private struct State: Sendable {
        var cameras: [Camera: Shared<Camera>] = [:]
        var places: [PhotoPlace: Shared<PhotoPlace>] = [:]
    }

    private let state = Mutex(State())

    func shared(_ camera: Camera) -> Shared<Camera> {
        state.withLock { state in
            if let known = state.cameras[camera] { return known }
            let made = Shared(camera)
            state.cameras[camera] = made
            return made
        }
    }

    func shared(_ place: PhotoPlace) -> Shared<PhotoPlace> {
        state.withLock { state in
            if let known = state.places[place] { return known }
            let made = Shared(place)
            state.places[place] = made
            return made
        }
    }
}

/// A `PhotoDate` in 24 bytes.
///
/// The local time is a number, so that grouping by days needs no calendar.
struct CompactDate: Sendable, Hashable {
    /// Local time where the photo was taken, in seconds since 1970 as if it were UTC.
    var wallSeconds: Int64
    /// 0..<1,000,000,000.
    var nanosecond: Int32
    /// Seconds east of UTC; `Int32.min` when unknown.
    private var storedOffset: Int32
    var rule: PhotoDate.Rule
    var offsetRule: PhotoDate.OffsetRule?
    var isDayOnly: Bool

    init(_ date: PhotoDate) {
        self.init(
            wallSeconds: Int64(date.wallTime.secondsSince1970), nanosecond: Int32(clamping: date.wallTime.nanosecond),
            offset: date.offset.map { Int32(clamping: $0) }, rule: date.rule, offsetRule: date.offsetRule,
            isDayOnly: date.wallTime.isDayOnly)
    }

    init(
        wallSeconds: Int64, nanosecond: Int32, offset: Int32?, rule: PhotoDate.Rule, offsetRule: PhotoDate.OffsetRule?,
        isDayOnly: Bool
    ) {
        self.wallSeconds = wallSeconds
        self.nanosecond = nanosecond
        storedOffset = offset ?? .min
        self.rule = rule
        self.offsetRule = offsetRule
        self.isDayOnly = isDayOnly
    }

    var offset: Int32? { storedOffset == .min ? nil : storedOffset }

    /// The full date; `nil` outside the years 1...9999.
    var photoDate: PhotoDate? {
        guard var wall = PhotoDate.WallTime(secondsSince1970: Int(wallSeconds), nanosecond: Int(nanosecond)) else {
            return nil
        }
        wall.isDayOnly = isDayOnly
        return PhotoDate(wallTime: wall, offset: offset.map(Int.init), rule: rule, offsetRule: offsetRule)
    }
}
