import Foundation
import Geo
import Metadata

/// Puts a file's content into bytes; see `Docs/Formats/PhotoCatalog.md`.
struct ContentWriter {
    private var bytes: [UInt8] = []

    static func bytes(_ content: FileContent) -> [UInt8] {
        var writer = ContentWriter()
        writer.write(content)
        return writer.bytes
    }

    private mutating func write(_ content: FileContent) {
        bytes.reserveCapacity(96)
        bytes.append(ContentCodes.version)
        bytes.append(ContentCodes.code(content.format, in: ContentCodes.formats))
        bytes.append(UInt8(content.orientation.rawValue))
        var flags: ContentCodes.Flags = []
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
    }

    private mutating func write(_ date: CompactDate) {
        number(date.wallSeconds)
        number(date.nanosecond)
        bytes.append(ContentCodes.code(date.rule, in: ContentCodes.rules))
        guard let offset = date.offset else { return }
        number(offset)
        bytes.append(date.offsetRule.map { ContentCodes.code($0, in: ContentCodes.offsetRules) } ?? 0)
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
        // Cameras' names and places are short; a longer text comes from a damaged file.
        while utf8.utf8.count > 4096 { utf8 = utf8.dropLast(max(1, (utf8.utf8.count - 4096) / 4)) }
        number(UInt16(utf8.utf8.count))
        bytes.append(contentsOf: utf8.utf8)
    }

    private mutating func number(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
