public import FoundationEssentials
public import Metadata

/// What has to be added to the time of a camera's clock to get the true time.
public enum ClockCorrection: Sendable, Hashable {
    /// Always the same, in seconds; positive for a clock that is slow.
    case constant(Double)

    /// As two or more comparisons with the true time say: the clock runs evenly between them, and is extrapolated beyond the
    /// first and the last.
    case drift([ClockComparison])

    /// The clock is right.
    public static let none = ClockCorrection.constant(0)

    /// What is to be added at a moment.
    ///
    /// - Parameter shown: The moment by the camera's clock.
    /// - Returns: Seconds.
    public func seconds(at shown: Date) -> Double {
        guard case .drift(let comparisons) = self else {
            if case .constant(let seconds) = self { return seconds }
            return 0
        }
        let sorted = comparisons.sorted { $0.shown < $1.shown }
        guard let first = sorted.first, let last = sorted.last else { return 0 }
        guard last.shown > first.shown else { return first.seconds }
        // The pair around the moment, or the one at the end that is nearer.
        let next = min(max(1, sorted.firstIndex { $0.shown > shown } ?? sorted.count - 1), sorted.count - 1)
        let (before, after) = (sorted[next - 1], sorted[next])
        let step = after.shown.timeIntervalSince(before.shown)
        guard step > 0 else { return before.seconds }
        return before.seconds + (after.seconds - before.seconds) * shown.timeIntervalSince(before.shown) / step
    }
}

/// A camera's clock and the true time at one moment, as from a photo of a clock.
public struct ClockComparison: Sendable, Hashable {
    /// The moment by the camera's clock.
    public var shown: Date

    /// The true moment.
    public var actual: Date

    /// Makes a comparison.
    ///
    /// - Parameters:
    ///   - shown: The moment by the camera's clock.
    ///   - actual: The true moment.
    public init(shown: Date, actual: Date) {
        self.shown = shown
        self.actual = actual
    }

    var seconds: Double { actual.timeIntervalSince(shown) }
}

/// An estimated clock offset of one camera.
public struct ClockEstimate: Sendable, Hashable {
    /// What an estimate rests on.
    public enum Evidence: Sendable, Hashable {
        /// So many photos of the camera have the time of a receiver.
        case receiver(photos: Int)
        /// So many photos fall on stops of the track, or beside photos of other cameras.
        case stops(photos: Int)
    }

    /// The camera; `nil` for photos that name none.
    public var camera: Camera?

    /// What has to be added to the camera's time at ``reference``, in seconds; 0 for a clock that was right as far as the photos
    /// tell.
    public var seconds: Double

    /// Whether ``seconds`` lead from the local time straight to UTC: the clock stayed in one zone while the tracks are in several.
    public var includesZone: Bool

    /// By how many seconds the estimate may be wrong: in 95 % of cases it is less.
    public var uncertainty: Double

    /// How sure it is that it is right: from 0 to 1.
    public var confidence: Double

    /// What it rests on.
    public var evidence: Evidence

    /// Whether it was used; what is less sure than was asked for is a proposal only.
    public var isUsed: Bool

    /// How many seconds more have to be added for each day after ``reference``.
    public var secondsPerDay = 0.0

    /// The moment by the camera's clock for which ``seconds`` hold.
    public var reference = Date(timeIntervalSince1970: 0)

    /// What has to be added to the camera's time at a moment.
    ///
    /// - Parameter shown: The moment by the camera's clock.
    /// - Returns: Seconds.
    public func seconds(at shown: Date) -> Double {
        seconds + (secondsPerDay == 0 ? 0 : secondsPerDay * shown.timeIntervalSince(reference) / 86_400)
    }
}

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
