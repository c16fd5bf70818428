import LKCommandLine
import LKFormats
import LKGeo
import LKMetadata
import LKPhotos

/// Photos as lines of text: date, size, place or position, camera, path.
struct PhotoColumns {
    /// The widest a column grows; longer texts overrun it.
    private static let widest = 26

    /// The fewest characters that a path is cut to.
    private static let minimumPathWidth = 24
    /// Indices of the columns dropped first on a narrow terminal: the camera, then the size.
    private static let dispensable = [3, 1]

    private var widths = [Int](repeating: 0, count: 4)
    private var longestPath = 0
    private var hidden: Set<Int> = []
    /// The terminal's width in columns; `nil` if lines are not cut.
    private var columns: Int?
    /// Whether only the first name of a place is shown.
    private var hasShortPlaces = false

    /// Creates columns for an output.
    ///
    /// - Parameter columns: The width available for a line; `nil` if the output is not a terminal.
    init(columns: Int? = nil) { self.columns = columns }

    /// Widens the columns to fit a photo.
    mutating func measure(_ report: PhotoReport) {
        for (index, cell) in cells(report).enumerated() {
            widths[index] = max(widths[index], min(TextWidth.columns(cell), Self.widest))
        }
        longestPath = max(longestPath, TextWidth.columns(report.path))
    }

    /// Drops what does not fit on the terminal once all photos are measured: the paths matter more.
    mutating func fit() {
        guard let columns else { return }
        func isTooWide() -> Bool {
            let before = widths.indices.reduce(0) { sum, index in
                hidden.contains(index) || widths[index] == 0 ? sum : sum + widths[index] + 2
            }
            return before + min(longestPath, 2 * Self.minimumPathWidth) > columns
        }
        for column in Self.dispensable where isTooWide() { hidden.insert(column) }
        if isTooWide() {
            hasShortPlaces = true
            widths[2] = min(widths[2], 12)
        }
    }

    /// Appends the line of a photo, without its end.
    func append(_ report: PhotoReport, to bytes: inout [UInt8]) {
        var line = ""
        for (index, cell) in cells(report).enumerated()
        where !hidden.contains(index) && (widths[index] > 0 || !cell.isEmpty) {
            line += cell + String(repeating: " ", count: max(0, widths[index] - TextWidth.columns(cell)) + 2)
        }
        var path = ForeignText.clean(report.path)
        // Companions are in the same folder, so the name alone is shown.
        var companions = report.companions.map { companion in
            let slash = companion.utf8.lastIndex(of: UInt8(ascii: "/")).map { companion.utf8.index(after: $0) }
            return " + " + ForeignText.clean(String(companion[(slash ?? companion.startIndex)...]))
        }
        if let columns {
            let room = columns - TextWidth.columns(line)
            if room < TextWidth.columns(path + companions.joined()), !companions.isEmpty {
                companions = [" + \(companions.count)"]
            }
            let rest = room - TextWidth.columns(companions.joined())
            path = TextWidth.keepingEnd(path, columns: max(rest, Self.minimumPathWidth))
        }
        bytes += (line + path + companions.joined()).utf8
    }

    private func cells(_ report: PhotoReport) -> [String] {
        let asset = report.asset
        var size = asset.size?.description ?? ""
        if let duration = asset.seconds { size += (size.isEmpty ? "" : " ") + Self.time(duration) }
        return [
            asset.date.map(PhotoDateText.text) ?? "no date", size,
            ForeignText.clean(Self.place(report, isShort: hasShortPlaces)), ForeignText.clean(report.camera ?? ""),
        ]
    }

    private static func place(_ report: PhotoReport, isShort: Bool) -> String {
        if let place = report.place {
            let names = [place.city ?? place.sublocation, place.city == nil ? place.state : nil, place.country]
            let known = names.compactMap { $0 }
            if !known.isEmpty { return isShort ? known[0] : known.joined(separator: ", ") }
        }
        guard let coordinate = report.location?.coordinate else { return "" }
        return NumberText.fixed(coordinate.latitude, decimals: 6) + ", "
            + NumberText.fixed(coordinate.longitude, decimals: 6)
    }

    /// Returns the length of a video: `0:12`, `1:02:03`.
    private static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "" }
        let whole = Int(seconds.rounded())
        let rest = ":" + (whole % 60).padded(to: 2)
        if whole < 3600 { return "\(whole / 60)" + rest }
        return "\(whole / 3600):" + (whole / 60 % 60).padded(to: 2) + rest
    }
}

/// Dates of photos as text: local time, with the UTC offset only where it is known.
enum PhotoDateText {
    /// Returns a date such as `2014-05-24T10:00:00.25+09:00`, or only the day where nothing more is known.
    static func iso(_ date: PhotoDate) -> String {
        var bytes: [UInt8] = []
        appendDay(date.wallTime, to: &bytes)
        if !date.wallTime.isDayOnly {
            bytes.append(UInt8(ascii: "T"))
            appendTime(date.wallTime, to: &bytes)
            appendFraction(date, to: &bytes)
            if let offset = date.offset { bytes += UTCOffset.text(offset).utf8 }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a date such as `2014-05-24 10:00:00 +09:00`, marking a last-resort date that is not the time of the
    /// shot, and an offset that follows from the position.
    static func text(_ date: PhotoDate) -> String {
        var bytes: [UInt8] = []
        appendDay(date.wallTime, to: &bytes)
        if !date.wallTime.isDayOnly {
            bytes.append(UInt8(ascii: " "))
            appendTime(date.wallTime, to: &bytes)
            if let offset = date.offset {
                bytes.append(UInt8(ascii: " "))
                bytes += UTCOffset.text(offset).utf8
            }
        }
        if date.offsetRule == .assumed { bytes += " (zone by position)".utf8 }
        if date.rule == .fileName { bytes += " (name)".utf8 }
        if !date.isOfTheShot { bytes += date.rule == .fileTime ? " (file)".utf8 : " (changed)".utf8 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a span in local time: `2014-05-24 10:00:00 to 12:30:15`.
    static func span(_ first: PhotoDate.WallTime, _ last: PhotoDate.WallTime) -> String {
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

    private static func appendDay(_ time: PhotoDate.WallTime, to bytes: inout [UInt8]) {
        bytes.append(UInt(time.year), width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(UInt(time.month), width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(UInt(time.day), width: 2)
    }

    private static func appendTime(_ time: PhotoDate.WallTime, to bytes: inout [UInt8]) {
        bytes.append(UInt(time.hour), width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt(time.minute), width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt(time.second), width: 2)
    }

    private static func appendFraction(_ date: PhotoDate, to bytes: inout [UInt8]) {
        // The fraction of a file's timestamp says nothing about the shot.
        var (digits, count) =
            date.rule == .fileTime ? (date.wallTime.nanosecond / 1_000_000, 3) : (date.wallTime.nanosecond, 9)
        guard digits > 0 else { return }
        while digits % 10 == 0 {
            digits /= 10
            count -= 1
        }
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt(digits), width: count)
    }
}
