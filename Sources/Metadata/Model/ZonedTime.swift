/// A time as a text states it, with the zone's offset where the text has one.
package struct ZonedTime: Sendable, Hashable {
    /// What the clock shows.
    package var wallTime: WallTime

    /// Seconds east of UTC; 0 for `Z`.
    package var offset: Int?

    /// Makes a time of its parts.
    package init(wallTime: WallTime, offset: Int? = nil) {
        self.wallTime = wallTime
        self.offset = offset
    }
}

extension ZonedTime {
    /// Reads a time as XMP, QuickTime and Matroska write it: `2019-07-24T11:25:40.5+0300`, also a day alone, also with the
    /// colons of EXIF.
    ///
    /// - Parameter text: The text; `nil` comes of what names no day.
    init?(text: some Sequence<UInt8>) {
        var rest = TextScanner(text)
        // `UTC 2021-09-10 10:11:12`, as cameras of Sony write.
        let isMarkedUTC = rest.next == UInt8(ascii: "U")
        if isMarkedUTC { rest.skipAny("UTC ") }
        guard let year = rest.digits(4, 4) else { return nil }
        _ = rest.skip("-:/")
        guard let month = rest.digits(2, 2) else { return nil }
        _ = rest.skip("-:/")
        guard let day = rest.digits(2, 2) else { return nil }
        guard rest.skip("T t"), let hour = rest.digits(2, 2) else {
            guard let time = WallTime(year: year, month: month, day: day, isDayOnly: true) else { return nil }
            self.init(wallTime: time)
            return
        }
        _ = rest.skip(":")
        let minute = rest.digits(2, 2) ?? 0
        var (second, nanosecond) = (0, 0)
        if rest.skip(":") || rest.next.map({ (0x30...0x39).contains($0) }) == true {
            second = rest.digits(2, 2) ?? 0
            if rest.skip(".,") { nanosecond = rest.billionths() }
        }
        guard
            let time = WallTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
        else { return nil }
        self.init(wallTime: time, offset: Self.offset(&rest) ?? (isMarkedUTC ? 0 : nil))
    }

    /// Seconds east of UTC: `Z`, `+09:00`, `+0900`, `+9`.
    private static func offset(_ rest: inout TextScanner) -> Int? {
        rest.skipAny(" ")
        if rest.skip("Zz") { return 0 }
        let isWest = rest.next == UInt8(ascii: "-")
        guard rest.skip("+-"), let hours = rest.digits(1, 2) else { return nil }
        _ = rest.skip(":")
        let minutes = rest.digits(2, 2) ?? 0
        guard hours <= 15, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}
