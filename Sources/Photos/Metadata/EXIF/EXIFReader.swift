import LKFormats

/// Reads EXIF's directories: the first with those it points to, and the second for the thumbnail.
struct EXIFReader {
    let block: TIFFBlock
    /// Offsets already read as directories, since directories may point to each other.
    private var seen: [Int] = []
    private var hasEXIF = false

    init(block: TIFFBlock) { self.block = block }

    /// Reads the values of all directories into `findings`.
    mutating func read(into findings: inout Findings) throws(MetadataError) {
        guard let first = try enter(block.firstDirectory, &findings) else {
            return findings.warn("the EXIF has no directory", at: block.firstDirectory)
        }
        try readMain(first, into: &findings)
        // Further directories of a TIFF file are pages rather than thumbnails; the container reads them.
        guard findings.container.format != .tiff, findings.container.format != .raw,
            let next = try block.directory(after: first), let second = try enter(next, &findings)
        else { return }
        try readThumbnail(second, into: &findings)
    }

    /// Returns a directory that has not been read yet.
    mutating func enter(_ offset: Int, _ findings: inout Findings) throws(MetadataError) -> TIFFDirectory? {
        guard !seen.contains(offset) else {
            findings.warn("a directory is referenced twice", at: offset)
            return nil
        }
        seen.append(offset)
        guard let directory = try block.directory(at: offset) else {
            findings.warn("a directory is outside its block", at: offset)
            return nil
        }
        if directory.count < directory.statedCount { findings.warn("a directory is cut off", at: offset) }
        return directory
    }

    /// Reads the first directory of an EXIF block or a TIFF file.
    mutating func readMain(_ directory: TIFFDirectory, into findings: inout Findings) throws(MetadataError) {
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            switch entry.tag {
            case EXIFTag.imageDescription: findings.exif.caption = try block.text(entry)
            case EXIFTag.make: findings.exif.camera.make = try block.text(entry)
            case EXIFTag.model: findings.exif.camera.model = try block.text(entry)
            case EXIFTag.orientation: try readOrientation(entry, into: &findings)
            case EXIFTag.software: findings.exif.software = try block.text(entry)
            case EXIFTag.dateTime: findings.exif.modified.wallTime = try time(entry, &findings)
            case EXIFTag.exifDirectory where !hasEXIF:
                hasEXIF = true
                if let next = try pointer(entry), let directory = try enter(next, &findings) {
                    try readEXIF(directory, into: &findings)
                }
            case EXIFTag.gpsDirectory where findings.exif.gps == nil:
                if let next = try pointer(entry), let directory = try enter(next, &findings) {
                    findings.exif.gps = try GPSReader(block: block).read(directory, &findings)
                }
            case EXIFTag.dateTimeOriginal where findings.exif.original.wallTime == nil:
                // DNG and some phones store it here.
                findings.exif.original.wallTime = try time(entry, &findings)
            default: continue
            }
            if entry.isOutside { warn(entry, &findings) }
        }
    }

    /// Reads the EXIF directory.
    mutating func readEXIF(_ directory: TIFFDirectory, into findings: inout Findings) throws(MetadataError) {
        var note: TIFFEntry?
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            // Most entries of the main directory have smaller tags.
            guard entry.tag >= EXIFTag.dateTimeOriginal else { continue }
            switch entry.tag {
            case EXIFTag.dateTimeOriginal: findings.exif.original.wallTime = try time(entry, &findings)
            case EXIFTag.dateTimeDigitized: findings.exif.digitized.wallTime = try time(entry, &findings)
            case EXIFTag.offsetTime: findings.exif.modified.offset = try block.bytes(entry).flatMap(EXIFTime.offset)
            case EXIFTag.offsetTimeOriginal:
                findings.exif.original.offset = try block.bytes(entry).flatMap(EXIFTime.offset)
            case EXIFTag.offsetTimeDigitized:
                findings.exif.digitized.offset = try block.bytes(entry).flatMap(EXIFTime.offset)
            case EXIFTag.subSecTime: findings.exif.modified.nanosecond = try fraction(entry)
            case EXIFTag.subSecTimeOriginal: findings.exif.original.nanosecond = try fraction(entry)
            case EXIFTag.subSecTimeDigitized: findings.exif.digitized.nanosecond = try fraction(entry)
            case EXIFTag.makerNote: note = entry
            case EXIFTag.userComment:
                findings.exif.userComment = try block.bytes(entry).flatMap {
                    EmbeddedText.comment($0, bigEndian: block.bigEndian)
                }
            case EXIFTag.pixelXDimension: findings.exif.width = try block.integer(entry)
            case EXIFTag.pixelYDimension: findings.exif.height = try block.integer(entry)
            case EXIFTag.bodySerialNumber: findings.exif.camera.serialNumber = try block.text(entry)
            case EXIFTag.lensModel: findings.exif.camera.lens = try block.text(entry)
            default: continue
            }
            if entry.isOutside { warn(entry, &findings) }
        }
        if let note, !note.isOutside { try MakerNoteReader(block: block, note: note).read(into: &findings.exif) }
    }

    /// Reads the thumbnail's directory.
    private func readThumbnail(_ directory: TIFFDirectory, into findings: inout Findings) throws(MetadataError) {
        var offset: Int?
        var count: Int?
        for index in 0..<directory.count {
            guard let entry = try block.entry(index, of: directory) else { continue }
            switch entry.tag {
            case EXIFTag.thumbnailOffset: offset = try block.integer(entry)
            case EXIFTag.thumbnailCount: count = try block.integer(entry)
            default: continue
            }
        }
        guard let offset, let count, offset > 0, count > 0 else { return }
        guard offset <= block.end - block.base, count <= block.end - block.base - offset else {
            return findings.warn("the thumbnail is outside its block", at: directory.offset)
        }
        findings.exif.thumbnail = EmbeddedImage(offset: block.base + offset, count: count, format: .jpeg)
    }
}

extension EXIFReader {
    private func pointer(_ entry: TIFFEntry) throws(MetadataError) -> Int? {
        guard let value = try block.integer(entry), value > 0, value < block.end - block.base else { return nil }
        return block.base + value
    }

    private func readOrientation(_ entry: TIFFEntry, into findings: inout Findings) throws(MetadataError) {
        guard let value = try block.integer(entry) else { return }
        findings.exif.orientation = PhotoMetadata.Orientation(rawValue: value)
        if findings.exif.orientation == nil, value != 0 {
            findings.warn("\(value) is not an orientation", at: entry.valueOffset)
        }
    }

    private func time(_ entry: TIFFEntry, _ findings: inout Findings) throws(MetadataError) -> PhotoDate.WallTime? {
        guard let bytes = try block.bytes(entry), !bytes.isEmpty else { return nil }
        let time = EXIFTime.wallTime(bytes)
        // Cameras whose clock is not set write zeros and blanks.
        if time == nil, bytes.contains(where: { (0x31...0x39).contains($0) }) {
            let text = EmbeddedText.string(bytes)?.prefix(40) ?? ""
            findings.warn(
                "the date '\(text)' cannot be read", at: entry.valueOffset, about: .date)
        }
        return time
    }

    private func fraction(_ entry: TIFFEntry) throws(MetadataError) -> Int? {
        try block.bytes(entry).flatMap(EXIFTime.fraction)
    }

    private func warn(_ entry: TIFFEntry, _ findings: inout Findings) {
        findings.warn("a value is outside its block", at: entry.offset)
    }
}

/// The values read from EXIF, as stored.
struct EXIFProperties {
    /// A time with its fraction and UTC offset, which are separate fields.
    struct Time {
        var wallTime: PhotoDate.WallTime?
        var nanosecond: Int?
        var offset: Int?

        /// All of it, or `nil` without a valid time.
        var zoned: ZonedTime? {
            guard var time = wallTime else { return nil }
            time.nanosecond = nanosecond ?? 0
            return ZonedTime(wallTime: time, offset: offset)
        }
    }

    /// The exposure time: `DateTimeOriginal`, `SubSecTimeOriginal`, `OffsetTimeOriginal`.
    var original = Time()
    /// The time of digitization: `DateTimeDigitized` with its companions.
    var digitized = Time()
    /// The last change: `DateTime`, `SubSecTime`, `OffsetTime`.
    var modified = Time()
    /// The time in the camera's maker note.
    var makerNote = Time()

    /// Whether Canon's older format was found, too.
    var hasCIFF = false

    var orientation: PhotoMetadata.Orientation?
    /// `PixelXDimension` and `PixelYDimension`.
    var width: Int?
    var height: Int?
    var camera = Camera()
    var software: String?
    var caption: String?
    var userComment: String?
    var gps: GPSProperties?
    var thumbnail: EmbeddedImage?
    var liveIdentifier: String?
}

/// Parses EXIF's times.
enum EXIFTime {
    /// Parses `2026:11:21 06:30:00`; returns `nil` for zeros, blanks and impossible dates.
    ///
    /// Some programs use `-`, `/`, `.` or `T` as separators, pad with blanks instead of zeros, or write only the day.
    static func wallTime(_ bytes: UnsafeRawBufferPointer) -> PhotoDate.WallTime? {
        var rest = DigitScanner(bytes)
        guard let year = rest.number(digits: 4...4), rest.skip(dateSeparator),
            let month = rest.paddedNumber(digits: 1...2), rest.skip(dateSeparator),
            let day = rest.paddedNumber(digits: 1...2),
            let date = PhotoDate.WallTime(year: year, month: month, day: day, isDayOnly: true)
        else { return nil }
        var blank = rest
        while blank.skip({ $0 <= 0x20 && $0 != 0 || $0 == 0x3A }) {}
        if blank.isAtEnd { return date }
        guard rest.skip({ $0 == 0x20 || $0 == 0x54 || $0 == 0x3A }), var hour = rest.paddedNumber(digits: 1...2),
            rest.skip({ $0 == 0x3A }), let minute = rest.paddedNumber(digits: 1...2)
        else { return nil }
        let second = rest.skip({ $0 == 0x3A }) ? rest.paddedNumber(digits: 1...2) : 0
        guard let second else { return nil }
        while rest.skip({ $0 == 0x20 }) {}
        for (letter, isAfternoon) in [(UInt8(ascii: "a"), false), (UInt8(ascii: "p"), true)] {
            guard rest.skip({ $0 | 0x20 == letter }) else { continue }
            guard let clockHour = PhotoDate.WallTime.hour(hour, isAfternoon: isAfternoon) else { return nil }
            hour = clockHour
        }
        return PhotoDate.WallTime(endOfDayOf: date, hour: hour, minute: minute, second: second)
    }

    /// Parses a time of day that is a text: `06:30:00`, also with other separators; returns nanoseconds.
    static func timeOfDay(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var rest = DigitScanner(bytes)
        func skipSeparator() -> Bool { rest.skip { $0 == 0x3A || $0 == 0x2C || $0 == 0x20 || $0 == 0x3B } }
        guard let hour = rest.paddedNumber(digits: 1...2), skipSeparator(),
            let minute = rest.paddedNumber(digits: 1...2), skipSeparator(),
            let second = rest.paddedNumber(digits: 1...2), hour < 24, minute < 60, second < 61
        else { return nil }
        return (hour * 3600 + minute * 60 + second) * 1_000_000_000
    }

    /// Parses `+09:00` and returns seconds; `nil` for blanks and impossible offsets.
    static func offset(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var rest = DigitScanner(bytes)
        if rest.skip({ $0 == 0x5A }) { return 0 }
        guard let offset = rest.offset(hourDigits: 1...2), offset.hasMinutes || rest.isAtEnd else { return nil }
        return offset.seconds
    }

    /// Parses the digits of a fraction of a second, and returns nanoseconds; `nil` when there are none.
    static func fraction(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var nanoseconds = 0
        var digits = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { break }
            if digits < 9 {
                nanoseconds = nanoseconds * 10 + Int(byte & 15)
                digits += 1
            }
        }
        guard digits > 0 else { return nil }
        for _ in digits..<9 { nanoseconds *= 10 }
        return nanoseconds
    }

    private static func dateSeparator(_ byte: UInt8) -> Bool {
        byte == 0x3A || byte == 0x2D || byte == 0x2F || byte == 0x2E
    }
}
