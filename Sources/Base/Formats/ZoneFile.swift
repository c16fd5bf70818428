import Glibc

/// The offsets of one time zone from the system's compiled zone files (TZif, RFC 9636).
///
/// Foundation's `TimeZone` needs ICU for names such as `Asia/Tokyo`, which takes longer than the rest of a run, and
/// glibc has one zone for the whole process. This type reads a single small file.
package struct ZoneFile: Sendable {
    /// The times at which the offset changes, in seconds since 1970 and ascending, with the new offsets in seconds.
    private var changes: [(moment: Int, offset: Int)] = []
    private var firstOffset = 0
    /// The rule after the last change.
    private var rule: ZoneRule?

    /// Reads a zone of the system's database by its name; returns `nil` when the file does not exist or is damaged.
    ///
    /// - Parameters:
    ///   - name: A name of the tz database: `Asia/Tokyo`.
    ///   - folder: The folder of the compiled files.
    package init?(named name: String, folder: String = "/usr/share/zoneinfo") {
        // The name comes from data files: it must not lead out of the folder.
        let isName = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "_+-/".utf8.contains(byte)
        }
        guard isName, !name.isEmpty, name.first != "/",
            let bytes = Self.contents(of: folder + "/" + name)
        else { return nil }
        self.init(bytes)
    }

    /// Returns the bytes of a file; `nil` if it cannot be read or is too large for a zone.
    private static func contents(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        return read(file, &bytes, bytes.count) == bytes.count ? bytes : nil
    }

    /// Parses the bytes of a zone file.
    init?(_ bytes: [UInt8]) {
        var reader = ZoneFileReader(bytes)
        guard let first = reader.readHeader() else { return nil }
        var header = first
        if header.version >= 2 {
            // The second block repeats the first with 64-bit times.
            guard reader.skip(header.length(momentSize: 4)), let second = reader.readHeader() else { return nil }
            header = second
        }
        let size = first.version >= 2 ? 8 : 4
        guard let body = reader.readBody(header, momentSize: size) else { return nil }
        changes = body.changes
        firstOffset = body.firstOffset
        if first.version >= 2 { rule = reader.readFooter().flatMap(ZoneRule.init) }
    }

    /// Returns the offset at an instant.
    ///
    /// - Parameter moment: Seconds since 1970.
    /// - Returns: Seconds east of UTC.
    package func offset(at moment: Int) -> Int {
        guard let last = changes.last, moment < last.moment else {
            return rule?.offset(at: moment) ?? changes.last?.offset ?? firstOffset
        }
        // Binary search for the number of changes up to the instant.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? firstOffset : changes[low - 1].offset
    }
}

extension ZoneFile {
    /// The possible offsets of a local time.
    package struct WallOffsets: Sendable, Hashable {
        /// Seconds east of UTC, earliest in force first: usually one, two when the clocks went back.
        package var offsets: [Int]

        /// Whether the local time was skipped when the clocks went forward: only a clock that was changed late or early
        /// showed it.
        package var isSkipped: Bool

        package init(offsets: [Int], isSkipped: Bool) {
            self.offsets = offsets
            self.isSkipped = isSkipped
        }
    }

    /// Returns the possible offsets of a local time.
    ///
    /// - Parameter wall: The local time in seconds since 1970, as if it were UTC.
    /// - Returns: At least one offset.
    package func offsets(atWallTime wall: Int) -> WallOffsets {
        // Offsets are less than a day, and no zone changes twice within two days.
        let (before, after) = (offset(at: wall - 86_400), offset(at: wall + 86_400))
        let both = before == after ? [before] : [before, after]
        let possible = both.filter { offset(at: wall - $0) == $0 }
        return WallOffsets(offsets: possible.isEmpty ? both : possible, isSkipped: possible.isEmpty)
    }
}

/// Parses a TZif file (RFC 9636, section 3); every read is checked against the end.
struct ZoneFileReader {
    /// The counts in a block's header.
    struct Header {
        var version: Int
        var utcIndicators: Int
        var standardIndicators: Int
        var leapSeconds: Int
        var changes: Int
        var types: Int
        var letters: Int

        /// Returns the size in bytes of the block after its header.
        func length(momentSize: Int) -> Int {
            changes * (momentSize + 1) + types * 6 + letters + leapSeconds * (momentSize + 4) + standardIndicators
                + utcIndicators
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Skips a number of bytes.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - position else { return false }
        position += count
        return true
    }

    mutating func readHeader() -> Header? {
        guard bytes.count - position >= 44, bytes[position..<position + 4].elementsEqual("TZif".utf8)
        else { return nil }
        let version = bytes[position + 4]
        position += 20
        let counts = (0..<6).map { _ in Int(readUnsigned(4)) }
        // A sanity limit far above any real zone, which keeps products from overflowing.
        guard counts.allSatisfy({ $0 <= 1 << 20 }), counts[4] > 0 else { return nil }
        return Header(
            version: version == 0 ? 1 : Int(version) - 48, utcIndicators: counts[0], standardIndicators: counts[1],
            leapSeconds: counts[2], changes: counts[3], types: counts[4], letters: counts[5])
    }

    mutating func readBody(
        _ header: Header, momentSize: Int
    ) -> (changes: [(moment: Int, offset: Int)], firstOffset: Int)? {
        let end = position + header.length(momentSize: momentSize)
        guard end <= bytes.count else { return nil }
        let moments = (0..<header.changes).map { _ in
            momentSize == 8
                ? Int(Int64(bitPattern: readUnsigned(8))) : Int(Int32(truncatingIfNeeded: readUnsigned(4)))
        }
        let types = (0..<header.changes).map { _ in Int(readUnsigned(1)) }
        let offsets = (0..<header.types).map { _ in
            let offset = Int(Int32(truncatingIfNeeded: readUnsigned(4)))
            position += 2
            return offset
        }
        guard types.allSatisfy({ $0 < offsets.count }), offsets.allSatisfy({ abs($0) < 86_400 * 2 }),
            zip(moments, moments.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        position = end
        return (zip(moments, types).map { ($0, offsets[$1]) }, offsets[0])
    }

    /// Returns the text between the last two newlines: the rule for the time after the last change.
    func readFooter() -> String? {
        guard position < bytes.count, bytes[position] == 10 else { return nil }
        return String(decoding: bytes[(position + 1)...].prefix { $0 != 10 }, as: UTF8.self)
    }

    /// Reads a big-endian number; the caller has checked the length.
    private mutating func readUnsigned(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for byte in bytes[position..<position + count] { value = value << 8 | UInt64(byte) }
        position += count
        return value
    }
}

/// The rule for the time after a zone's table: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX `TZ`, with RFC 9636's hours beyond
/// 24).
struct ZoneRule {
    /// A day of the year and the seconds after its midnight at which the clocks change.
    private struct Turn {
        enum Day {
            /// Month, week 1...5 (5: the last), weekday from Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
            /// 1...365, never counting 29 February.
            case julian(Int)
            /// 0...365, counting 29 February.
            case ordinal(Int)
        }

        var day: Day
        var seconds: Int
    }

    private var standard: Int
    private var summer: (offset: Int, from: Turn, to: Turn)?

    /// Parses a rule; returns `nil` when it is invalid.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard Self.skipName(&rest), let west = Self.time(&rest) else { return nil }
        standard = -west
        guard !rest.isEmpty else { return }
        guard Self.skipName(&rest) else { return nil }
        var offset = standard + 3600
        if let first = rest.first, first != UInt8(ascii: ",") {
            guard let west = Self.time(&rest) else { return nil }
            offset = -west
        }
        guard let from = Self.turn(&rest), let to = Self.turn(&rest), rest.isEmpty else { return nil }
        summer = (offset, from, to)
    }

    /// Returns seconds east of UTC at an instant in seconds since 1970.
    func offset(at moment: Int) -> Int {
        // Limits the years so that day numbers cannot overflow.
        guard let summer, (-1 << 40..<1 << 40).contains(moment) else { return standard }
        let year = CivilDate(dayNumber: moment >= 0 ? moment / 86_400 : (moment - 86_399) / 86_400).year
        let from = Self.moment(of: summer.from, year: year) - standard
        let to = Self.moment(of: summer.to, year: year) - summer.offset
        let isSummer = from < to ? (from..<to).contains(moment) : !(to..<from).contains(moment)
        return isSummer ? summer.offset : standard
    }

    private static func moment(of turn: Turn, year: Int) -> Int {
        let newYear = CivilDate(year: year, month: 1, day: 1).dayNumber
        let isLeap = CivilDate(year: year + 1, month: 1, day: 1).dayNumber - newYear == 366
        let day: Int
        switch turn.day {
        case .julian(let number): day = newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .ordinal(let number): day = newYear + number
        case .weekday(let month, let week, let weekday):
            let first = CivilDate(year: year, month: month, day: 1).dayNumber
            let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1).dayNumber
            // 1970-01-01 was a Thursday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            var date = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            while date >= next { date -= 7 }
            day = date
        }
        return day * 86_400 + turn.seconds
    }

    /// Skips a name such as `CET` or `<+03>`.
    private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let name = rest.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func consume(_ character: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, first == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    /// Parses `[+-]hh[:mm[:ss]]` and returns seconds.
    private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let isNegative = consume("-", &rest)
        if !isNegative { _ = consume("+", &rest) }
        guard var seconds = number(&rest).map({ $0 * 3600 }), seconds <= 167 * 3600 else { return nil }
        for unit in [60, 1] where consume(":", &rest) {
            guard let part = number(&rest), part < 60 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// Parses `,M3.5.0/2`, `,J60` or `,59`.
    private static func turn(_ rest: inout ArraySlice<UInt8>) -> Turn? {
        guard consume(",", &rest) else { return nil }
        let day: Turn.Day
        if consume("M", &rest) {
            guard let month = number(&rest), (1...12).contains(month), consume(".", &rest), let week = number(&rest),
                (1...5).contains(week), consume(".", &rest), let weekday = number(&rest), (0...6).contains(weekday)
            else { return nil }
            day = .weekday(month: month, week: week, weekday: weekday)
        } else {
            let isJulian = consume("J", &rest)
            guard let number = number(&rest), (isJulian ? 1...365 : 0...365).contains(number) else { return nil }
            day = isJulian ? .julian(number) : .ordinal(number)
        }
        var seconds = 7200
        if consume("/", &rest) {
            guard let given = time(&rest) else { return nil }
            seconds = given
        }
        return Turn(day: day, seconds: seconds)
    }
}
