import Foundation

/// A folder that goes with its owner.
final class TemporaryFolder {
    let path: String

    init() throws(BenchmarkError) {
        var template = Array((NSTemporaryDirectory() + "/locate-benchmark.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError("cannot make a temporary folder", errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
