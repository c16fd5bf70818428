import Foundation

/// A file that lives as long as this object.
final class TemporaryFile {
    let path: String

    init(_ bytes: some Sequence<UInt8>) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "locationkit-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
