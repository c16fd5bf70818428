import FoundationEssentials
import Metadata

/// What the photos of one camera say together of its clock; as large for a thousand photos as for a million.
struct CameraKnowledge: Sendable {
    /// A time by the camera's clock, in seconds since 1970: in UTC where the photo states its offset, local where not.
    struct Shown: Sendable {
        var seconds: Double
        var hasOffset: Bool
    }

    /// How many photos state each offset, for each day by their local time.
    private var offsetsOfDays: [Int: [Int: Int]] = [:]
    private var offsets: [Int: Int] = [:]
    /// The receiver's time less the camera's, in seconds.
    private(set) var receiverDifferences = Sample<(difference: Double, hasOffset: Bool)>()
    private(set) var shown = Sample<Shown>()
    private(set) var countWithOffset = 0
    private(set) var count = 0

    mutating func learn(_ photo: PhotoFacts) {
        guard let date = photo.date, date.isOfClock else { return }
        let wall = Double(date.wallTime.secondsSince1970) + Double(date.wallTime.nanosecond) / 1e9
        let hasOffset = date.offset != nil
        count += 1
        if let offset = date.offset {
            countWithOffset += 1
            offsets[offset, default: 0] += 1
            let day = date.wallTime.secondsSince1970 / 86_400
            if offsetsOfDays.count < 4000 || offsetsOfDays[day] != nil {
                offsetsOfDays[day, default: [:]][offset, default: 0] += 1
            }
        }
        let time = wall - Double(date.offset ?? 0)
        // One of a burst stands for all of it.
        if abs((shown.last?.seconds ?? -.infinity) - time) >= 10 {
            shown.add(Shown(seconds: time, hasOffset: hasOffset))
        }
        if let location = photo.location, !location.isVoid, !location.isDerived, let receiver = location.timestamp {
            receiverDifferences.add((receiver.timeIntervalSince1970 - time, hasOffset))
        }
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
