import Geo
import Metadata
import Synchronization

/// What a file says of itself, in the form in which a hundred thousand of them stay in memory.
///
/// A class, because the file, the asset and older snapshots share it. Cameras and places, of which there are few, are
/// shared too.
final class FileContent: Sendable {
    let format: PhotoFormat
    let orientation: PhotoOrientation
    let hasScreenshotComment: Bool
    /// As stored; 0 when it is not known.
    let width: Int32
    let height: Int32
    let date: CompactDate?
    /// Seconds; NaN when it is not known.
    let duration: Double
    let location: PhotoLocation?
    let camera: Shared<Camera>?
    let place: Shared<PhotoPlace>?
    let liveIdentifier: String?

    init(
        format: PhotoFormat, orientation: PhotoOrientation, hasScreenshotComment: Bool, width: Int32, height: Int32,
        date: CompactDate?, duration: Double, location: PhotoLocation?, camera: Shared<Camera>?,
        place: Shared<PhotoPlace>?, liveIdentifier: String?
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
    }

    convenience init(_ metadata: PhotoMetadata, sharing pool: ContentPool) {
        let size = metadata.storedSize
        let shown = metadata.placeShown ?? PhotoPlace()
        let place = shown.isEmpty ? metadata.placeCreated ?? PhotoPlace() : shown
        self.init(
            format: metadata.format, orientation: metadata.orientation,
            hasScreenshotComment: ScreenshotRule.isComment(metadata.userComment),
            width: Int32(clamping: size?.width ?? 0), height: Int32(clamping: size?.height ?? 0),
            date: metadata.date.map(CompactDate.init), duration: metadata.duration ?? .nan,
            location: metadata.location, camera: metadata.camera.flatMap { $0.isEmpty ? nil : pool.shared($0) },
            place: place.isEmpty ? nil : pool.shared(place), liveIdentifier: metadata.liveIdentifier)
    }

    /// The upright size.
    var size: PixelSize? {
        guard width > 0, height > 0 else { return nil }
        let stored = PixelSize(width: Int(width), height: Int(height))
        return orientation.swapsSides ? stored.turned : stored
    }
}

/// A value that many files have in common.
final class Shared<Value: Hashable & Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Makes equal cameras and places one, whatever thread has read them.
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
