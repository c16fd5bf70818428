import FoundationEssentials
import Metadata

/// What the photos of one camera say together of its clock; as large for a thousand photos as for a million.
struct CameraKnowledge: Sendable {
    /// A time that the camera's clock showed.
    struct Shown: Sendable {
        /// The local time as if it were UTC, in seconds since 1970.
        var wall: Double
        /// Seconds east of UTC as the photo states them.
        var offset: Int?
    }

    /// A time that the camera's clock showed beside that of the receiver in the same photo.
    struct Received: Sendable {
        var shown: Shown
        /// Seconds since 1970.
        var time: Double
        /// The offset of the zone at the photo's position.
        var offsetThere: Int?
    }

    /// How many photos state each offset, for each day by their local time.
    private var offsetsOfDays: [Int: [Int: Int]] = [:]
    private var offsets: [Int: Int] = [:]
    private(set) var received = Sample<Received>()
    private(set) var shown = Sample<Shown>()
    private(set) var countWithOffset = 0
    private(set) var count = 0

    /// Adds what a photo says.
    ///
    /// - Parameters:
    ///   - photo: The photo, its receiver's day reconciled with its local time.
    ///   - offsetThere: The offset of the zone at its own position.
    mutating func learn(_ photo: PhotoFacts, offsetThere: Int?) {
        guard let date = photo.date, date.isOfClock else { return }
        let wall = Double(date.wallTime.secondsSince1970) + Double(date.wallTime.nanosecond) / 1e9
        count += 1
        // A field that is UTC by its definition, as of videos, says nothing of the zone that the clock was set to.
        if let offset = date.offset, date.offsetRule != .utc, date.offsetRule != .assumed {
            offsets[offset, default: 0] += 1
            let day = date.wallTime.secondsSince1970 / 86_400
            if offsetsOfDays.count < 4000 || offsetsOfDays[day] != nil {
                offsetsOfDays[day, default: [:]][offset, default: 0] += 1
            }
        }
        // An offset by the receiver's time is a comparison of the clocks, and no statement.
        let offset = date.offsetRule == .gps ? nil : date.offset
        if offset != nil { countWithOffset += 1 }
        let time = Shown(wall: wall, offset: offset)
        // One photo of a burst represents all of it.
        if abs((shown.last?.wall ?? -.infinity) - wall) >= 10 { shown.add(time) }
        guard let location = photo.location, !location.isVoid, !location.isDerived, let receiver = location.timestamp,
            // Of photos with the same fix only the first was taken near it.
            received.last?.time != receiver.timeIntervalSince1970
        else { return }
        received.add(Received(shown: time, time: receiver.timeIntervalSince1970, offsetThere: offsetThere))
    }

    /// The offset that most photos of the day state, or else most of all.
    func usualOffset(on wall: WallTime) -> Int? {
        func usual(_ counts: [Int: Int]) -> Int? { counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
        return offsetsOfDays[wall.secondsSince1970 / 86_400].flatMap(usual) ?? usual(offsets)
    }
}

extension PhotoDate {
    /// Whether the camera's clock gave it, and all of it.
    var isOfClock: Bool {
        switch rule {
        case .original, .digitized, .makerNote, .xmp, .iptc, .quickTimeCreationDate, .quickTimeDay, .movieHeader,
            .matroska:
            !wallTime.isDayOnly
        case .modified, .gps, .pngTime, .fileName, .fileTime: false
        }
    }
}

/// Some of many values, taken at equal steps.
struct Sample<Value: Sendable>: Sendable {
    private static var limit: Int { 800 }

    private(set) var values: [Value] = []
    private(set) var last: Value?
    private var step = 1
    private var seen = 0

    mutating func add(_ value: Value) {
        last = value
        defer { seen += 1 }
        guard seen % step == 0 else { return }
        values.append(value)
        guard values.count == Self.limit else { return }
        step *= 2
        values = values.indices.filter { $0 % 2 == 0 }.map { values[$0] }
    }
}

/// A camera's body: whatever lens is on it, it has one clock.
struct CameraKey: Hashable, Sendable {
    var make: String?
    var model: String?
    var serialNumber: String?

    init(_ camera: Camera?) {
        make = camera?.make
        model = camera?.model
        serialNumber = camera?.serialNumber
    }

    /// `nil` for photos that name no camera.
    var camera: Camera? {
        var camera = Camera()
        camera.make = make
        camera.model = model
        camera.serialNumber = serialNumber
        return camera.isEmpty ? nil : camera
    }

    /// What people call it.
    var name: String { model ?? make ?? "unknown camera" }
}
