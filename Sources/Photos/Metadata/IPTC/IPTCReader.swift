import LKFormats

/// Reads IPTC-IIM datasets: a marker, a record number, a dataset number, a length and a value.
struct IPTCReader {
    private var properties = IPTCProperties()
    private var isUTF8 = false
    private var day: PhotoDate.WallTime?
    private var time: (hour: Int, minute: Int, second: Int)?
    private var offset: Int?

    /// Returns the properties of a block; `nil` when it has no datasets.
    static func properties(of bytes: UnsafeRawBufferPointer) -> IPTCProperties? {
        var reader = IPTCReader()
        guard reader.read(bytes) else { return nil }
        if var day = reader.day {
            if let time = reader.time {
                day =
                    PhotoDate.WallTime(endOfDayOf: day, hour: time.hour, minute: time.minute, second: time.second)
                    ?? day
            }
            reader.properties.dateCreated = ZonedTime(wallTime: day, offset: day.isDayOnly ? nil : reader.offset)
        }
        return reader.properties
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let datasets = IPTCDatasets(Array(bytes)[...]).datasets
        for dataset in datasets { dataset.value.withUnsafeBytes { read(dataset.kind, $0) } }
        return !datasets.isEmpty
    }

    private mutating func read(_ kind: IPTCDatasets.Kind, _ value: UnsafeRawBufferPointer) {
        switch kind {
        case .characterSet: isUTF8 = value.starts(with: IPTCDatasets.utf8)
        case .title: properties.title = text(value)
        case .keyword: if properties.keywords.count < 1000, let word = text(value) { properties.keywords.append(word) }
        case .day: day = Self.day(value)
        case .time: (time, offset) = Self.time(value)
        case .city: properties.place.city = text(value)
        case .sublocation: properties.place.sublocation = text(value)
        case .state: properties.place.state = text(value)
        case .countryCode: properties.place.countryCode = text(value)
        case .country: properties.place.country = text(value)
        case .caption: properties.caption = text(value)
        default: break
        }
    }

    /// Decodes a text: without a character set marker it is UTF-8 if valid, otherwise Latin-1.
    private func text(_ value: UnsafeRawBufferPointer) -> String? {
        guard isUTF8 else { return EmbeddedText.string(value) }
        // The length limit may cut the last character.
        var end = value.count
        while end > 0, end > value.count - 3, value[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 0, value[end - 1] >= 0xC0 {
            let needed = value[end - 1] >= 0xF0 ? 4 : value[end - 1] >= 0xE0 ? 3 : 2
            if value.count - end + 1 < needed {
                return EmbeddedText.string(UnsafeRawBufferPointer(rebasing: value[..<(end - 1)]))
            }
        }
        return EmbeddedText.string(value)
    }

    /// Parses `20261121`; some programs write `2026-11-21` or `2026:11:21`.
    private static func day(_ value: UnsafeRawBufferPointer) -> PhotoDate.WallTime? {
        var rest = DigitScanner(value)
        guard let year = rest.number(digits: 4...4) else { return nil }
        // With separators a zero may be missing, or be a blank.
        func part() -> Int? {
            let isSeparated = rest.skip { $0 == 0x2D || $0 == 0x3A }
            return isSeparated ? rest.paddedNumber(digits: 1...2) : rest.number(digits: 2...2)
        }
        guard let month = part(), let day = part() else { return nil }
        return PhotoDate.WallTime(year: year, month: month, day: day, isDayOnly: true)
    }

    /// Parses `063000+0900`, with or without offset.
    private static func time(_ value: UnsafeRawBufferPointer) -> ((hour: Int, minute: Int, second: Int)?, Int?) {
        var rest = DigitScanner(value)
        guard let hour = rest.number(digits: 2...2), rest.skip({ $0 == 0x3A }) || true,
            let minute = rest.number(digits: 2...2), rest.skip({ $0 == 0x3A }) || true,
            let second = rest.number(digits: 2...2), hour <= 24, minute < 60, second <= 60
        else { return (nil, nil) }
        let offset = rest.offset(hourDigits: 2...2)
        return ((hour, minute, second), offset.flatMap { $0.hasMinutes ? $0.seconds : nil })
    }
}

/// The values read from IPTC-IIM.
struct IPTCProperties {
    /// `DateCreated` with `TimeCreated`.
    var dateCreated: ZonedTime?
    /// `ObjectName`.
    var title: String?
    /// `Caption-Abstract`.
    var caption: String?
    var keywords: [String] = []
    /// `Sub-location`, `City`, `Province-State`, and the country's name and code.
    var place = PhotoPlace()
    /// Whether its digest shows that a program changed it without changing XMP.
    var isNewerThanXMP = false
}
