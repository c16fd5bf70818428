import Foundation

/// How much of this process's memory is resident.
enum ResidentMemory {
    /// Kilobytes, exactly: the counters of `statm` lag by up to 64 pages per thread.
    static var kilobytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8) else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Rss:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
