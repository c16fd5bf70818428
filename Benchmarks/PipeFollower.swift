import Foundation

/// Follows the output of `gpspipe -w` on a thread of its own and notes when the first fix of each epoch came.
final class PipeFollower: Sendable {
    let arrivals = ArrivalTimes()

    /// Reads from `descriptor` until its end; the descriptor stays the caller's.
    func follow(_ descriptor: Int32) {
        let descriptor = dup(descriptor)
        let thread = Thread { @Sendable [self] in
            var rest: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { break }
                let now = Clocks.monotonic
                rest += chunk[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    if let key = Self.key(of: String(decoding: rest[..<end], as: UTF8.self)) {
                        arrivals.note(key, at: now)
                    }
                    rest.removeSubrange(...end)
                }
            }
            close(descriptor)
        }
        thread.start()
    }

    /// Milliseconds since midnight of a TPV's time.
    private static func key(of line: String) -> Int? {
        guard line.hasPrefix(#"{"class":"TPV""#), let start = line.range(of: #""time":""#)?.upperBound else {
            return nil
        }
        // 2026-01-31T12:34:56.789Z
        let clock = line[start...].prefix { $0 != "\"" }.dropFirst(11).dropLast()
        let parts = clock.split { $0 == ":" || $0 == "." }.compactMap { Int($0) }
        guard parts.count == 4 else { return nil }
        return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3]
    }
}
