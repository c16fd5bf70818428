import Glibc

/// Speaks gpsd's protocol to one client and sends it a ``ReportStream``, each report by itself as gpsd does.
///
/// It works in another process than the readers that are measured.
final class ReportServer {
    /// Where a client connects.
    let port: UInt16
    private let listener: Int32

    init() throws(BenchmarkError) {
        (listener, port) = try Loopback.bound(SOCK_STREAM)
        guard listen(listener, 1) == 0 else { throw BenchmarkError("cannot listen on loopback", errno: errno) }
    }

    deinit { close(listener) }

    /// Serves the next client until it has got `fixes` fixes or goes away.
    ///
    /// - Parameters:
    ///   - fixes: How many to send.
    ///   - rate: Reports a second, or `nil` for as many as the client takes.
    ///   - reader: The process of the client, whose end is waited for.
    /// - Returns: How many reports a second were sent, and what the reader printed.
    /// - Throws: `BenchmarkError` when the reader does not come or fails.
    func serve(fixes: Int, rate: Int?, _ reader: Program) throws(BenchmarkError) -> (
        rate: Double, text: String
    ) {
        let client = try accepted()
        defer { close(client) }
        _ = send(Array(ReportStream.greeting.utf8), to: client)
        var command = [UInt8](repeating: 0, count: 256)
        guard recv(client, &command, command.count, 0) > 0 else {
            throw BenchmarkError("the reader did not ask for reports")
        }
        _ = send(Array(ReportStream.answer.utf8), to: client)
        var stream = ReportStream()
        var (reports, isOpen) = (0, true)
        var bytes: [UInt8] = []
        let start = Clocks.monotonic
        while isOpen, stream.fixes < fixes {
            bytes.removeAll(keepingCapacity: true)
            if reports % 10 == 9 { stream.appendSky(to: &bytes) } else { stream.appendFix(to: &bytes) }
            if let rate {
                let due = start + Int64(reports) * 1_000_000_000 / Int64(rate)
                if Clocks.monotonic < due { Clocks.sleep(until: due) }
            }
            isOpen = send(bytes, to: client)
            reports += 1
        }
        let seconds = Double(Clocks.monotonic - start) / 1e9
        // The connection stays open until the reader has read all.
        return (Double(reports) / seconds, try reader.finish())
    }

    private func accepted() throws(BenchmarkError) -> Int32 {
        var wanted = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 10_000) == 1 else { throw BenchmarkError("the reader did not connect") }
        let client = accept(listener, nil, nil)
        guard client >= 0 else { throw BenchmarkError("the reader did not connect", errno: errno) }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        var one: Int32 = 1
        setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return client
    }

    private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
