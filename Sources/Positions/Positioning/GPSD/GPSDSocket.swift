import Glibc
import LKThreads
import Synchronization

/// A non-blocking connection to gpsd, with deadlines and cancellation.
///
/// libgps's own connection is not used: it blocks without limit while connecting, aborts on descriptors above 1023,
/// spins on half a line and writes with SIGPIPE.
struct GPSDSocket: ~Copyable {
    let descriptor: Int32

    /// Creates a connection to the first address of `endpoint` that accepts.
    ///
    /// - Throws: `LinkFailure` with the last address's reason.
    init(_ endpoint: GPSDSource.Endpoint, wake: WakeDescriptor, until deadline: MonotonicInstant) throws(LinkFailure) {
        var failure = LinkFailure("it has no address")
        let addresses = try HostResolver.resolve(endpoint, wake: wake, until: deadline)
        for (index, address) in addresses.enumerated() {
            // Divide the remaining time among the addresses, in case the first one drops packets.
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
        // gpsd drops records for a slow reader; a megabyte holds about 3,000.
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

    /// Reads available bytes; `nil` when there are none.
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

/// Resolves a host name with a deadline, which `getaddrinfo` lacks.
final class HostResolver: Sendable {
    /// A socket address.
    struct Address: Sendable {
        var family: Int32
        var bytes: [UInt8]
    }

    private enum Answer { case pending, addresses([Address]), failed(String) }
    private let answer = Mutex(Answer.pending)

    /// Resolves `endpoint`.
    ///
    /// - Throws: `LinkFailure` when the name has no address, the deadline passes or the wait is cancelled. An
    ///   abandoned look-up ends by itself when the resolver returns.
    static func resolve(
        _ endpoint: GPSDSource.Endpoint, wake: WakeDescriptor, until deadline: MonotonicInstant
    ) throws(LinkFailure) -> [Address] {
        // A numeric address needs no look-up.
        if case .addresses(let addresses) = lookUp(endpoint, flags: AI_NUMERICHOST) { return addresses }
        let resolver = HostResolver()
        let code = SystemThread.start("locate-resolve") {
            let found = lookUp(endpoint, flags: 0)
            resolver.answer.withLock { $0 = found }
            wake.wake()
        }
        guard code == 0 else { throw LinkFailure(errno: code) }
        while !wake.isCancelled {
            switch resolver.answer.withLock({ $0 }) {
            case .addresses(let addresses): return addresses
            case .failed(let reason): throw LinkFailure(reason)
            case .pending: break
            }
            guard MonotonicInstant.now < deadline else { throw LinkFailure("its name could not be looked up in time") }
            _ = wake.wait(until: deadline)
        }
        throw LinkFailure("cancelled")
    }

    private static func lookUp(_ endpoint: GPSDSource.Endpoint, flags: Int32) -> Answer {
        var hints = addrinfo()
        hints.ai_flags = flags
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(endpoint.host, String(endpoint.port), &hints, &list)
        guard code == 0 else { return .failed(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        var addresses: [Address] = []
        var next = list
        while let entry = next?.pointee {
            let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
            addresses.append(Address(family: entry.ai_family, bytes: Array(bytes)))
            next = entry.ai_next
        }
        return .addresses(addresses)
    }
}

/// Why a connection failed.
struct LinkFailure: Error, Sendable {
    /// The reason in words.
    var detail: String
    /// Whether the peer was silent.
    var isSilence = false

    init(_ detail: String, isSilence: Bool = false) {
        self.detail = detail
        self.isSilence = isSilence
    }

    /// Creates a failure with the system's description of `code`.
    init(errno code: Int32) { detail = String(cString: strerror(code)) }
}
