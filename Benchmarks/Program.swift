import CPeer
import Glibc

/// A program that was started, with its output on a pipe.
final class Program {
    let process: pid_t
    /// Where its standard output can be read.
    let output: Int32
    private let name: String

    /// Starts a program, which is looked for in `PATH`.
    ///
    /// - Throws: `BenchmarkError` when it cannot be started.
    init(_ arguments: [String]) throws(BenchmarkError) {
        name = arguments.first ?? ""
        let copies = arguments.map { strdup($0) } + [nil]
        var output: Int32 = -1
        process = copies.withUnsafeBufferPointer { cpeer_spawn($0.baseAddress!, &output) }
        let code = errno
        for copy in copies { free(copy) }
        self.output = output
        if process < 0 { throw BenchmarkError("cannot start \(name)", errno: code) }
    }

    deinit { if output >= 0 { close(output) } }

    /// Reads all output and waits for the end.
    ///
    /// - Throws: `BenchmarkError` when the program fails.
    func finish() throws(BenchmarkError) -> String {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &chunk, chunk.count)
            if count > 0 { text += chunk[..<count] } else if count == 0 || errno != EINTR { break }
        }
        _ = try waitForSuccess()
        return String(decoding: text, as: UTF8.self)
    }

    /// Waits for the end of a program that prints nothing.
    ///
    /// - Throws: `BenchmarkError` when the program fails.
    func finishMeasured() throws(BenchmarkError) -> rusage { try waitForSuccess() }

    private func waitForSuccess() throws(BenchmarkError) -> rusage {
        let (status, usage) = wait()
        guard status == 0 else { throw BenchmarkError("\(name) failed with the wait status \(status)") }
        return usage
    }

    /// Ends the program.
    func end() {
        kill(process, SIGTERM)
        _ = wait()
    }

    private func wait() -> (status: Int32, usage: rusage) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        return (status, usage)
    }
}
