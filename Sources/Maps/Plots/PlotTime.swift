internal import Formats
internal import FoundationEssentials
internal import Geocoding

/// Times and durations as text of a picture.
package enum PlotTime {
    /// A time zone and its name.
    struct Zone {
        var name: String
        var file: ZoneFile?
    }

    /// Returns `12 May 2024, 08:10 – 14:22 (Europe/Zurich)`; `nil` for times outside the years 1 to 9999.
    static func text(_ start: Date, _ end: Date, _ zone: Zone, _ strings: PageStrings) -> String? {
        guard let first = civil(start, zone), let last = civil(end, zone) else { return nil }
        let (begin, finish) = (strings.date(first.date), strings.date(last.date))
        if begin == finish, clock(first) == clock(last) { return "\(begin), \(clock(first)) (\(zone.name))" }
        let until = begin == finish ? clock(last) : "\(finish), \(clock(last))"
        return "\(begin), \(clock(first)) – \(until) (\(zone.name))"
    }

    /// Returns `35 s`, `42 min`, `2 h 05 min` or `3 d 4 h`.
    package static func text(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e12).rounded())
        if whole < 60 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        if minutes < 60 { return "\(minutes) min" }
        if minutes < 48 * 60 { return "\(minutes / 60) h \(padded(minutes % 60)) min" }
        return "\(minutes / 1440) d \(minutes % 1440 / 60) h"
    }

    private static func civil(_ date: Date, _ zone: Zone) -> CivilTime? {
        let seconds = date.timeIntervalSince1970
        guard seconds > -6e10, seconds < 2.5e11 else { return nil }
        let whole = Int(seconds.rounded(.down))
        return CivilTime(secondsSince1970: whole + (zone.file?.offset(at: whole) ?? 0))
    }

    private static func clock(_ time: CivilTime) -> String { "\(padded(time.hour)):\(padded(time.minute))" }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
