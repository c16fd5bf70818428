import Glibc
import Synchronization
import Threads

/// Finds the addresses of a host without holding the caller up: `getaddrinfo` knows no deadline.
final class HostResolver: Sendable {
    /// An address in the system's own form.
    struct Address: Sendable {
        var family: Int32
        var bytes: [UInt8]
    }

    private enum Answer { case pending, addresses([Address]), failed(String) }
    private let answer = Mutex(Answer.pending)

    /// Looks `endpoint` up.
    ///
    /// - Throws: `LinkFailure` when the name has no address, the deadline passes or the wait is cancelled. A look-up
    ///   that is given up ends by itself, whenever the resolver lets go.
    static func resolve(
        _ endpoint: GPSDEndpoint, wake: WakeDescriptor, until deadline: MonotonicInstant
    ) throws(LinkFailure) -> [Address] {
        // An address needs nobody to be asked.
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

    private static func lookUp(_ endpoint: GPSDEndpoint, flags: Int32) -> Answer {
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
