import FoundationEssentials
import LKGeo
import LKMetadata

/// The catalog's binary encoding of a file's content, described in `Docs/Formats/PhotoCatalog.md`.
enum ContentCoding {
    static let formats: [PhotoFormat] = [.jpeg, .png, .webp, .gif, .tiff, .heic, .avif, .raw, .mp4, .mov, .mkv, .jxl]
    static let rules: [PhotoDate.Rule] = [
        .original, .digitized, .modified, .gps, .makerNote, .xmp, .iptc, .quickTimeCreationDate, .quickTimeDay,
        .movieHeader, .matroska, .pngTime, .fileName, .fileTime, .takeout,
    ]
    static let offsetRules: [PhotoDate.OffsetRule] = [.offsetField, .text, .gps, .makerNote, .utc, .assumed]

    static let version: UInt8 = 4
    /// Marks a damaged file: a version that does not exist.
    static let damage: [UInt8] = [0]

    /// Which optional parts follow.
    struct Flags: OptionSet {
        var rawValue: UInt16

        static let date = Flags(rawValue: 0x1)
        static let offset = Flags(rawValue: 0x2)
        static let dayOnly = Flags(rawValue: 0x4)
        static let duration = Flags(rawValue: 0x8)
        static let location = Flags(rawValue: 0x10)
        static let ellipsoid = Flags(rawValue: 0x20)
        static let camera = Flags(rawValue: 0x40)
        static let place = Flags(rawValue: 0x80)
        static let live = Flags(rawValue: 0x100)
        static let screenshotComment = Flags(rawValue: 0x200)
        static let derived = Flags(rawValue: 0x400)
        static let doubt = Flags(rawValue: 0x800)
    }

    /// Returns the one-based index of a value in a list; 0 when it is not in the list.
    static func code<Value: Equatable>(_ value: Value, in list: [Value]) -> UInt8 {
        UInt8(clamping: (list.firstIndex(of: value) ?? -1) + 1)
    }

    static func value<Value>(_ code: UInt8, in list: [Value]) -> Value? {
        code >= 1 && Int(code) <= list.count ? list[Int(code) - 1] : nil
    }
}

/// Decodes a file's content.
struct ContentDecoder {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var isSound = true

    /// Decodes the content of a file.
    ///
    /// - Returns: `nil` when the bytes are malformed.
    static func content(_ bytes: UnsafeRawBufferPointer, sharing pool: ContentPool) -> FileContent? {
        var reader = ContentDecoder(bytes: bytes)
        let content = reader.content(pool)
        return reader.isSound && reader.offset == bytes.count ? content : nil
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func content(_ pool: ContentPool) -> FileContent? {
        guard number(UInt8.self) == ContentCoding.version,
            let format = ContentCoding.value(number(UInt8.self), in: ContentCoding.formats),
            let orientation = PhotoMetadata.Orientation(rawValue: Int(number(UInt8.self)))
        else { return nil }
        let flags = ContentCoding.Flags(rawValue: number(UInt16.self))
        let (width, height) = (number(Int32.self), number(Int32.self))
        var date: CompactDate?
        if flags.contains(.date) {
            guard let read = self.date(flags) else { return nil }
            date = read
        }
        let duration = flags.contains(.duration) ? double() : .nan
        var location: PhotoLocation?
        if flags.contains(.location) {
            guard let read = self.location(flags) else { return nil }
            location = read
        }
        var camera: Shared<Camera>?
        if flags.contains(.camera) {
            var value = Camera()
            (value.make, value.model, value.serialNumber, value.lens) = (text(), text(), text(), text())
            camera = pool.shared(value)
        }
        var place: Shared<PhotoPlace>?
        if flags.contains(.place) {
            var value = PhotoPlace()
            (value.sublocation, value.city, value.state) = (text(), text(), text())
            (value.country, value.countryCode) = (text(), text())
            place = pool.shared(value)
        }
        let live = flags.contains(.live) ? text() : nil
        let doubt = flags.contains(.doubt) ? text() : nil
        return FileContent(
            format: format, orientation: orientation, hasScreenshotComment: flags.contains(.screenshotComment),
            width: width, height: height, date: date, duration: duration, location: location, camera: camera,
            place: place, liveIdentifier: live, doubt: doubt)
    }

    private mutating func date(_ flags: ContentCoding.Flags) -> CompactDate? {
        let (seconds, nanosecond) = (number(Int64.self), number(Int32.self))
        guard let rule = ContentCoding.value(number(UInt8.self), in: ContentCoding.rules),
            (-62_135_596_800..<253_402_300_800).contains(seconds), (0..<1_000_000_000).contains(nanosecond)
        else { return nil }
        var offset: Int32?
        var offsetRule: PhotoDate.OffsetRule?
        if flags.contains(.offset) {
            offset = number(Int32.self)
            offsetRule = ContentCoding.value(number(UInt8.self), in: ContentCoding.offsetRules)
        }
        return CompactDate(
            wallSeconds: seconds, nanosecond: nanosecond, offset: offset, rule: rule, offsetRule: offsetRule,
            isDayOnly: flags.contains(.dayOnly))
    }

    private mutating func location(_ flags: ContentCoding.Flags) -> PhotoLocation? {
        let present = number(UInt8.self)
        let (latitude, longitude) = (double(), double())
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
        var location = PhotoLocation(coordinate: coordinate)
        if present & 0x1 != 0 { location.altitude = double() }
        if present & 0x2 != 0 { location.horizontalAccuracy = double() }
        if present & 0x4 != 0 { location.imageDirection = double() }
        if present & 0x8 != 0 { location.speed = double() }
        if present & 0x10 != 0 { location.course = double() }
        if present & 0x20 != 0 { location.timestamp = Date(timeIntervalSince1970: double()) }
        location.isImageDirectionMagnetic = present & 0x40 != 0
        location.isVoid = present & 0x80 != 0
        if flags.contains(.ellipsoid) { location.altitudeReference = .ellipsoid }
        location.isDerived = flags.contains(.derived)
        return location
    }

    private mutating func double() -> Double { Double(bitPattern: number(UInt64.self)) }

    private mutating func text() -> String? {
        let count = Int(number(UInt16.self))
        if count == Int(UInt16.max) { return nil }
        guard isSound, count <= bytes.count - offset else {
            isSound = false
            return nil
        }
        defer { offset += count }
        let text = String(validating: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]), as: UTF8.self)
        if text == nil { isSound = false }
        return text
    }

    private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        let size = MemoryLayout<Number>.size
        guard isSound, size <= bytes.count - offset else {
            isSound = false
            return 0
        }
        defer { offset += size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

/// Encodes a file's content.
struct ContentEncoder {
    private var bytes: [UInt8] = []

    static func bytes(_ content: FileContent) -> [UInt8] {
        var writer = ContentEncoder()
        writer.write(content)
        return writer.bytes
    }

    private mutating func write(_ content: FileContent) {
        bytes.reserveCapacity(96)
        bytes.append(ContentCoding.version)
        bytes.append(ContentCoding.code(content.format, in: ContentCoding.formats))
        bytes.append(UInt8(content.orientation.rawValue))
        var flags: ContentCoding.Flags = []
        if let date = content.date {
            flags.insert(.date)
            if date.offset != nil { flags.insert(.offset) }
            if date.isDayOnly { flags.insert(.dayOnly) }
        }
        if !content.duration.isNaN { flags.insert(.duration) }
        if let location = content.location {
            flags.insert(.location)
            if location.altitudeReference == .ellipsoid { flags.insert(.ellipsoid) }
            if location.isDerived { flags.insert(.derived) }
        }
        if content.camera != nil { flags.insert(.camera) }
        if content.place != nil { flags.insert(.place) }
        if content.liveIdentifier != nil { flags.insert(.live) }
        if content.hasScreenshotComment { flags.insert(.screenshotComment) }
        if content.doubt != nil { flags.insert(.doubt) }
        number(flags.rawValue)
        number(content.width)
        number(content.height)
        if let date = content.date { write(date) }
        if !content.duration.isNaN { number(content.duration.bitPattern) }
        if let location = content.location { write(location) }
        if let camera = content.camera?.value {
            for value in [camera.make, camera.model, camera.serialNumber, camera.lens] { text(value) }
        }
        if let place = content.place?.value {
            for value in [place.sublocation, place.city, place.state, place.country, place.countryCode] { text(value) }
        }
        if let identifier = content.liveIdentifier { text(identifier) }
        if let doubt = content.doubt { text(doubt) }
    }

    private mutating func write(_ date: CompactDate) {
        number(date.wallSeconds)
        number(date.nanosecond)
        bytes.append(ContentCoding.code(date.rule, in: ContentCoding.rules))
        guard let offset = date.offset else { return }
        number(offset)
        bytes.append(date.offsetRule.map { ContentCoding.code($0, in: ContentCoding.offsetRules) } ?? 0)
    }

    private mutating func write(_ location: PhotoLocation) {
        let values = [
            location.altitude, location.horizontalAccuracy, location.imageDirection, location.speed, location.course,
            location.timestamp?.timeIntervalSince1970,
        ]
        var present: UInt8 = 0
        for (index, value) in values.enumerated() where value != nil { present |= 1 << index }
        if location.isImageDirectionMagnetic { present |= 0x40 }
        if location.isVoid { present |= 0x80 }
        bytes.append(present)
        for value in [location.coordinate.latitude, location.coordinate.longitude] { number(value.bitPattern) }
        for case let value? in values { number(value.bitPattern) }
    }

    private mutating func text(_ value: String?) {
        guard let value else { return number(UInt16.max) }
        var utf8 = Substring(value)
        // Names of cameras and places are short; a longer text comes from a damaged file.
        while utf8.utf8.count > 4096 { utf8 = utf8.dropLast(max(1, (utf8.utf8.count - 4096) / 4)) }
        number(UInt16(utf8.utf8.count))
        bytes.append(contentsOf: utf8.utf8)
    }

    private mutating func number(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
