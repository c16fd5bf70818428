import FoundationEssentials
import Glibc
import LKFormats
import LKGeo
import LKGeocoding
import LKTracks

/// How likely a photo is at each recorded time: more likely where the photographer stood still, or another camera took
/// a photo, than while moving.
///
/// People stop to take photos, and often use two cameras at once.
struct StillnessProfile: Sendable {
    /// A recorded period without gaps and within one UTC offset.
    struct Stretch: Sendable {
        /// The index of the first cell, counted from 1970.
        var first: Int
        /// Seconds east of UTC; `nil` if no zone is known.
        var offset: Int?
        /// The stillness of each cell, 0...1; in a finished profile, the log-likelihood ratio of a photo then versus at
        /// any time.
        var cells: [Float] = []
        /// The means of ``coarseness`` consecutive ``cells``.
        var coarse: [Float] = []

        var end: Int { first + cells.count }
    }

    /// The time and position of a photo by another camera.
    struct OtherPhoto: Sendable {
        /// Seconds since 1970.
        var time: Double
        var place: Coordinate
    }

    /// The length of a cell, in seconds.
    let cell: Double
    /// Sorted by time, without overlaps.
    private(set) var stretches: [Stretch] = []

    /// The number of cells combined in the coarse resolution.
    static let coarseness = 4

    private static let referenceDate = 978_307_200.0
    /// The speed at which stillness is one half, in m/s.
    private static let slow = 0.4
    /// How much likelier a photo is at a standstill than at speed, minus 1.
    private static let preference = 8.0

    /// Creates the profile of tracks and of photos taken by other cameras; `nil` without any.
    ///
    /// - Parameters:
    ///   - timeline: The tracks.
    ///   - photos: The photos of other cameras.
    ///   - zones: Finds time zones.
    ///   - isCanceled: Called for each location of a track; once it returns `true`, there is no profile.
    init?(
        _ timeline: TrackTimeline, photos: [OtherPhoto] = [], zones: TimeZones, isCanceled: () -> Bool = { false }
    ) {
        let span = timeline.interval.map { $0.upperBound.timeIntervalSince($0.lowerBound) } ?? 0
        cell = max(5, span / 8_000_000)
        var builder = StretchBuilder(cell: cell, gap: timeline.maximumGapSeconds, zones: zones)
        timeline.forEachPlace { number, place, reference in
            if isCanceled() { return }
            builder.add(number, place, reference + Self.referenceDate)
        }
        if isCanceled() { return nil }
        builder.finishStretch()
        stretches = Self.withoutOverlaps(builder.stretches)
        mark(photos.sorted { $0.time < $1.time }, reach: timeline.maximumExtrapolationSeconds, zones)
        guard !stretches.isEmpty else { return nil }
        weigh()
    }

    /// The distinct UTC offsets of the stretches.
    var offsets: [Int] { Set(stretches.compactMap(\.offset)).sorted() }

    /// The first and last recorded time, in seconds since 1970.
    var interval: ClosedRange<Double> {
        Double(stretches.first?.first ?? 0) * cell...Double(stretches.last?.end ?? 0) * cell
    }

    /// Returns the stretch that contains a time.
    func stretch(at time: Double) -> Stretch? {
        guard abs(time) < 1e12 else { return nil }
        let number = Int((time / cell).rounded(.down))
        let next = firstStretch(endingAfter: number)
        return next < stretches.count && stretches[next].first <= number ? stretches[next] : nil
    }

    /// Returns the log-likelihood ratio of a photo at a time versus at any time; 0 if nothing is recorded.
    func weight(at time: Double) -> Double {
        guard abs(time) < 1e12 else { return 0 }
        let number = Int((time / cell).rounded(.down))
        let next = firstStretch(endingAfter: number)
        guard next < stretches.count, stretches[next].first <= number else { return 0 }
        return Double(stretches[next].cells[number - stretches[next].first])
    }

    /// Returns the index of the first stretch that ends after a cell.
    func firstStretch(endingAfter number: Int) -> Int {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].end > number { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func withoutOverlaps(_ all: [Stretch]) -> [Stretch] {
        var kept: [Stretch] = []
        for var stretch in all.sorted(by: { $0.first < $1.first }) {
            let reached = kept.last?.end ?? .min
            if stretch.first < reached {
                stretch.cells.removeFirst(min(stretch.cells.count, reached - stretch.first))
                stretch.first = reached
            }
            if !stretch.cells.isEmpty { kept.append(stretch) }
        }
        return kept
    }

    /// Marks half a minute around each photo, and adds stretches at times covered only by photos.
    private mutating func mark(_ photos: [OtherPhoto], reach: Double, _ zones: TimeZones) {
        guard !photos.isEmpty else { return }
        let ends = Int((min(reach, 86_400) / cell).rounded(.up))
        let half = Int((30 / cell).rounded(.up))
        var added: [Stretch] = []
        for photo in photos where abs(photo.time) < 1e12 && stretch(at: photo.time) == nil {
            let number = Int((photo.time / cell).rounded(.down))
            let offset = zones.offset(at: photo.place, moment: Int(photo.time))?.seconds
            // Extend at most to the nearest stretch on either side.
            let next = firstStretch(endingAfter: number)
            var first = max(number - ends, next > 0 ? stretches[next - 1].end : .min)
            let end = min(number + ends, next < stretches.count ? stretches[next].first : .max)
            if let last = added.last, last.end > first {
                guard last.offset != offset else {
                    if end > last.end {
                        added[added.count - 1].cells += Array(repeating: 0.05, count: end - last.end)
                    }
                    continue
                }
                first = last.end
            }
            guard first < end else { continue }
            added.append(Stretch(first: first, offset: offset, cells: Array(repeating: 0.05, count: end - first)))
        }
        stretches = Self.withoutOverlaps(stretches + added)
        for photo in photos where abs(photo.time) < 1e12 {
            let middle = Int((photo.time / cell).rounded(.down))
            var next = firstStretch(endingAfter: middle - half)
            while next < stretches.count, stretches[next].first <= middle + half {
                let stretch = stretches[next]
                for number in max(stretch.first, middle - half)..<min(stretch.end, middle + half + 1) {
                    stretches[next].cells[number - stretch.first] = max(stretch.cells[number - stretch.first], 0.8)
                }
                next += 1
            }
        }
    }

    /// Converts stillness to log-likelihood ratios.
    private mutating func weigh() {
        var (sum, count) = (0.0, 0)
        for stretch in stretches {
            count += stretch.cells.count
            for value in stretch.cells { sum += Double(value) }
        }
        let usual = Float(1 + Self.preference * sum / Double(max(1, count)))
        for number in stretches.indices {
            var cells = stretches[number].cells
            for index in cells.indices { cells[index] = log((1 + Float(Self.preference) * cells[index]) / usual) }
            stretches[number].cells = cells
            stretches[number].coarse = stride(from: 0, to: cells.count, by: Self.coarseness).map { from in
                let part = cells[from..<min(cells.count, from + Self.coarseness)]
                return part.reduce(0, +) / Float(part.count)
            }
        }
    }

    /// Builds stretches from the locations of tracks.
    private struct StretchBuilder {
        let cell: Double
        let gap: Double
        let zones: TimeZones
        private(set) var stretches: [Stretch] = []
        private var stretch: Stretch?
        /// The locations of the last 20 seconds: over shorter periods, receiver noise looks like movement.
        private var recent: [(place: Coordinate, time: Double)] = []
        private var run = -1
        private var asked: Coordinate?
        private var zone: String?
        private var nextQuarter = -Double.infinity

        init(cell: Double, gap: Double, zones: TimeZones) {
            (self.cell, self.gap, self.zones) = (cell, gap, zones)
        }

        mutating func add(_ number: Int, _ place: Coordinate, _ time: Double) {
            guard abs(time) < 1e12 else { return }
            if number != run || time - (recent.last?.time ?? 0) > gap {
                finishStretch()
                run = number
                recent = [(place, time)]
                nextQuarter = -.infinity
                startStretch(at: time, place)
                return
            }
            while recent.count > 1, time - recent[1].time >= 20 { recent.removeFirst() }
            let seconds = time - recent[0].time
            let relative = place.sphericalDistance(to: recent[0].place) / seconds / StillnessProfile.slow
            fill(until: time - seconds / 2, Float(1 / (1 + relative * relative)))
            recent.append((place, time))
            if time >= nextQuarter { startStretch(at: time, place) }
        }

        mutating func finishStretch() {
            if let time = recent.last?.time { fill(until: time, stretch?.cells.last ?? 0.5) }
            if let stretch, !stretch.cells.isEmpty { stretches.append(stretch) }
            stretch = nil
        }

        private mutating func fill(until time: Double, _ value: Float) {
            guard let stretch else { return }
            let missing = Int((time / cell).rounded(.down)) + 1 - stretch.end
            if missing > 0 { self.stretch?.cells += Array(repeating: value, count: missing) }
        }

        /// Begins a stretch where another UTC offset applies.
        private mutating func startStretch(at time: Double, _ place: Coordinate) {
            if asked.map({ $0.sphericalDistance(to: place) > 20_000 }) ?? true {
                asked = place
                zone = zones.name(at: place)
            }
            nextQuarter = ((time / 900).rounded(.down) + 1) * 900
            let offset = zone.flatMap { zones.file($0) }?.offset(at: Int(time))
            if let stretch, stretch.offset == offset { return }
            let first = stretch?.end ?? Int((time / cell).rounded(.down))
            if let stretch, !stretch.cells.isEmpty { stretches.append(stretch) }
            stretch = Stretch(first: first, offset: offset)
        }
    }
}
