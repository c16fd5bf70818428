import Foundation
import Geo
import Metadata

/// Takes a file's content out of bytes; see `Docs/Formats/PhotoCatalog.md`.
struct ContentReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var isSound = true

    /// - Returns: `nil` for what does not fit the form.
    static func content(_ bytes: UnsafeRawBufferPointer, sharing pool: ContentPool) -> FileContent? {
        var reader = ContentReader(bytes: bytes)
        let content = reader.content(pool)
        return reader.isSound && reader.offset == bytes.count ? content : nil
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func content(_ pool: ContentPool) -> FileContent? {
        guard number(UInt8.self) == ContentCodes.version,
            let format = ContentCodes.value(number(UInt8.self), in: ContentCodes.formats),
            let orientation = PhotoOrientation(rawValue: Int(number(UInt8.self)))
        else { return nil }
        let flags = ContentCodes.Flags(rawValue: number(UInt16.self))
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
        return FileContent(
            format: format, orientation: orientation, hasScreenshotComment: flags.contains(.screenshotComment),
            width: width, height: height, date: date, duration: duration, location: location, camera: camera,
            place: place, liveIdentifier: live)
    }

    private mutating func date(_ flags: ContentCodes.Flags) -> CompactDate? {
        let (seconds, nanosecond) = (number(Int64.self), number(Int32.self))
        guard let rule = ContentCodes.value(number(UInt8.self), in: ContentCodes.rules),
            (-62_135_596_800..<253_402_300_800).contains(seconds), (0..<1_000_000_000).contains(nanosecond)
        else { return nil }
        var offset: Int32?
        var offsetRule: PhotoDate.OffsetRule?
        if flags.contains(.offset) {
            offset = number(Int32.self)
            offsetRule = ContentCodes.value(number(UInt8.self), in: ContentCodes.offsetRules)
        }
        return CompactDate(
            wallSeconds: seconds, nanosecond: nanosecond, offset: offset, rule: rule, offsetRule: offsetRule,
            isDayOnly: flags.contains(.dayOnly))
    }

    private mutating func location(_ flags: ContentCodes.Flags) -> PhotoLocation? {
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
