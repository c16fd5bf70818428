import LKMetadata

/// The date in the names that cameras, phones and messengers give to files.
///
/// | name | date |
/// | --- | --- |
/// | `IMG_20240511_081500.jpg`, `20240511_081500.jpg`, `DJI_20240511081500_0001_D.JPG` | local time |
/// | `PXL_20240511_081500123.jpg` | UTC |
/// | `WhatsApp Image 2024-05-11 at 08.15.00.jpeg`, `Screenshot 2024-05-11 at 8.15.00 PM.png` | local time |
/// | `Screenshot_2024-05-11-08-15-00-123_app.jpg`, `signal-2024-05-11-081500.jpg` | local time |
/// | `IMG-20240511-WA0001.jpg` | the day |
enum FileNameDate {
    private static let years = 1980...2099

    /// Returns the date in a name.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: `nil` if it has none.
    static func date(in name: RawPath) -> PhotoDate? {
        let bytes = name.stem.bytes
        for start in bytes.indices where start == 0 || !isDigit(bytes[start - 1]) {
            guard let wall = wallTime(in: bytes[start...]) else { continue }
            // Google's camera names its files by UTC.
            let isUTC = !wall.isDayOnly && bytes.starts(with: Array("PXL_".utf8))
            return PhotoDate(wallTime: wall, offset: isUTC ? 0 : nil, rule: .fileName, offsetRule: isUTC ? .utc : nil)
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns the date and time at the beginning of a text.
    private static func wallTime(in text: ArraySlice<UInt8>) -> PhotoDate.WallTime? {
        var rest = text
        guard let year = number(&rest, 4), years.contains(year) else { return nil }
        let separator = rest.first.flatMap { "-_.".utf8.contains($0) ? $0 : nil }
        if separator != nil { rest = rest.dropFirst() }
        guard let month = number(&rest, 2) else { return nil }
        if let separator {
            guard rest.first == separator else { return nil }
            rest = rest.dropFirst()
        }
        guard let day = number(&rest, 2),
            let date = PhotoDate.WallTime(year: year, month: month, day: day, isDayOnly: true)
        else { return nil }
        let isRun = separator == nil && rest.first.map(isDigit) == true
        if let time = time(in: rest, of: date) { return time }
        // A longer number is not a date.
        return isRun || rest.first.map(isDigit) == true ? nil : date
    }

    /// Returns a date with the time that follows it; `nil` if none does.
    private static func time(in text: ArraySlice<UInt8>, of date: PhotoDate.WallTime) -> PhotoDate.WallTime? {
        var rest = text
        for word in [" at ", "-at-", "_at_", "_", "-", " ", ".", "T"] where rest.starts(with: word.utf8) {
            rest = rest.dropFirst(word.utf8.count)
            break
        }
        // macOS and iOS write hours of one digit.
        var hour = number(&rest, 2)
        if hour == nil, rest.dropFirst().first.map({ ".-:".utf8.contains($0) }) == true { hour = number(&rest, 1) }
        guard var hour else { return nil }
        let separator = rest.first.flatMap { "-_.:".utf8.contains($0) ? $0 : nil }
        if separator != nil { rest = rest.dropFirst() }
        guard let minute = number(&rest, 2) else { return nil }
        if let separator {
            guard rest.first == separator else { return nil }
            rest = rest.dropFirst()
        }
        guard let second = number(&rest, 2) else { return nil }
        // Milliseconds may follow without a separator.
        var nanosecond = 0
        if rest.first.map(isDigit) == true {
            guard let milliseconds = number(&rest, 3), rest.first.map(isDigit) != true else { return nil }
            nanosecond = milliseconds * 1_000_000
        }
        if let isAfternoon = halfOfDay(rest) {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        return PhotoDate.WallTime(
            year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second,
            nanosecond: nanosecond)
    }

    /// Returns whether `PM` follows; `nil` if neither that nor `AM` does.
    ///
    /// macOS puts a narrow space before it.
    private static func halfOfDay(_ text: ArraySlice<UInt8>) -> Bool? {
        for space in [" ", "\u{202F}", "_"] where text.starts(with: space.utf8) {
            let word = text.dropFirst(space.utf8.count).prefix(2).map { $0 | 0x20 }
            if word == Array("am".utf8) { return false }
            if word == Array("pm".utf8) { return true }
        }
        return nil
    }

    /// Reads a number of exactly `count` digits and removes it from the text; `nil` leaves the text as it is.
    private static func number(_ text: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = text.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        text = text.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
