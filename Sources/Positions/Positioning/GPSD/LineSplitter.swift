import Glibc

/// Splits a stream of bytes into lines, in place and with bounded memory.
///
/// A line above the limit is dropped up to its newline and counted, so that a peer that never sends one cannot
/// exhaust memory.
struct LineSplitter: ~Copyable {
    /// gpsd's own replies have at most 10,240 bytes, libgps's buffer 20,480.
    static let maximumLineLength = 32 * 1024

    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var start = 0
    private var end = 0
    private var isSkipping = false
    private var lines = 0
    /// The number of lines that were too long.
    private(set) var dropped = 0

    init() { buffer = .allocate(capacity: 2 * Self.maximumLineLength) }

    deinit { buffer.deallocate() }

    /// Whether there is an incomplete line.
    var isInLine: Bool { end > start || isSkipping }

    /// Returns room for the next bytes, at least as much as the limit of a line.
    ///
    /// Follow with ``append(_:_:)``.
    mutating func room() -> UnsafeMutableRawBufferPointer {
        if start > 0 {
            // Keep the partial line and make room after it.
            let rest = end - start
            if rest > 0 { buffer.baseAddress!.update(from: buffer.baseAddress! + start, count: rest) }
            start = 0
            end = rest
        }
        return UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[end..<buffer.count])
    }

    private func newline(from scan: Int) -> Int? {
        guard scan < end, let base = buffer.baseAddress, let found = memchr(base + scan, 10, end - scan) else {
            return nil
        }
        return found - UnsafeMutableRawPointer(base)
    }

    /// Processes `count` bytes written to ``room()``, and passes each complete line to `body`.
    ///
    /// - Parameters:
    ///   - count: The number of bytes written.
    ///   - body: Receives the line with its newline replaced by a zero byte, which is included in the count; a
    ///     carriage return before it is removed. May change the bytes.
    mutating func append(_ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) rethrows {
        try append(count) { line, _ in try body(line) }
    }

    /// Appends bytes and passes each line with its number, from 1, counting empty and overlong ones.
    mutating func append(_ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>, Int) throws -> Void) rethrows {
        var scan = end
        end += count
        while let newline = newline(from: scan) {
            var last = newline
            if last > start, buffer[last - 1] == UInt8(ascii: "\r") { last -= 1 }
            let line = UnsafeMutableBufferPointer(rebasing: buffer[start...last])
            start = newline + 1
            scan = start
            lines += 1
            if isSkipping {
                isSkipping = false
            } else if line.count > 1 {
                line[line.count - 1] = 0
                try body(line, lines)
            }
        }
        if end - start > Self.maximumLineLength {
            if !isSkipping { dropped += 1 }
            isSkipping = true
            start = end
        }
    }
}
