package import FoundationEssentials
package import LKMetadata

/// A correction to add to a camera clock's time to get the true time.
package enum ClockCorrection: Sendable, Hashable {
    /// The same number of seconds for all times; positive for a clock that is slow.
    case constant(Double)

    /// Derived from two or more comparisons with the true time: interpolated linearly between them and extrapolated
    /// before the first and after the last.
    case drift([ClockComparison])

    /// The clock is right.
    package static let none = ClockCorrection.constant(0)

    /// Returns the correction for a time.
    ///
    /// - Parameter shown: The time on the camera's clock.
    /// - Returns: Seconds to add.
    package func seconds(at shown: Date) -> Double {
        guard case .drift(let comparisons) = self else {
            if case .constant(let seconds) = self { return seconds }
            return 0
        }
        let sorted = comparisons.sorted { $0.shown < $1.shown }
        guard let first = sorted.first, let last = sorted.last else { return 0 }
        guard last.shown > first.shown else { return first.seconds }
        // The pair around the time, or the nearer pair at the end.
        let next = min(max(1, sorted.firstIndex { $0.shown > shown } ?? sorted.count - 1), sorted.count - 1)
        let (before, after) = (sorted[next - 1], sorted[next])
        let step = after.shown.timeIntervalSince(before.shown)
        guard step > 0 else { return before.seconds }
        return before.seconds + (after.seconds - before.seconds) * shown.timeIntervalSince(before.shown) / step
    }
}

/// A camera clock's time and the true time at the same instant, for example from a photo of a clock.
package struct ClockComparison: Sendable, Hashable {
    /// The time on the camera's clock.
    package var shown: Date

    /// The true time.
    package var actual: Date

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - shown: The time on the camera's clock.
    ///   - actual: The true time.
    package init(shown: Date, actual: Date) {
        self.shown = shown
        self.actual = actual
    }

    var seconds: Double { actual.timeIntervalSince(shown) }
}

/// An estimated clock offset of one camera.
package struct ClockEstimate: Sendable, Hashable {
    /// The evidence for an estimate.
    package enum Evidence: Sendable, Hashable {
        /// GPS times in this many photos of the camera.
        case receiver(photos: Int)
        /// This many photos fall on stops of the track, or were taken next to photos of other cameras.
        case stops(photos: Int)
    }

    /// The camera; `nil` for photos without camera information.
    package var camera: Camera?

    /// Seconds to add to the camera's time at ``reference``; 0 if the photos are consistent with a clock that was
    /// right.
    package var seconds: Double

    /// Whether ``seconds`` converts local time directly to UTC: the clock stayed in one zone while the tracks span
    /// several.
    package var includesZone: Bool

    /// The half-width of the 95 % confidence interval, in seconds.
    package var uncertainty: Double

    /// The probability that the estimate is right, 0...1.
    package var confidence: Double

    /// The evidence for the estimate.
    package var evidence: Evidence

    /// Whether the estimate was used; if its confidence is below the requested minimum, it is only a suggestion.
    package var isUsed: Bool

    /// Clock drift: additional seconds to add for each day after ``reference``.
    package var secondsPerDay = 0.0

    /// The camera time for which ``seconds`` is valid.
    package var reference = Date(timeIntervalSince1970: 0)

    /// Returns the correction for a time.
    ///
    /// - Parameter shown: The time on the camera's clock.
    /// - Returns: Seconds to add.
    package func seconds(at shown: Date) -> Double {
        seconds + (secondsPerDay == 0 ? 0 : secondsPerDay * shown.timeIntervalSince(reference) / 86_400)
    }
}

/// Clock evidence collected from all photos of one camera; its size does not grow with the number of photos.
struct CameraKnowledge: Sendable {
    /// A time shown by the camera's clock.
    struct Shown: Sendable {
        /// The local time as if it were UTC, in seconds since 1970.
        var wall: Double
        /// The UTC offset stated by the photo, in seconds east of UTC.
        var offset: Int?
    }

    /// A camera time and the GPS time of the same photo.
    struct Received: Sendable {
        var shown: Shown
        /// Seconds since 1970.
        var time: Double
        /// The UTC offset of the time zone at the photo's position, in seconds.
        var offsetThere: Int?
    }

    /// The number of photos that state each offset, by day of their local time.
    private var offsetsOfDays: [Int: [Int: Int]] = [:]
    private var offsets: [Int: Int] = [:]
    private(set) var received = Sample<Received>()
    private(set) var shown = Sample<Shown>()
    private(set) var countWithOffset = 0
    private(set) var count = 0

    /// Adds the evidence of one photo.
    ///
    /// - Parameters:
    ///   - photo: The photo, with its GPS date reconciled with its local time.
    ///   - offsetThere: The UTC offset of the time zone at its position, in seconds.
    mutating func learn(_ photo: PhotoFacts, offsetThere: Int?) {
        guard let date = photo.date, date.isOfClock else { return }
        let wall = Double(date.wallTime.secondsSince1970) + Double(date.wallTime.nanosecond) / 1e9
        count += 1
        // A field defined as UTC, as in videos, does not reveal the zone that the clock was set to.
        if let offset = date.offset, date.offsetRule != .utc, date.offsetRule != .assumed {
            offsets[offset, default: 0] += 1
            let day = date.wallTime.secondsSince1970 / 86_400
            if offsetsOfDays.count < 4000 || offsetsOfDays[day] != nil {
                offsetsOfDays[day, default: [:]][offset, default: 0] += 1
            }
        }
        // An offset derived from the GPS time compares clocks; it does not state a zone.
        let offset = date.offsetRule == .gps ? nil : date.offset
        if offset != nil { countWithOffset += 1 }
        let time = Shown(wall: wall, offset: offset)
        // One photo of a burst represents all of it.
        if abs((shown.last?.wall ?? -.infinity) - wall) >= 10 { shown.add(time) }
        guard let location = photo.location, !location.isVoid, !location.isDerived, let receiver = location.timestamp,
            // Of photos with the same fix, only the first was taken close to it.
            received.last?.time != receiver.timeIntervalSince1970
        else { return }
        received.add(Received(shown: time, time: receiver.timeIntervalSince1970, offsetThere: offsetThere))
    }

    /// Returns the offset stated by most photos of that day, or by most photos overall.
    func usualOffset(on wall: PhotoDate.WallTime) -> Int? {
        func usual(_ counts: [Int: Int]) -> Int? { counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
        return offsetsOfDays[wall.secondsSince1970 / 86_400].flatMap(usual) ?? usual(offsets)
    }
}

extension PhotoDate {
    /// Whether the complete date comes from the camera's clock.
    var isOfClock: Bool {
        switch rule {
        case .original, .digitized, .makerNote, .xmp, .iptc, .quickTimeCreationDate, .quickTimeDay, .movieHeader,
            .matroska:
            !wallTime.isDayOnly
        case .modified, .gps, .pngTime, .fileName, .takeout, .fileTime: false
        }
    }
}

/// A bounded sample of a sequence of values, taken at equal intervals.
struct Sample<Value: Sendable>: Sendable {
    private static var maximumCount: Int { 800 }

    private(set) var values: [Value] = []
    private(set) var last: Value?
    private var step = 1
    private var seen = 0

    mutating func add(_ value: Value) {
        last = value
        defer { seen += 1 }
        guard seen % step == 0 else { return }
        values.append(value)
        guard values.count == Self.maximumCount else { return }
        step *= 2
        values = values.indices.filter { $0 % 2 == 0 }.map { values[$0] }
    }
}

/// Identifies a camera body: its clock is the same with any lens.
struct CameraKey: Hashable, Sendable {
    var make: String?
    var model: String?
    var serialNumber: String?

    init(_ camera: Camera?) {
        make = camera?.make
        model = camera?.model
        serialNumber = camera?.serialNumber
    }

    /// `nil` for photos without camera information.
    var camera: Camera? {
        var camera = Camera()
        camera.make = make
        camera.model = model
        camera.serialNumber = serialNumber
        return camera.isEmpty ? nil : camera
    }

    /// The name shown to users.
    var name: String { model ?? make ?? "unknown camera" }
}
