import Foundation
import Glibc

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

    /// The names inside, sorted.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
