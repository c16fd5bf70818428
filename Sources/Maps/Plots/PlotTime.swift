import FoundationEssentials
import LKFormats
import LKGeocoding

/// Times and durations as text of a picture.
package enum PlotTime {
    /// A time zone and its name.
    struct Zone {
        var name: String
        var file: ZoneFile?

        /// Returns the offset in seconds east of UTC.
        fileprivate func offset(at seconds: Int) -> Int { file?.offset(at: seconds) ?? 0 }
    }

    /// Returns texts for the time of a track, from the longest to the shortest; none outside the years 1 to 9999.
    ///
    /// `12 May 2024, 08:10 – 14:22 (Europe/Zurich, UTC+02:00)`, without the zone's name, with the date as `2024-05-12`, and
    /// that date alone. If clocks were changed in between, only the zone's name is given.
    static func texts(_ start: Date, _ end: Date, _ zone: Zone, _ strings: PageStrings) -> [String] {
        guard let first = seconds(start), let last = seconds(end) else { return [] }
        let (begin, finish) = (
            CivilTime(secondsSince1970: first + zone.offset(at: first)),
            CivilTime(secondsSince1970: last + zone.offset(at: last))
        )
        func text(_ zone: String, _ date: (CivilDate) -> String) -> String {
            let from = "\(date(begin.date)), \(clock(begin))"
            let to = clock(finish)
            if begin.date != finish.date { return "\(from) – \(date(finish.date)), \(to) (\(zone))" }
            return clock(begin) == to ? "\(from) (\(zone))" : "\(from) – \(to) (\(zone))"
        }
        let offset = zone.offset(at: first)
        let isSame = offset == zone.offset(at: last)
        let short = isSame ? utc(offset) : zone.name
        let long = isSame && zone.file != nil ? "\(zone.name), \(short)" : short
        let days = begin.date == finish.date ? begin.date.text : "\(begin.date.text) – \(finish.date.text)"
        return [text(long, strings.date), text(short, strings.date), text(short, \.text), days]
    }

    /// Returns `35 s`, `42 min`, `2 h 05 min` or `3 d 4 h`.
    package static func text(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e12).rounded())
        if whole < 60 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        if minutes < 60 { return "\(minutes) min" }
        if minutes < 48 * 60 { return "\(minutes / 60) h \((minutes % 60).padded(to: 2)) min" }
        return "\(minutes / 1440) d \(minutes % 1440 / 60) h"
    }

    private static func seconds(_ date: Date) -> Int? {
        let seconds = date.timeIntervalSince1970
        return seconds > -6e10 && seconds < 2.5e11 ? Int(seconds.rounded(.down)) : nil
    }

    /// Returns `UTC+02:00`, and `UTC` for no offset; the seconds of old local times are left out.
    private static func utc(_ offset: Int) -> String {
        offset == 0 ? "UTC" : "UTC" + UTCOffset.text(offset, minus: "−")
    }

    private static func clock(_ time: CivilTime) -> String { "\(time.hour.padded(to: 2)):\(time.minute.padded(to: 2))" }
}
