package import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
package import LKMetadata
import LKTracks

/// When a photo was taken in UTC, and how its UTC offset was determined.
package struct PhotoMoment: Sendable, Hashable {
    /// How the UTC offset of the camera's clock was determined.
    package enum ZoneSource: String, Sendable, Hashable, CaseIterable {
        /// The file states it with the time.
        case file
        /// From the GPS time in the file.
        case receiver
        /// From the maker note in the file.
        case makerNote
        /// The time is UTC by the definition of its field.
        case utc
        /// From the zone configured for the camera's clock.
        case given
        /// From the time zone at the photo's own position or its position on the track.
        case position
        /// From other photos of the same camera.
        case camera
        /// Camera time and UTC were compared directly, using the track or other photos.
        case clock
    }

    /// The date as recorded in the file.
    package var date: PhotoDate

    /// The UTC offset of the local time, in seconds east of UTC.
    package var offset: Int

    /// How ``offset`` was determined.
    package var zoneSource: ZoneSource

    /// The name of the zone in the tz database, if the offset comes from one.
    package var zoneName: String?

    /// Seconds added to the camera's time to correct its clock.
    package var correction: Double

    /// The time in UTC.
    package var instant: Date

    /// The possible error of the time, in seconds.
    package var uncertainty: Double

    /// Whether two UTC times are possible and both fit: the clock showed the local time twice, or its zone is
    /// uncertain.
    package var isAmbiguous = false
}

extension PhotoMoment {
    /// Returns an instant as local time, `2026-05-01 11:00:00 +09:00`; `nil` outside the years 0 to 9999.
    static func text(of instant: Date, offset: Int) -> String? {
        let seconds = (instant.timeIntervalSince1970 + Double(offset)).rounded(.down)
        guard (-62_167_219_200..<253_402_300_800).contains(seconds) else { return nil }
        let civil = CivilTime(secondsSince1970: Int(seconds))
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day = [padded(civil.date.year, 4), padded(civil.date.month), padded(civil.date.day)].joined(separator: "-")
        let time = [civil.hour, civil.minute, civil.second].map { padded($0) }.joined(separator: ":")
        let zone = "\(padded(abs(offset) / 3600)):\(padded(abs(offset) / 60 % 60))"
        return "\(day) \(time) \(offset < 0 ? "-" : "+")\(zone)"
    }
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

/// Determines when and where a photo was taken.
///
/// Both depend on each other: a missing UTC offset follows from the position, and the position from the UTC time.
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
    /// The UTC offset stated by the camera's other photos.
    var usualOffset: Int?
    /// The time zone at the photo's own position, if that comes from a receiver.
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

    /// Returns the time and position by the first rule that applies, or `nil` if no zone is known.
    func resolved() -> Found? {
        if let offset = date.offset {
            return found(moment(offset, PhotoMoment.ZoneSource(date.offsetRule)))
        }
        if let estimate, estimate.includesZone { return byClock(estimate) }
        if let zone = configuration.timeZone { return byZone(zone, .given) }
        if let ownZone, let found = byZone(.named(ownZone), .position) { return found }
        if let found = byPosition() { return found }
        return usualOffset.map { found(moment($0, .camera)) }
    }

    /// Whether anything was recorded at the photo's local time in any possible zone.
    var isNearInAnyZone: Bool {
        (-14 * 4...14 * 4).contains { match(moment($0 * 900, .given)) != nil }
    }

    private func found(_ moment: PhotoMoment) -> Found { Found(moment: moment, match: match(moment)) }

    /// Returns the UTC time for an offset, with the clock correction applied.
    private func moment(_ offset: Int, _ source: PhotoMoment.ZoneSource, name: String? = nil) -> PhotoMoment {
        let shown = date.with(offset: offset)
        var correction = 0.0
        // Camera times are truncated to whole seconds.
        var uncertainty = date.wallTime.nanosecond == 0 ? 0.5 : 0
        if date.rule != .gps {
            switch configuration.clock {
            case .corrected(let clock):
                correction = clock.seconds(at: shown)
                // The offset already includes a wrong hour of the clock.
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

    /// Resolves the time with an estimate that converts local time directly to UTC: the position determines which part
    /// of it is the zone.
    private func byClock(_ estimate: ClockEstimate) -> Found {
        var moment = moment(0, .clock)
        let seconds = estimate.seconds(at: date.with(offset: 0))
        moment.instant = date.with(offset: 0).addingTimeInterval(seconds)
        // Without a position: the nearest quarter hour.
        moment.offset = -wholeSeconds((seconds / 900).rounded()) * 900
        let match = match(moment)
        if let match, let zone = zones.offset(at: match.coordinate, moment: moment.secondsSince1970) {
            moment.offset = zone.seconds
            moment.zoneName = zone.name
        }
        moment.correction = seconds + Double(moment.offset)
        return Found(moment: moment, match: match)
    }

    /// Resolves the time with a known zone, whose clocks may have shown the time twice.
    private func byZone(_ zone: ClockZone, _ source: PhotoMoment.ZoneSource) -> Found? {
        guard let offsets = zones.offsets(of: zone, atWallTime: wall) else { return nil }
        var name: String?
        if case .named(let text) = zone { name = text }
        // If the local time was skipped, the clock had not been set forward yet.
        let possible = offsets.isSkipped ? Array(offsets.offsets.prefix(1)) : offsets.offsets
        let candidates = possible.map { found(moment($0, source, name: name)) }
        return best(of: candidates.filter { $0.match != nil }) ?? candidates.first
    }

    /// Tries the zones along the track: one is right if the resulting position is in it.
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

    /// The corrected local time, for looking up the zone's offset.
    private var wall: Int {
        let local = date.wallTime.secondsSince1970
        guard case .corrected(let clock) = configuration.clock else {
            return local
                + wholeSeconds(estimate.map { $0.includesZone ? 0 : $0.seconds(at: date.with(offset: 0)) } ?? 0)
        }
        return local + wholeSeconds(clock.seconds(at: date.with(offset: 0)))
    }

    /// Prefers positions between two recorded locations to extrapolated ones, then the offset of the camera's other
    /// photos, then the earlier time.
    private func best(of candidates: [Found]) -> Found? {
        let sorted = candidates.enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }
            .map(\.element)
        guard var best = sorted.first else { return nil }
        for other in sorted.dropFirst() where abs(other.moment.instant.timeIntervalSince(best.moment.instant)) > 1 {
            guard let match = best.match, let otherMatch = other.match else { continue }
            if (match.position.kind == .extrapolated) == (otherMatch.position.kind == .extrapolated) {
                best.moment.isAmbiguous = true
            }
            // The camera may equally have been there.
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
    /// Returns the UTC time of the camera's time for an offset.
    func with(offset: Int) -> Date {
        Date(timeIntervalSince1970: Double(wallTime.secondsSince1970 - offset) + Double(wallTime.nanosecond) / 1e9)
    }
}

extension PhotoMoment {
    var secondsSince1970: Int { wholeSeconds(instant.timeIntervalSince1970) }
}

/// Truncates to whole seconds; an impossible value for a clock counts as 0.
private func wholeSeconds(_ seconds: Double) -> Int {
    abs(seconds) < 1e12 ? Int(seconds.rounded(.down)) : 0
}
