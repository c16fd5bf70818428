import Foundation
import LKGeo
import LKMetadata
import Synchronization

@testable import LKPhotos

/// Reads files that say in words what they are: `photo jpeg date=2014-05-24T10:00:00 at=35.6,139.7 city=Tokyo`.
final class FakeReader: AssetReading {
    /// Which files were read, and what may be waited for before one is.
    final class Log: Sendable {
        private let names = Mutex<[String]>([])
        let onRead: @Sendable (String) -> Void
        /// Called with the name of a file that is not a photo, after it was read.
        let onRefusal: @Sendable (String) -> Void

        init(
            onRead: @escaping @Sendable (String) -> Void = { _ in },
            onRefusal: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            self.onRead = onRead
            self.onRefusal = onRefusal
        }

        var read: [String] { names.withLock { $0.sorted() } }

        func clear() { names.withLock { $0 = [] } }

        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    private let log: Log

    init(_ log: Log) { self.log = log }

    func metadata(of file: RawPath, sidecars: [RawPath]) throws(MetadataError) -> PhotoMetadata {
        log.onRead(file.name.text)
        log.note(file.name.text)
        let path = file.text
        guard let data = FileManager.default.contents(atPath: path) ?? raw(file) else {
            let isThere = access(path, F_OK) == 0
            throw MetadataError(code: isThere ? .unreadable : .missing, message: "\(path) cannot be read", path: path)
        }
        var words = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard words.first == "photo", words.count > 1, let format = PhotoFormat(rawValue: String(words[1])) else {
            log.onRefusal(file.name.text)
            throw MetadataError(code: .unknownFormat, message: "\(path) is not a photo", path: path)
        }
        for sidecar in sidecars {
            guard let data = FileManager.default.contents(atPath: sidecar.text) else { continue }
            words += String(decoding: data, as: UTF8.self).split(separator: " ")
        }
        var metadata = PhotoMetadata(format: format)
        for word in words.dropFirst(2) {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { take(parts[0], parts[1], into: &metadata) }
        }
        return metadata
    }

    private func raw(_ file: RawPath) -> Data? {
        let descriptor = file.withCPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : Data(bytes[..<count])
    }

    private func take(_ key: String, _ value: String, into metadata: inout PhotoMetadata) {
        switch key {
        case "date":
            let wall = Samples.wallTime(value)
            metadata.date = wall.map { PhotoDate(wallTime: $0, offset: metadata.date?.offset, rule: .original) }
        case "made":
            let wall = Samples.wallTime(value)
            metadata.date = wall.map { PhotoDate(wallTime: $0, offset: 0, rule: .movieHeader) }
        case "utc":
            let wall = Samples.wallTime(value)
            metadata.date = wall.map { PhotoDate(wallTime: $0, offset: 0, rule: .movieHeader, offsetRule: .utc) }
        case "doubt":
            metadata.warnings.append(PhotoMetadata.Warning("its \(value) cannot be read", subject: .position))
        case "offset": metadata.date?.offset = Int(value)
        case "at":
            let numbers = value.split(separator: ",").compactMap { Double($0) }
            metadata.location =
                numbers.count == 2
                ? Coordinate(latitude: numbers[0], longitude: numbers[1]).map(PhotoLocation.init) : nil
        case "city":
            metadata.placeShown = metadata.placeShown ?? PhotoPlace()
            metadata.placeShown?.city = value
        case "country":
            metadata.placeShown = metadata.placeShown ?? PhotoPlace()
            metadata.placeShown?.country = value
        case "camera":
            metadata.camera = Camera()
            metadata.camera?.model = value
        case "size":
            let sides = value.split(separator: "x").compactMap { Int($0) }
            metadata.storedSize = PixelSize(width: sides[0], height: sides[1])
        case "orientation": metadata.orientation = Int(value).flatMap(PhotoMetadata.Orientation.init) ?? .up
        case "duration": metadata.duration = Double(value).map { .seconds($0) }
        case "live": metadata.liveIdentifier = value
        case "comment": metadata.userComment = value
        default: break
        }
    }
}
