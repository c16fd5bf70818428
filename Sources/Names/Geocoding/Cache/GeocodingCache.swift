public import FoundationEssentials
import Glibc
import LKGeo
public import LKStorage
import LKThreads
import Synchronization

/// The answers of web services, in memory and in a file that several processes may share.
///
/// Stores only answers, including empty ones, never errors; and only answers of web services, since this machine's own
/// data is faster than any cache. The file can be deleted at any time. If it is damaged, written by a newer version or
/// cannot be opened, the cache continues in memory and reports the problem once.
///
/// The file reveals where its user was, so only the user can read it.
public final class GeocodingCache: Sendable {
    /// The cache that geocoders share by default, in the standard location.
    public static let shared = GeocodingCache()

    let configuration: Configuration
    private let memory: Mutex<RecentlyUsed<GeocodingQuestion, StoredAnswer>>
    private let file: AddressFile?
    private let thread = SerialThread("locate-cache")
    private let now: @Sendable () -> Int64

    /// Creates a cache; its file is opened on the first request.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration) { WallClock.seconds }
    }

    init(configuration: Configuration, now: @escaping @Sendable () -> Int64) {
        self.configuration = configuration
        self.now = now
        memory = Mutex(RecentlyUsed(maximumCount: configuration.maximumAnswersInMemory))
        file =
            configuration.place == .memory
            ? nil
            : AddressFile(
                configuration.place, maximumSize: configuration.maximumFileSize, onProblem: configuration.onProblem)
    }

    /// The last problem with the file, as a message; `nil` if there was none.
    public var problem: String? { file?.problem }

    /// Removes everything, in memory and in the file.
    ///
    /// - Throws: `StorageError` when the file cannot be changed.
    public func removeAll() async throws(StorageError) {
        memory.withLock { $0.removeAll() }
        let result = await onThread { file in Result { () throws(StorageError) in try file.removeAll() } }
        try result?.get()
    }

    /// Returns the answer in memory, within a microsecond.
    func remembered(_ question: GeocodingQuestion) -> StoredAnswer? {
        let now = now()
        return memory.withLock { memory in
            guard let answer = memory.value(question) else { return nil }
            if isGood(answer, now) { return answer }
            memory.remove(question)
            return nil
        }
    }

    /// Returns the answer in memory, or in the file if that can be read at once; within tens of microseconds.
    func known(_ question: GeocodingQuestion) -> StoredAnswer? {
        if let answer = remembered(question) { return answer }
        let now = now()
        guard let answer = file?.glance(question.line, now: now), isGood(answer, now) else { return nil }
        memory.withLock { $0.insert(answer, question) }
        return answer
    }

    /// Returns the answer in the file.
    func stored(_ question: GeocodingQuestion) async -> StoredAnswer? {
        let now = now()
        guard let answer = await onThread({ $0.answer(question.line, now: now) }) ?? nil, isGood(answer, now) else {
            return nil
        }
        memory.withLock { $0.insert(answer, question) }
        return answer
    }

    /// Stores an answer; when this returns, other processes can see it.
    func keep(_ placemarks: [Placemark], for question: GeocodingQuestion) async {
        let now = now()
        let answer = StoredAnswer(placemarks: placemarks, made: now)
        memory.withLock { $0.insert(answer, question) }
        await onThread { $0.keep(answer, question.line, now: now) }
    }

    /// Returns whether an answer is recent enough; one from the future was stored before the clock was set back.
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
    /// Where, how long, and how many answers are stored.
    public struct Configuration: Sendable {
        /// Where answers are stored.
        public enum Place: Hashable, Sendable {
            /// `addresses.sqlite` in the folder `locationkit` of the user's caches (`StandardFolder.cache`).
            case standard
            /// A file, created if missing.
            case file(URL)
            /// In memory only.
            case memory
        }

        /// Where answers are stored; `standard` by default.
        public var place = Place.standard
        /// How long an answer is valid; 90 days by default.
        public var lifetime = Duration.seconds(90 * 86_400)
        /// How long an empty answer is valid; 7 days by default.
        public var emptyLifetime = Duration.seconds(7 * 86_400)
        /// The maximum number of answers in memory; 4096 by default, about 4 MB.
        public var maximumAnswersInMemory = 4096
        /// The maximum size of the file in bytes; 64 MiB by default.
        ///
        /// The least recently used answers are removed first.
        public var maximumFileSize = 64 << 20
        /// Called once for each problem that keeps the file from being used, with the action taken.
        ///
        /// Called on the cache's own thread. Geocoding continues, with the answers in memory.
        public var onProblem: (@Sendable (String) -> Void)?

        /// Creates the default configuration.
        public init() {}

        /// Creates a configuration with a file.
        public init(file: URL) { place = .file(file) }
    }
}

/// The key of a request to a provider: requests with equal keys have the same answer, except for its coordinate.
struct GeocodingQuestion: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        /// A cell of a grid, with its size in degrees.
        case cell(latitude: Int32, longitude: Int32, size: Double)
        /// An exact point.
        case point(Coordinate)
        /// A name or an address, and the maximum number of places.
        case text(String, limit: Int)
    }

    /// The provider's cache key.
    var provider: String
    var languages: [LanguageTag]
    var subject: Subject

    /// The question in one line, its key in the file.
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
    /// Returns the cell that contains a point.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - size: The cell's side in degrees, clamped to 0.0000001...1.
    /// - Returns: The cell.
    static func cell(of point: Coordinate, size: Double) -> Self {
        let size = size.isFinite ? min(max(size, 1e-7), 1) : 1e-4
        return .cell(
            latitude: Int32((point.latitude / size).rounded(.down)),
            longitude: Int32((point.longitude / size).rounded(.down)), size: size)
    }

    /// Returns the key of a text, ignoring case and repeated spaces.
    static func text(of text: String, limit: Int) -> Self {
        .text(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased(), limit: limit)
    }
}

/// A stored answer of a provider, with its time.
struct StoredAnswer: Sendable {
    var placemarks: [Placemark]
    /// Seconds since 1970.
    var made: Int64
}
