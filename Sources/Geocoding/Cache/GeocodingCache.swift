import Geo
public import Storage
import Synchronization
import Threads

/// What services on the web have said, in memory and in a file that several processes may share.
///
/// Only answers are kept, empty ones too, never errors; and only services' answers, since what this machine knows by itself
/// is found faster than any cache. Nothing in it is precious: the file can be deleted at any time, and where it is damaged,
/// of a newer version or cannot be had, the cache goes on in memory and says so once.
///
/// The file tells where its user was. It is readable for the user alone.
public final class GeocodingCache: Sendable {
    /// The cache that everybody shares who asks for no other, in the standard place.
    public static let shared = GeocodingCache()

    let configuration: Configuration
    private let memory: Mutex<RecentlyUsed<GeocodingQuestion, StoredAnswer>>
    private let file: AddressFile?
    private let thread = SerialThread("locate-cache")
    private let now: @Sendable () -> Int64

    /// A cache; its file is opened with the first question.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration) { WallClock.seconds }
    }

    init(configuration: Configuration, now: @escaping @Sendable () -> Int64) {
        self.configuration = configuration
        self.now = now
        memory = Mutex(RecentlyUsed(limit: configuration.memoryLimit))
        file =
            configuration.place == .memory
            ? nil : AddressFile(configuration.place, limit: configuration.fileLimit, onProblem: configuration.onProblem)
    }

    /// What went wrong with the file last, in words; `nil` when nothing did.
    public var problem: String? { file?.problem }

    /// Forgets everything, in memory and in the file.
    ///
    /// - Throws: `PersistenceError` when the file cannot be changed.
    public func removeAll() async throws(PersistenceError) {
        memory.withLock { $0.removeAll() }
        let result = await onThread { file in Result { () throws(PersistenceError) in try file.removeAll() } }
        try result?.get()
    }

    /// What is known in memory, within a microsecond.
    func remembered(_ question: GeocodingQuestion) -> StoredAnswer? {
        let now = now()
        return memory.withLock { memory in
            guard let answer = memory.value(question) else { return nil }
            if isGood(answer, now) { return answer }
            memory.remove(question)
            return nil
        }
    }

    /// What is known in memory, or in the file when it can be read at once; within tens of microseconds.
    func known(_ question: GeocodingQuestion) -> StoredAnswer? {
        if let answer = remembered(question) { return answer }
        let now = now()
        guard let answer = file?.glance(question.line, now: now), isGood(answer, now) else { return nil }
        memory.withLock { $0.insert(answer, question) }
        return answer
    }

    /// What is known in the file.
    func stored(_ question: GeocodingQuestion) async -> StoredAnswer? {
        let now = now()
        guard let answer = await onThread({ $0.answer(question.line, now: now) }) ?? nil, isGood(answer, now) else {
            return nil
        }
        memory.withLock { $0.insert(answer, question) }
        return answer
    }

    /// Keeps an answer; when this returns, other processes can see it.
    func keep(_ placemarks: [Placemark], for question: GeocodingQuestion) async {
        let now = now()
        let answer = StoredAnswer(placemarks: placemarks, made: now)
        memory.withLock { $0.insert(answer, question) }
        await onThread { $0.keep(answer, question.line, now: now) }
    }

    /// Whether an answer is young enough; one from the future was made before the clock was set back.
    private func isGood(_ answer: StoredAnswer, _ now: Int64) -> Bool {
        let lifetime = answer.placemarks.isEmpty ? configuration.emptyLifetime : configuration.lifetime
        let age = now - answer.made
        return age >= -3600 && .seconds(age) <= lifetime
    }

    @discardableResult private func onThread<Result: Sendable>(
        _ body: @escaping @Sendable (AddressFile) -> Result
    ) async -> Result? {
        guard let file else { return nil }
        return await withCheckedContinuation { continuation in
            let code = thread.run { @Sendable in continuation.resume(returning: body(file)) }
            guard code != 0 else { return }
            file.report("the system refuses a thread for it (\(systemErrorText(code)))")
            continuation.resume(returning: nil)
        }
    }
}
