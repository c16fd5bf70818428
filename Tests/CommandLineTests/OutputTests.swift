import CommandTestSupport
import Glibc
import Testing

@testable import LKCommandLine

@Suite struct OutputTests {
    @Test("What is written arrives, across the buffer's size")
    func arrives() throws {
        let line = String(repeating: "x", count: 999)
        let text = try written { output in for _ in 0..<200 { try output.writeLine(line) } }
        #expect(text == String(repeating: line + "\n", count: 200))
    }

    @Test("A full disk is an error with the system's words")
    func fullDisk() throws {
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let output = Output(descriptor: descriptor, name: "x")
        try output.writeLine("text")
        #expect(throws: ToolError(.ioError, "cannot write to x: No space left on device")) { try output.close() }
        close(descriptor)
    }

    @Test("A reader who went away ends the run without words")
    func closedPipe() throws {
        // The tool ignores the signal, which would end the tests; other tests count those of the process, so this thread
        // holds its own back.
        var (pipes, before) = (sigset_t(), sigset_t())
        sigemptyset(&pipes)
        sigaddset(&pipes, SIGPIPE)
        #expect(pthread_sigmask(SIG_BLOCK, &pipes, &before) == 0)
        defer {
            var now = timespec()
            while sigtimedwait(&pipes, nil, &now) == SIGPIPE {}
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        let output = Output(descriptor: ends[1], name: "x")
        try output.writeLine("text")
        #expect(throws: ToolError(.closedPipe, "")) { try output.flush() }
        close(ends[1])
    }
}
