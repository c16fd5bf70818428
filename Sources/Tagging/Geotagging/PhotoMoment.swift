public import FoundationEssentials
import Geo
import Geocoding
public import Metadata
import Tracks

/// When a photo was taken in UTC, and how that is known.
public struct PhotoMoment: Sendable, Hashable {
    /// How the offset between the camera's clock and UTC is known.
    public enum ZoneSource: String, Sendable, Hashable, CaseIterable {
        /// The file states it with the time.
        case file
        /// The receiver's time in the file, compared with the camera's.
        case receiver
        /// The camera's own notes in the file.
        case makerNote
        /// The time is UTC by the definition of its field.
        case utc
        /// The zone that was given for the camera's clock.
        case given
        /// The zone of the place where the photo was taken, by its own position or by the track.
        case position
        /// What the same camera's other photos state.
        case camera
        /// The camera's clock was compared with the track, or with other photos, as a whole.
        case clock
    }

    /// What the file says.
    public var date: PhotoDate

    /// How far the local time was ahead of UTC, in seconds.
    public var offset: Int

    /// How ``offset`` is known.
    public var zoneSource: ZoneSource

    /// The zone's name in the tz database, where it comes from one.
    public var zoneName: String?

    /// What was added to the camera's time because its clock was wrong, in seconds.
    public var correction: Double

    /// The moment.
    public var instant: Date

    /// By how many seconds the moment may be wrong, by all that is known of the clock.
    public var uncertainty: Double

    /// Whether the camera's clock showed this time twice, or may have shown it in two zones, and both would fit.
    public var isAmbiguous = false
}

extension PhotoMoment.ZoneSource {
    init(_ rule: PhotoDate.OffsetRule?) {
        switch rule {
        case .offsetField, .text, nil: self = .file
        case .gps: self = .receiver
        case .makerNote: self = .makerNote
        case .utc: self = .utc
        case .assumed: self = .given
        }
    }
}

/// Finds the moment at which a photo was taken, and with it the place: the offset of a clock that states none follows from the
/// place, and the place from the offset.
struct MomentResolver {
    struct Found {
        var moment: PhotoMoment
        var match: TrackMatch?
    }

    let date: PhotoDate
    let zones: TimeZones
    let match: (PhotoMoment) -> TrackMatch?
    let zonesOnTheWay: [String]
    let configuration: Geotagger.Configuration
    /// The estimated clock offset of the camera.
    var estimate: ClockEstimate?
    /// The offset that the camera's other photos state.
    var usualOffset: Int?
    /// The zone at the photo's own position, where a receiver found that.
    var ownZone: String?

    init(
        date: PhotoDate, zones: TimeZones, match: @escaping (PhotoMoment) -> TrackMatch?, zonesOnTheWay: [String],
        configuration: Geotagger.Configuration
    ) {
        self.date = date
        self.zones = zones
        self.match = match
        self.zonesOnTheWay = zonesOnTheWay
        self.configuration = configuration
    }

    /// The moment and the place, or `nil` if no zone is known; the first rule that knows one counts.
    func resolved() -> Found? {
        if let offset = date.offset {
            return found(moment(offset, PhotoMoment.ZoneSource(date.offsetRule)))
        }
        if let estimate, estimate.includesZone { return byClock(estimate) }
        if let zone = configuration.timeZone { return byZone(zone, .given) }
        if let ownZone, let found = byZone(.named(ownZone), .position) { return found }
        if let found = byPosition() { return found }
        if let usualOffset { return found(moment(usualOffset, .camera)) }
        return configuration.fallbackTimeZone.flatMap { byZone($0, .given) }
    }

    /// Whether something was recorded at the time that the photo states, in whatever zone its clock may have been.
    var isNearInAnyZone: Bool {
        (-14 * 4...14 * 4).contains { match(moment($0 * 900, .given)) != nil }
    }

    private func found(_ moment: PhotoMoment) -> Found { Found(moment: moment, match: match(moment)) }

    /// The moment with an offset, corrected as the camera's clock has to be.
    private func moment(_ offset: Int, _ source: PhotoMoment.ZoneSource, name: String? = nil) -> PhotoMoment {
        let shown = date.with(offset: offset)
        var correction = 0.0
        // A camera's time of day says whole seconds, and is cut off.
        var uncertainty = date.wallTime.nanosecond == 0 ? 0.5 : 0
        if date.rule != .gps {
            switch configuration.clock {
            case .corrected(let clock):
                correction = clock.seconds(at: shown)
                // A wrong hour of the clock has gone into the offset already.
                if source == .receiver { correction = correction.remainder(dividingBy: 900) }
            case .automatic:
                if let estimate {
                    uncertainty += estimate.uncertainty / 2
                    if !estimate.includesZone { correction = estimate.seconds(at: shown) }
                    if source == .receiver { correction = correction.remainder(dividingBy: 900) }
                }
            }
        }
        return PhotoMoment(
            date: date, offset: offset, zoneSource: source, zoneName: name, correction: correction,
            instant: shown.addingTimeInterval(correction), uncertainty: uncertainty)
    }

    /// The local time and UTC were compared as a whole; the place tells which part of that is the zone.
    private func byClock(_ estimate: ClockEstimate) -> Found {
        var moment = moment(0, .clock)
        let seconds = estimate.seconds(at: date.with(offset: 0))
        moment.instant = date.with(offset: 0).addingTimeInterval(seconds)
        // Without a place: the quarter of an hour next to it.
        moment.offset = -wholeSeconds((seconds / 900).rounded()) * 900
        let match = match(moment)
        if let match, let zone = zones.offset(at: match.coordinate, moment: moment.secondsSince1970) {
            moment.offset = zone.seconds
            moment.zoneName = zone.name
        }
        moment.correction = seconds + Double(moment.offset)
        return Found(moment: moment, match: match)
    }

    /// The zone is known, but its clocks may have shown the time twice.
    private func byZone(_ zone: ClockZone, _ source: PhotoMoment.ZoneSource) -> Found? {
        guard let offsets = zones.offsets(of: zone, atWallTime: wall) else { return nil }
        var name: String?
        if case .named(let text) = zone { name = text }
        // A clock that was not set forward yet showed a time that was skipped.
        let possible = offsets.isSkipped ? Array(offsets.offsets.prefix(1)) : offsets.offsets
        let candidates = possible.map { found(moment($0, source, name: name)) }
        return best(of: candidates.filter { $0.match != nil }) ?? candidates.first
    }

    /// The zones of the way are tried: one is right if the place at the time that follows is in it.
    private func byPosition() -> Found? {
        var names = zonesOnTheWay
        var candidates: [Found] = []
        var next = 0
        while next < names.count, next < 60 {
            let name = names[next]
            next += 1
            guard let offsets = zones.offsets(of: .named(name), atWallTime: wall) else { continue }
            for offset in offsets.isSkipped ? Array(offsets.offsets.prefix(1)) : offsets.offsets {
                var found = found(moment(offset, .position, name: name))
                guard let match = found.match,
                    let here = zones.offset(at: match.coordinate, moment: found.moment.secondsSince1970)
                else { continue }
                if here.name == name || here.seconds == offset {
                    found.moment.zoneName = here.name
                    candidates.append(found)
                } else if !names.contains(here.name) {
                    names.append(here.name)
                }
            }
        }
        return best(of: candidates)
    }

    /// The local time with the correction, by which a zone's rules are asked.
    private var wall: Int {
        let local = date.wallTime.secondsSince1970
        guard case .corrected(let clock) = configuration.clock else {
            return local
                + wholeSeconds(estimate.map { $0.includesZone ? 0 : $0.seconds(at: date.with(offset: 0)) } ?? 0)
        }
        return local + wholeSeconds(clock.seconds(at: date.with(offset: 0)))
    }

    /// What is between two recorded locations counts before what is beside them; then the camera's other photos, and then the
    /// earlier moment.
    private func best(of candidates: [Found]) -> Found? {
        let sorted = candidates.enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }
            .map(\.element)
        guard var best = sorted.first else { return nil }
        for other in sorted.dropFirst() where abs(other.moment.instant.timeIntervalSince(best.moment.instant)) > 1 {
            guard let match = best.match, let otherMatch = other.match else { continue }
            if (match.position.kind == .extrapolated) == (otherMatch.position.kind == .extrapolated) {
                best.moment.isAmbiguous = true
            }
            // It may have been there just as well.
            best.match?.error = max(match.error, match.distance(covering: otherMatch))
        }
        return best
    }

    private func rank(_ found: Found, _ number: Int) -> (Int, Int, Date, Int) {
        (
            found.match?.position.kind == .extrapolated ? 1 : 0, found.moment.offset == usualOffset ? 0 : 1,
            found.moment.instant, number
        )
    }
}

extension PhotoDate {
    /// The moment by the camera's clock, with an offset.
    func with(offset: Int) -> Date {
        Date(timeIntervalSince1970: Double(wallTime.secondsSince1970 - offset) + Double(wallTime.nanosecond) / 1e9)
    }
}

extension PhotoMoment {
    var secondsSince1970: Int { wholeSeconds(instant.timeIntervalSince1970) }
}

/// Seconds without their fraction; what no clock can be off counts as nothing.
private func wholeSeconds(_ seconds: Double) -> Int {
    abs(seconds) < 1e12 ? Int(seconds.rounded(.down)) : 0
}
