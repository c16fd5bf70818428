internal import Glibc
internal import Storage
internal import Synchronization
internal import Threads

/// What all requests of this process to one host share, whichever provider sends them.
final class ServiceGate: Sendable {
    /// Spaces requests.
    let limiter: RequestLimiter

    /// Says whether the host may be asked at all.
    let breaker = Mutex(CircuitBreaker())

    /// What is shared with other processes; `nil` for nothing.
    private let file: RequestPaceFile?

    /// The languages that a Photon server has said it knows; `nil` until it did.
    let languages = Mutex<Set<String>?>(nil)

    /// The clock.
    let keeper: any Timekeeper

    /// A number of 0..<1 for waits between tries.
    let chance: @Sendable () -> Double

    init(file: RequestPaceFile?, keeper: any Timekeeper, chance: @escaping @Sendable () -> Double) {
        self.file = file
        limiter = RequestLimiter(keeper: keeper, file: file)
        self.keeper = keeper
        self.chance = chance
    }

    /// Asks nothing of the host for longer than anybody waits: it said when to come again, also to the processes to come.
    func leaveAlone(for pause: Duration) {
        breaker.withLock { $0.record(.overloaded(pause), at: keeper.now) }
        file?.hold(for: pause)
    }

    /// Takes in what the host has told other processes.
    func heedOthers() {
        guard let pause = file?.held() else { return }
        breaker.withLock { $0.record(.overloaded(pause), at: keeper.now) }
    }
}

/// The gates of all hosts.
final class ServiceGates: Sendable {
    /// Those of this process.
    static let shared = ServiceGates(
        keeper: SystemTimekeeper.shared, folder: (try? StandardFolder.state.path()).map { $0 + "/locationkit/requests" }
    )

    private let gates = Mutex<[String: ServiceGate]>([:])
    private let keeper: any Timekeeper
    private let folder: String?
    private let chance: @Sendable () -> Double

    /// No gates yet.
    ///
    /// - Parameters:
    ///   - keeper: The clock.
    ///   - folder: Where the paces are that processes share; `nil` for nowhere.
    ///   - chance: Numbers of 0..<1.
    init(
        keeper: any Timekeeper, folder: String?, chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.keeper = keeper
        self.folder = folder
        self.chance = chance
    }

    /// The gate of a host, the same each time.
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
