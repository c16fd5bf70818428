import Glibc

/// A pipe, to wait for the stop.
final class StopPipe: Sendable {
    private let ends: [Int32]

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        self.ends = ends
    }

    func stop() { _ = write(ends[1], "x", 1) }
    func wait() {
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) < 0, errno == EINTR {}
    }
}
