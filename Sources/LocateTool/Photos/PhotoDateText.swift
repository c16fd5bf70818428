import Metadata

/// Dates of photos as text: what the clock at the place showed, and the offset only where it is known.
enum PhotoDateText {
    /// `2014-05-24T10:00:00.25+09:00`, or the day alone where nothing more is known.
    static func appendISO(_ date: PhotoDate, to bytes: inout [UInt8]) {
        appendDay(date.wallTime, to: &bytes)
        guard !date.wallTime.isDayOnly else { return }
        bytes.append(UInt8(ascii: "T"))
        appendTime(date.wallTime, to: &bytes)
        appendFraction(date, to: &bytes)
        if let offset = date.offset { bytes += Timestamp.offsetText(offset).utf8 }
    }

    /// `2014-05-24 10:00:00 +09:00`; a time that is not that of the shot, for want of a better one, is marked.
    static func text(_ date: PhotoDate) -> String {
        var bytes: [UInt8] = []
        appendDay(date.wallTime, to: &bytes)
        if !date.wallTime.isDayOnly {
            bytes.append(UInt8(ascii: " "))
            appendTime(date.wallTime, to: &bytes)
            if let offset = date.offset {
                bytes.append(UInt8(ascii: " "))
                bytes += Timestamp.offsetText(offset).utf8
            }
        }
        if !date.isOfTheShot { bytes += date.rule == .fileTime ? " (file)".utf8 : " (changed)".utf8 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// From when to when, by the clocks on the wall: `2014-05-24 10:00:00 to 12:30:15`.
    static func span(_ first: WallTime, _ last: WallTime) -> String {
        func text(_ body: (inout [UInt8]) -> Void) -> String {
            var bytes: [UInt8] = []
            body(&bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        let (firstDay, lastDay) = (text { appendDay(first, to: &$0) }, text { appendDay(last, to: &$0) })
        let (firstTime, lastTime) = (text { appendTime(first, to: &$0) }, text { appendTime(last, to: &$0) })
        if firstDay != lastDay { return "\(firstDay) \(firstTime) to \(lastDay) \(lastTime)" }
        return firstTime == lastTime ? "\(firstDay) \(firstTime)" : "\(firstDay) \(firstTime) to \(lastTime)"
    }

    private static func appendDay(_ time: WallTime, to bytes: inout [UInt8]) {
        append(time.year, 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(time.month, 2, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(time.day, 2, to: &bytes)
    }

    private static func appendTime(_ time: WallTime, to bytes: inout [UInt8]) {
        append(time.hour, 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(time.minute, 2, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(time.second, 2, to: &bytes)
    }

    private static func appendFraction(_ date: PhotoDate, to bytes: inout [UInt8]) {
        // Of a file's time, which is no shot, nobody wants nanoseconds.
        var (digits, count) =
            date.rule == .fileTime ? (date.wallTime.nanosecond / 1_000_000, 3) : (date.wallTime.nanosecond, 9)
        guard digits > 0 else { return }
        while digits % 10 == 0 {
            digits /= 10
            count -= 1
        }
        bytes.append(UInt8(ascii: "."))
        append(digits, count, to: &bytes)
    }

    private static func append(_ number: Int, _ width: Int, to bytes: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}

extension PhotoDate {
    /// Whether it was a field's task to say when the picture was taken, and not when something was last changed.
    var isOfTheShot: Bool { rule != .fileTime && rule != .modified && rule != .pngTime }
}
