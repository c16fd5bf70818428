public import LKGeo
package import LKThreads
import Synchronization

/// Names a moving receiver: asks a geocoder only after it has moved, and leaves a web service that fails alone for a while.
///
/// ```swift
/// let namer = MovingGeocoder(Geocoder([photon, OfflineProvider.installed]), languages: [.english])
/// for try await (location, placemark) in namer.placemarks(along: manager.updates) {
///     print(location.coordinate, placemark?.addressString ?? "")
/// }
/// ```
///
/// Offline providers answer each position afresh, which takes microseconds. An answer that needed a web service is reused for
/// positions within ``Configuration/reach``. Until a service has answered, while it fails, and where it knows
/// nothing, the geocoder's offline providers name the position, whatever its policy.
///
/// It has one question under way: a position that comes meanwhile is named offline. It may be used concurrently.
public final class MovingGeocoder: Sendable {
    /// The options.
    public let configuration: Configuration
    /// What is asked.
    public let geocoder: Geocoder
    /// The preferred languages of the names, best first; empty for each place's own language.
    public let languages: [LanguageTag]

    private let onEvent: (@Sendable (Event) -> Void)?
    private let timekeeper: any Timekeeper
    /// Whether all answers are at hand, so that nothing is gained by reusing one.
    private let isImmediate: Bool
    private let state = Mutex(State())

    /// A question to the geocoder.
    private struct Question: Sendable {
        var number: Int
        var coordinate: Coordinate
        /// Settled with `true` by the answer, with `false` by the time limit and by ``MovingGeocoder/stop()``.
        var waiter = Waiter<Bool>()
        var task: Task<Void, Never>?
        var outcome: Result<Geocoder.Answer, GeocodingError>?
    }

    private struct State: Sendable {
        var isStopped = false
        var number = 0
        var question: Question?
        /// The newest answer of the geocoder with its position.
        var known: (coordinate: Coordinate, placemark: Placemark)?
        var silentUntil: MonotonicInstant?
        /// The providers whose last answer was a failure.
        var failing: Set<String> = []
    }

    /// Creates what names a moving receiver.
    ///
    /// - Parameters:
    ///   - geocoder: What is asked; its corrections hold at each position itself, also where an answer is reused.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - configuration: The distances and times.
    ///   - onEvent: Called when a provider fails, answers again or is late; on the thread that asks for a name.
    public convenience init(
        _ geocoder: Geocoder, languages: [LanguageTag] = [], configuration: Configuration = Configuration(),
        onEvent: (@Sendable (Event) -> Void)? = nil
    ) {
        self.init(
            geocoder, languages: languages, configuration: configuration, timekeeper: SystemTimekeeper.shared,
            onEvent: onEvent)
    }

    package init(
        _ geocoder: Geocoder, languages: [LanguageTag], configuration: Configuration, timekeeper: any Timekeeper,
        onEvent: (@Sendable (Event) -> Void)?
    ) {
        (self.geocoder, self.languages, self.configuration) = (geocoder, languages, configuration)
        (self.timekeeper, self.onEvent) = (timekeeper, onEvent)
        isImmediate = geocoder.providers.allSatisfy(\.isImmediate)
    }

    /// Finds the names of a position.
    ///
    /// - Parameter location: The position, of which only the coordinate is used.
    /// - Returns: The best placemark known now; `nil` if nothing is known there, or all that could be asked failed.
    public func placemark(at location: Location) async -> Placemark? { await placemark(at: location.coordinate) }

    /// Finds the names of a position.
    ///
    /// Waits for at most ``Configuration/maximumWait``. When the task is cancelled, it returns at once.
    ///
    /// - Parameter coordinate: The position.
    /// - Returns: The best placemark known now; `nil` if nothing is known there, or all that could be asked failed.
    public func placemark(at coordinate: Coordinate) async -> Placemark? {
        var place = isImmediate ? nil : await answered(coordinate)
        if place == nil { place = await offline(coordinate) }
        guard let corrections = geocoder.configuration.corrections, let feature = corrections.feature(at: coordinate)
        else { return place }
        return corrections.corrected(
            place ?? Placemark(coordinate: coordinate, provider: PlaceCorrections.providerName), by: feature)
    }

    /// Ends the wait for an answer, and asks no web service from now on; safe to call from any thread.
    public func stop() {
        let question = state.withLock { state in
            state.isStopped = true
            return state.question
        }
        question?.waiter.settle(.success(false))
        question?.task?.cancel()
    }

    /// Returns the answer for a position, or that for one nearby.
    private func answered(_ coordinate: Coordinate) async -> Placemark? {
        applyOutcome()
        let now = timekeeper.now
        let (known, question) = state.withLock { state -> (Placemark?, Question?) in
            if let known = state.known, known.coordinate.distance(to: coordinate) <= configuration.reach {
                return (known.placemark, nil)
            }
            let isSilent = state.silentUntil.map { now < $0 } ?? false
            guard !state.isStopped, state.question == nil, !isSilent, !Task.isCancelled else { return (nil, nil) }
            state.number += 1
            let question = Question(number: state.number, coordinate: coordinate)
            state.question = question
            return (nil, question)
        }
        if let known { return known }
        guard let question else { return nil }
        begin(question)
        let isAnswered = await withTaskCancellationHandler {
            await question.waiter.outcome()
        } onCancel: {
            question.waiter.settle(.failure(.canceled()))
        }
        switch isAnswered {
        case .success(true): applyOutcome()
        case .success(false):
            if let maximumWait = configuration.maximumWait, !state.withLock({ $0.isStopped }) {
                onEvent?(.late(maximumWait))
            }
        case .failure: forget(question)
        }
        return state.withLock { state in state.known.flatMap { $0.coordinate == coordinate ? $0.placemark : nil } }
    }

    private func begin(_ question: Question) {
        if let maximumWait = configuration.maximumWait {
            // Without a timer the geocoder's own time limit holds.
            _ = timekeeper.call(at: timekeeper.now + maximumWait) { [waiter = question.waiter] in
                waiter.settle(.success(false))
            }
        }
        let task = Task { [self] in
            let outcome: Result<Geocoder.Answer, GeocodingError>
            do throws(GeocodingError) {
                outcome = .success(try await geocoder.uncorrectedAnswer(question.coordinate, languages: languages))
            } catch { outcome = .failure(error) }
            state.withLock { state in
                if state.question?.number == question.number { state.question?.outcome = outcome }
            }
            question.waiter.settle(.success(true))
        }
        let isWanted = state.withLock { state in
            if state.question?.number == question.number { state.question?.task = task }
            return !state.isStopped
        }
        if !isWanted { task.cancel() }
    }

    /// Drops a question whose asker was cancelled.
    private func forget(_ question: Question) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.question?.number == question.number else { return nil }
            defer { state.question = nil }
            return state.question?.task
        }
        task?.cancel()
    }

    /// Applies the outcome of a question, also one that came late.
    private func applyOutcome() {
        let now = timekeeper.now
        let events = state.withLock { state -> [Event] in
            guard let question = state.question, let outcome = question.outcome else { return [] }
            state.question = nil
            let answer: Geocoder.Answer
            switch outcome {
            case .success(let given): answer = given
            // Cancelled, or nothing to ask; neither is an outage.
            case .failure: return []
            }
            let web = Set(geocoder.providers.lazy.filter { !$0.provider.isOffline }.map(\.provider.name))
            let named = answer.placemarks.filter { $0.precision != .none }
            // Where one of several services answers, the failure of another one does not matter.
            if named.contains(where: { web.contains($0.provider) })
                || !answer.failures.contains(where: { web.contains($0.provider) })
            {
                state.silentUntil = nil
                state.known = named.first.map { (question.coordinate, $0) }
            } else {
                state.silentUntil = now + configuration.pause
            }
            return Self.events(answer, &state.failing)
        }
        for event in events { onEvent?(event) }
    }

    /// Returns what the offline providers know of a position.
    private func offline(_ coordinate: Coordinate) async -> Placemark? {
        guard let answer = try? await geocoder.offlineAnswer(coordinate, languages: languages) else { return nil }
        let events = state.withLock { Self.events(answer, &$0.failing) }
        for event in events { onEvent?(event) }
        return answer.placemarks.first
    }

    /// Returns what has changed about the providers that were asked.
    private static func events(_ answer: Geocoder.Answer, _ failing: inout Set<String>) -> [Event] {
        let failures = answer.failures
        let names = Set(answer.asked)
        let (former, now) = (failing.intersection(names), Set(failures.map(\.provider)))
        failing.subtract(names)
        failing.formUnion(now)
        return former.subtracting(now).sorted().map { .recovered(provider: $0) }
            + failures.filter { !former.contains($0.provider) }.map { .failed($0) }
    }
}

extension MovingGeocoder {
    /// The distances and times.
    public struct Configuration: Sendable {
        /// The distance in metres within which an answer is reused; 25 by default, 0 for the same position only.
        ///
        /// A receiver at rest wanders by some metres, and a moving one must not send a request every second to a public
        /// service.
        public var reach = 25.0
        /// How long web services are not asked after a failure; 30 s by default.
        public var pause = Duration.seconds(30)
        /// The maximum wait for an answer; 2 s by default, `nil` for the geocoder's own time limit.
        ///
        /// A late answer is not lost: it names the positions that follow.
        public var maximumWait: Duration? = .seconds(2)

        /// Creates the default configuration.
        public init() {}
    }

    /// What happens to a provider while names are asked for.
    public enum Event: Sendable {
        /// A provider fails; sent once for each outage.
        case failed(Geocoder.Answer.Failure)
        /// The provider of that name answers again.
        case recovered(provider: String)
        /// There was no answer within the maximum wait, which is attached.
        case late(Duration)
    }

    /// Finds the names of each of a sequence of locations, such as the updates of a location manager.
    ///
    /// - Parameter locations: The locations; only their coordinates are used.
    /// - Returns: Each location with the best placemark known when it came, `nil` without one. It ends with the locations,
    ///   when the task is cancelled, and with their error, which it throws.
    public func placemarks<Locations: AsyncSequence & Sendable>(
        along locations: Locations
    ) -> some AsyncSequence<(location: Location, placemark: Placemark?), Locations.Failure> & Sendable
    where Locations.Element == Location {
        NamedLocations(locations: locations, namer: self)
    }
}

/// Locations with their names.
private struct NamedLocations<Locations: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Locations.Element == Location {
    typealias Element = (location: Location, placemark: Placemark?)
    typealias Failure = Locations.Failure

    let locations: Locations
    let namer: MovingGeocoder

    struct Iterator: AsyncIteratorProtocol {
        var base: Locations.AsyncIterator
        let namer: MovingGeocoder

        mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Locations.Failure) -> Element? {
            guard let location = try await base.next(isolation: actor), !Task.isCancelled else { return nil }
            return (location, await namer.placemark(at: location))
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: locations.makeAsyncIterator(), namer: namer) }
}
