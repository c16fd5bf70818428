import Glibc
import TestSupport
import Testing

@testable import LKTracks

@Suite("Pipes in place of track logs") struct TrackLogPipeTests {
    private let folder = TemporaryFolder()

    /// Returns whether a watched file was opened since the last call.
    ///
    /// The system queues the event before `open` returns.
    private func wasOpened(_ queue: Int32) -> Bool {
        var events = [UInt8](repeating: 0, count: 4096)
        return read(queue, &events, events.count) > 0
    }

    // Its writer would begin, and fail or end before the track is read.
    @Test("A named pipe is not opened to find out whether it is a track log")
    func pipe() throws {
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        try #require(queue >= 0)
        defer { close(queue) }
        try #require(inotify_add_watch(queue, pipe, UInt32(IN_OPEN)) >= 0)
        #expect(!TrackFile.isLog(pipe) && !wasOpened(queue))
        #expect(!TrackLogFile.hasApplicationID(pipe) && !wasOpened(queue))
        #expect(!TrackLogSalvage.isLikely(pipe) && !wasOpened(queue))
        #expect(throws: TrackError.self) { try TrackLog(path: pipe) }
        #expect(!wasOpened(queue))
        // Otherwise the watch would prove nothing.
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        #expect(reader >= 0 && wasOpened(queue))
    }
}
