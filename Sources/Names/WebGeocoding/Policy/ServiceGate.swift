import Glibc
import LKStorage
import LKThreads
import Synchronization

/// The state that all requests of this process to one host share, whatever their provider.
final class ServiceGate: Sendable {
    let limiter: RequestLimiter

    /// Decides whether the host may be asked at all.
    let breaker = Mutex(CircuitBreaker())

    /// The state shared with other processes; `nil` for none.
    private let file: RequestPaceFile?

    /// The languages that a Photon server has listed; `nil` until then.
    let languages = Mutex<Set<String>?>(nil)

    let keeper: any Timekeeper

    /// Returns a random number in 0..<1 for the waits between attempts.
    let chance: @Sendable () -> Double

    init(file: RequestPaceFile?, keeper: any Timekeeper, chance: @escaping @Sendable () -> Double) {
        self.file = file
        limiter = RequestLimiter(keeper: keeper, file: file)
        self.keeper = keeper
        self.chance = chance
    }

    /// Stops requests to the host for a pause that an answer requested.
    ///
    /// - Parameters:
    ///   - pause: The pause.
    ///   - address: The address that was asked. Only if its certificate shows that the host has answered, the pause also
    ///     holds for other and later processes.
    func leaveAlone(for pause: Duration, _ address: ServiceAddress) {
        breaker.withLock { $0.record(.overloaded(pause), at: keeper.now, upTo: address.maximumPause) }
        if address.isSecure { file?.hold(for: pause) }
    }

    /// Applies the pause that the host has requested from other processes.
    func applySharedPause() {
        guard let pause = file?.held() else { return }
        breaker.withLock { $0.record(.overloaded(pause), at: keeper.now) }
    }
}

/// The gates of all hosts.
final class ServiceGates: Sendable {
    /// The gates of this process.
    static let shared = ServiceGates(
        keeper: SystemTimekeeper.shared, folder: (try? StandardFolder.state.path()).map { $0 + "/locationkit/requests" }
    )

    private let gates = Mutex<[String: ServiceGate]>([:])
    private let keeper: any Timekeeper
    private let folder: String?
    private let chance: @Sendable () -> Double

    /// Creates an empty set of gates.
    ///
    /// - Parameters:
    ///   - keeper: The clock.
    ///   - folder: The folder of the state shared with other processes; `nil` for none.
    ///   - chance: Returns random numbers in 0..<1.
    init(
        keeper: any Timekeeper, folder: String?, chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.keeper = keeper
        self.folder = folder
        self.chance = chance
    }

    /// Returns the gate of a host, always the same.
    func gate(of host: String) -> ServiceGate {
        gates.withLock { gates in
            if let gate = gates[host] { return gate }
            let file = folder.map { RequestPaceFile(host: host, in: $0, keeper: keeper) }
            let gate = ServiceGate(file: file, keeper: keeper, chance: chance)
            gates[host] = gate
            return gate
        }
    }
}
