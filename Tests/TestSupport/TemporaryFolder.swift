public import Foundation
import Glibc
import Synchronization

/// A folder of its own for one test; removed with everything in it when the value goes.
public final class TemporaryFolder: Sendable {
    /// The folder's absolute path.
    public let path: String

    /// Makes the folder.
    public init() {
        var template = Array("\(NSTemporaryDirectory())locationkit-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder could be made")
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something inside.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file at its place, in parts, which no program that is started meanwhile holds open.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - parts: What is in it, written one after the other.
    /// - Throws: The system's error.
    public func write(_ name: String, _ parts: Data...) throws {
        try Loopback.inheritance.withLock { _ in
            let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            defer { close(descriptor) }
            for part in parts {
                let count = part.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count == part.count else { throw CocoaError(.fileWriteUnknown) }
            }
        }
    }

    /// The names inside, sorted.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
