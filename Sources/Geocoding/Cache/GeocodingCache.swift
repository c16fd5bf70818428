import Geo
public import Storage
import Synchronization
import Threads

import Glibc

/// What web services have said, in memory and in a file that several processes may share.
///
/// Only answers are kept, empty ones too, never errors; and only services' answers, since what this machine knows by itself
/// is found faster than any cache. Nothing in it is precious: the file can be deleted at any time, and where it is damaged,
/// of a newer version or cannot be opened, the cache continues in memory and reports it once.
///
/// The file reveals where its user was, so only the user can read it.
public final class GeocodingCache: Sendable {
    /// The cache that geocoders share by default, in the standard place.
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

extension GeocodingCache {
    /// Where answers are kept, how long, and how many.
    public struct Configuration: Sendable {
        /// Where they are kept.
        public enum Place: Hashable, Sendable {
            /// `addresses.sqlite` in the folder `locationkit` of the user's caches (`StandardFolder.cache`).
            case standard
            /// A file of this path, which is made where it is missing.
            case file(String)
            /// In memory alone.
            case memory
        }

        /// Where answers are kept; `standard` by default.
        public var place = Place.standard
        /// How long an answer is good; 90 days by default.
        public var lifetime = Duration.seconds(90 * 86_400)
        /// How long it is good that nothing is there; 7 days by default.
        public var emptyLifetime = Duration.seconds(7 * 86_400)
        /// How many answers are kept in memory; 4096 by default, some 4 MB.
        public var memoryLimit = 4096
        /// How large the file may grow in bytes; 64 MiB by default.
        ///
        /// The least recently used answers are removed first.
        public var fileLimit = 64 << 20
        /// Called once for each thing that keeps the file from being used, with what was done; never again for the same.
        ///
        /// On the cache's own thread. Naming places continues, with the answers in memory.
        public var onProblem: (@Sendable (String) -> Void)?

        /// The configuration that is described at each property.
        public init() {}

        /// One for a file.
        public init(file path: String) { place = .file(path) }
    }
}

/// What a provider is asked: equal values have the same answer, but for the coordinate it is said of.
struct GeocodingQuestion: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        /// A cell of a grid of degrees, by the size of its cells.
        case cell(latitude: Int32, longitude: Int32, size: Double)
        /// One point exactly.
        case point(Coordinate)
        /// A name or an address, and how many places are wanted.
        case text(String, limit: Int)
    }

    /// The provider's key.
    var provider: String
    var languages: [LanguageTag]
    var subject: Subject

    /// The question in one line, which is its key on disk.
    var line: String {
        let subject =
            switch subject {
            case .cell(let latitude, let longitude, let size): "cell \(latitude) \(longitude) \(size)"
            case .point(let point): "point \(point)"
            case .text(let text, let limit): "text \(limit) \(text)"
            }
        return "\(provider)\n\(languages.map(\.description).joined(separator: ","))\n\(subject)"
    }
}

extension GeocodingQuestion.Subject {
    /// The cell that a point is in.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - size: The cell's side in degrees, brought into 0.0000001...1.
    /// - Returns: The cell.
    static func cell(of point: Coordinate, size: Double) -> Self {
        let size = size.isFinite ? min(max(size, 1e-7), 1) : 1e-4
        return .cell(
            latitude: Int32((point.latitude / size).rounded(.down)),
            longitude: Int32((point.longitude / size).rounded(.down)), size: size)
    }

    /// A text without what makes no difference: letters' case, and spaces but one between words.
    static func text(of text: String, limit: Int) -> Self {
        .text(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased(), limit: limit)
    }
}

/// What a provider said once, and when.
struct StoredAnswer: Sendable {
    var placemarks: [Placemark]
    /// Seconds since 1970.
    var made: Int64
}

/// The time of day.
enum WallClock {
    /// Seconds since 1970.
    static var seconds: Int64 { Int64(time(nil)) }
}
