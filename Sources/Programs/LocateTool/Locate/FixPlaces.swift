import LKGeo
import LKGeocoding
import LKThreads

/// Looks up the place names of fixes using street indexes and the built-in world, or a web service that never delays a fix
/// for long.
///
/// After a failure, the service is not asked for a while; the built-in world supplies the names then, and a message
/// explains that once per outage. While watching, an answer is reused for nearby points, and a late answer is used when
/// it arrives. One thread asks; another may call ``stop()``.
final class FixPlaces: Sendable {
    /// Asks a service for the name of a place.
    typealias Asking = @Sendable (Coordinate) async throws(GeocodingError) -> Placemark

    /// While watching, the answer for a point is reused within this distance, in metres: a receiver at rest wanders by
    /// some metres, and a moving one must not send a request every second to a public service.
    static let reach = 25.0
    /// How long a failed service is not asked while watching.
    static let pause = Duration.seconds(30)
    /// The maximum wait of an update while watching; updates arrive every second.
    static let longestWait = Duration.seconds(2)

    /// The state of questions, guarded by one lock.
    private struct State: Sendable {
        var isStopped = false
        /// The number of the newest question.
        var number = 0
        /// The point of the current question.
        var asked: Coordinate?
        var outcome: Result<Placemark, GeocodingError>?
        /// The number of the question that has timed out.
        var late = 0
        /// The newest answer with its point.
        var known: (point: Coordinate, place: Placemark)?
        var silentUntil: MonotonicInstant?
        /// Whether the last question failed.
        var isFailing = false
    }

    private let offline: @Sendable (Coordinate) throws(ToolError) -> Placemark
    private let ask: Asking?
    /// The user's own names; `nil` for none.
    let corrections: PlaceCorrections?
    private let limit: Duration
    private let watches: Bool
    private let clock: any Timekeeper
    private let note: @Sendable (String) -> Void
    private let state = Monitor(State())

    /// Opens the place data, and makes what asks the service; nothing is sent yet.
    ///
    /// - Throws: What is wrong with the place data, and a usage error for what the service's rules do not allow.
    convenience init(_ options: LocateOptions) throws(ToolError) {
        let corrections = try options.corrections.read(for: nil, quiet: options.quiet)
        let lookup = try PlaceLookup(languages: options.languages, options.streets, for: nil)
        var ask: Asking?
        if let web = options.web, let service = try Self.service(web, options) {
            ask = { coordinate async throws(GeocodingError) in try await service.place(at: coordinate) }
        }
        self.init(
            offline: { coordinate throws(ToolError) in try lookup.place(at: coordinate) }, ask: ask,
            corrections: corrections, limit: options.web?.timeout ?? .zero, watches: options.watch,
            clock: SystemTimekeeper.shared, note: { Messages.note($0) })
    }

    init(
        offline: @escaping @Sendable (Coordinate) throws(ToolError) -> Placemark, ask: Asking?,
        corrections: PlaceCorrections? = nil, limit: Duration, watches: Bool, clock: any Timekeeper,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.corrections = corrections
        self.offline = offline
        self.ask = ask
        self.limit = watches ? min(limit, Self.longestWait) : limit
        self.watches = watches
        self.clock = clock
        self.note = note
    }

    /// What asks the web; a machine that has not what that takes gives positions nevertheless.
    private static func service(_ web: WebOptions, _ options: LocateOptions) throws(ToolError) -> WebPlaces? {
        do throws(ToolError) { return try WebPlaces(web, languages: options.languages) } catch {
            guard error.code == .unavailable else { throw error }
            Messages.note(error.message + "; addresses are the built-in ones")
            return nil
        }
    }

    /// Cancels all waits for the service, now and later.
    func stop() { state.change { $0.isStopped = true } }

    /// Returns the place by the service if it answers in time, else by the built-in world; `nil` if that fails too.
    ///
    /// The user's corrections are applied at the point itself, even if the answer is that of a nearby point.
    func place(at coordinate: Coordinate) -> Placemark? {
        guard let place = uncorrectedPlace(at: coordinate) else { return nil }
        guard let corrections, let feature = corrections.feature(at: coordinate) else { return place }
        return corrections.corrected(place, by: feature)
    }

    private func uncorrectedPlace(at coordinate: Coordinate) -> Placemark? {
        if ask != nil, let place = servicePlace(at: coordinate) { return place }
        do throws(ToolError) { return try offline(coordinate) } catch {
            // The position is the requested result; its name is optional.
            note(error.message + "; printed without the address")
            return nil
        }
    }

    private func servicePlace(at coordinate: Coordinate) -> Placemark? {
        applyOutcome()
        let now = clock.now
        let (known, question) = state.change { state -> (Placemark?, Int?) in
            if watches, let known = state.known, known.point.distance(to: coordinate) <= Self.reach {
                return (known.place, nil)
            }
            let isSilent = state.silentUntil.map { now < $0 } ?? false
            guard !state.isStopped, state.asked == nil, !isSilent else { return (nil, nil) }
            state.number += 1
            (state.asked, state.outcome) = (coordinate, nil)
            return (nil, state.number)
        }
        if let known { return known }
        guard let question else { return nil }
        begin(question, at: coordinate)
        wait(for: question)
        applyOutcome()
        return state.change { state in state.known.flatMap { $0.point == coordinate ? $0.place : nil } }
    }

    private func begin(_ question: Int, at coordinate: Coordinate) {
        guard let ask else { return }
        // Without a clock thread the question's own limit holds.
        _ = clock.call(at: clock.now + limit) { [state] in state.change { $0.late = max($0.late, question) } }
        Task.detached { [state] in
            let outcome: Result<Placemark, GeocodingError>
            do throws(GeocodingError) { outcome = .success(try await ask(coordinate)) } catch {
                outcome = .failure(error)
            }
            state.change { $0.outcome = outcome }
        }
    }

    /// Waits until a question is answered, has timed out, or the wait is stopped.
    private func wait(for question: Int) {
        let isLate = state.wait { state -> Bool? in
            if state.outcome != nil { return false }
            return state.isStopped || state.late >= question ? true : nil
        }
        guard isLate, !watches, !state.change({ $0.isStopped }) else { return }
        let seconds = NumberText.shortest(limit / .seconds(1), decimals: 1)
        note("the service has not answered within \(seconds) s; printed with the built-in address")
    }

    /// Applies the outcome of a question, also one that came late.
    private func applyOutcome() {
        let now = clock.now
        let sentence = state.change { state -> String? in
            guard let asked = state.asked, let outcome = state.outcome else { return nil }
            (state.asked, state.outcome) = (nil, nil)
            switch outcome {
            case .success(let place):
                let wasFailing = state.isFailing
                (state.isFailing, state.silentUntil) = (false, nil)
                // If the service has no name, the built-in world may still know the country.
                state.known = place.precision == .none ? nil : (asked, place)
                return wasFailing ? "the service answers again" : nil
            case .failure(let error):
                let wasFailing = state.isFailing
                (state.isFailing, state.silentUntil) = (true, now + Self.pause)
                return wasFailing ? nil : ToolError(error).message + "; printed with the built-in address"
            }
        }
        if let sentence { note(sentence) }
    }
}
