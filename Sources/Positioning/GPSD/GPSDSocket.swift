import Glibc
import Threads

/// A non-blocking connection to gpsd that can be waited for with a deadline and given up at any time.
///
/// libgps's own connection is not used: it blocks without limit while connecting, aborts on descriptors above 1023,
/// spins on half a line and writes with SIGPIPE.
struct GPSDSocket: ~Copyable {
    let descriptor: Int32

    /// Connects to the first address of `endpoint` that accepts.
    ///
    /// - Throws: `LinkFailure` with the last address's reason.
    init(_ endpoint: GPSDEndpoint, wake: WakeDescriptor, until deadline: MonotonicInstant) throws(LinkFailure) {
        var failure = LinkFailure("it has no address")
        let addresses = try HostResolver.resolve(endpoint, wake: wake, until: deadline)
        for (index, address) in addresses.enumerated() {
            // Each gets its share of what is left, lest the first one that swallows packets use it all up.
            let now = MonotonicInstant.now
            let share = (deadline - now) / Double(addresses.count - index)
            do throws(LinkFailure) {
                descriptor = try Self.connect(address, wake: wake, until: now + share)
                return
            } catch { failure = error }
        }
        throw failure
    }

    deinit { close(descriptor) }

    private static func connect(
        _ address: HostResolver.Address, wake: WakeDescriptor, until deadline: MonotonicInstant
    ) throws(LinkFailure) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw LinkFailure(errno: errno) }
        var keep = false
        defer { if !keep { close(descriptor) } }
        // gpsd skips records for a reader that is behind; a megabyte holds about 3,000.
        var size: Int32 = 1 << 20
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let started = address.bytes.withUnsafeBytes { bytes in
            Glibc.connect(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        if started != 0 {
            guard errno == EINPROGRESS else { throw LinkFailure(errno: errno) }
            while wake.wait(for: descriptor, events: POLLOUT, until: deadline) == 0 {
                if wake.isCancelled { throw LinkFailure("cancelled") }
                if MonotonicInstant.now >= deadline { throw LinkFailure(errno: ETIMEDOUT) }
            }
            var code: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
            guard code == 0 else { throw LinkFailure(errno: code) }
        }
        keep = true
        return descriptor
    }

    /// Sends a command.
    ///
    /// A short or failed write shows as a broken connection at the next read.
    func send(_ command: String) {
        var command = command
        command.withUTF8 { _ = Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Reads what is there; `nil` when nothing is yet.
    ///
    /// - Throws: `LinkFailure` when the peer has closed or reset the connection.
    func receive(into room: UnsafeMutableRawBufferPointer) throws(LinkFailure) -> Int? {
        let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        if count > 0 { return count }
        if count == 0 { throw LinkFailure("gpsd closed the connection") }
        if errno == EAGAIN || errno == EINTR { return nil }
        throw LinkFailure(errno: errno)
    }
}
