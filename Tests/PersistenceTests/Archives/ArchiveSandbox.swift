import Foundation
import Glibc
import LKPersistence

/// An archiver in a folder of its own, which goes with it.
final class ArchiveSandbox: Sendable {
    let base: String
    let archiver: DocumentArchiver

    // Beside other temporary files when left out.
    init(in parent: String = FileManager.default.temporaryDirectory.path) throws {
        base = "\(parent)/archives-\(UUID().uuidString)"
        archiver = try DocumentArchiver(application: "Diary", base: URL(filePath: base))
    }

    deinit { try? FileManager.default.removeItem(atPath: base) }

    /// The archiver's files and folders, without the lock.
    var names: [String] {
        (FileManager.default.subpaths(atPath: archiver.folder.path) ?? []).filter { $0 != ".lock" }.sorted()
    }

    func bytes(_ key: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: try archiver.path(forKey: key))))
    }

    func put(_ bytes: some Collection<UInt8>, _ key: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: try archiver.path(forKey: key)))
    }
}
