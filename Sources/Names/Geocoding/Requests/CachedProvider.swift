import LKGeo
import LKThreads

/// A provider with its cache and the coalescer that joins equal requests.
final class CachedProvider: Sendable {
    struct Reply: Sendable {
        var placemarks: [Placemark]
        var isFromCache = false
    }

    let provider: any GeocodingProvider
    private let immediate: (any ImmediateProvider)?
    /// The cache; `nil` for providers that are faster than any cache.
    private let cache: GeocodingCache?
    private let cell: Double
    let coalescer: RequestCoalescer<GeocodingQuestion, Reply>

    init(
        _ provider: any GeocodingProvider, cache: GeocodingCache?, cell: Double, timekeeper: any Timekeeper
    ) {
        self.provider = provider
        immediate = provider as? any ImmediateProvider
        self.cache = provider.isOffline ? nil : cache
        self.cell = cell
        coalescer = RequestCoalescer(timekeeper: timekeeper)
    }

    var isImmediate: Bool { immediate != nil }

    /// Returns the names of a point.
    ///
    /// - Throws: The provider's errors, `timedOut`, `canceled`.
    func reply(
        at point: Coordinate, languages: [LanguageTag], until deadline: MonotonicInstant
    ) async throws(GeocodingError) -> Reply {
        if let immediate {
            return Reply(placemarks: completed(try immediate.placemarks(at: point, languages: languages)))
        }
        let question = GeocodingQuestion(
            provider: provider.cacheKey, languages: languages,
            subject: provider.isOffline
                ? .point(point) : .cell(of: provider.requestedCoordinate(for: point), size: cell))
        let provider = provider
        var reply = try await reply(question, deadline) { () async throws(GeocodingError) in
            try await provider.reverseGeocode(point, languages: languages)
        }
        // The cached answer may be for another point of the cell.
        for index in reply.placemarks.indices { reply.placemarks[index].move(to: point) }
        return reply
    }

    /// Returns the places that match a text.
    ///
    /// - Throws: The provider's errors, `timedOut`, `canceled`.
    func matches(
        _ text: String, near: Coordinate?, languages: [LanguageTag], limit: Int, until deadline: MonotonicInstant
    ) async throws(GeocodingError) -> (matches: [PlaceMatch], reply: Reply) {
        if let immediate {
            let found = try immediate.matches(text, limit: limit, near: near, languages: languages)
            return (found, Reply(placemarks: found.map(\.placemark)))
        }
        let question = GeocodingQuestion(
            provider: provider.cacheKey, languages: languages, subject: .text(of: text, limit: limit))
        let provider = provider
        let reply = try await reply(question, deadline) { () async throws(GeocodingError) in
            try await provider.search(text, languages: languages, limit: limit)
        }
        let matches = reply.placemarks.map { placemark in
            PlaceMatch(placemark: placemark, distance: near.map { placemark.coordinate.distance(to: $0) })
        }
        return (near == nil ? matches : matches.sorted { ($0.distance ?? 0) < ($1.distance ?? 0) }, reply)
    }

    private func reply(
        _ question: GeocodingQuestion, _ deadline: MonotonicInstant,
        _ ask: @escaping @Sendable () async throws(GeocodingError) -> [Placemark]
    ) async throws(GeocodingError) -> Reply {
        if let known = cache?.known(question) { return Reply(placemarks: known.placemarks, isFromCache: true) }
        return try await coalescer.ask(question, until: deadline) { [self] in
            if let known = await cache?.stored(question) {
                return .success(Reply(placemarks: known.placemarks, isFromCache: true))
            }
            if Task.isCancelled { return .failure(.canceled()) }
            do throws(GeocodingError) {
                let placemarks = completed(try await ask())
                await cache?.keep(placemarks, for: question)
                return .success(Reply(placemarks: placemarks))
            } catch { return .failure(error) }
        }
    }

    /// Returns the placemarks with attribution.
    private func completed(_ placemarks: [Placemark]) -> [Placemark] {
        guard let attribution = provider.attribution, placemarks.contains(where: { $0.attribution == nil }) else {
            return placemarks
        }
        return placemarks.map { placemark in
            var placemark = placemark
            placemark.attribution = placemark.attribution ?? attribution
            return placemark
        }
    }
}

extension Placemark {
    /// Moves the placemark to another point nearby.
    fileprivate mutating func move(to point: Coordinate) {
        guard point != coordinate else { return }
        coordinate = point
        if let own = place?.coordinate { place?.distance = point.distance(to: own) }
    }
}

/// Collects the providers' answers to one request, and their failures.
struct AnswerCollector {
    var answer = Geocoder.Answer()
    private var hasAskedNetwork = false

    /// Asks a provider and records the result.
    ///
    /// - Parameters:
    ///   - cached: The provider.
    ///   - ask: Performs the request.
    /// - Returns: Its placemarks; none when it failed.
    /// - Throws: `canceled` when the task is cancelled.
    mutating func ask(
        _ cached: CachedProvider, _ ask: () async throws(GeocodingError) -> CachedProvider.Reply
    ) async throws(GeocodingError) -> [Placemark] {
        do throws(GeocodingError) {
            let reply = try await ask()
            if !reply.isFromCache { answer.asked.append(cached.provider.name) }
            if reply.isFromCache {
                answer.isFromCache = !hasAskedNetwork
            } else if !cached.provider.isOffline {
                hasAskedNetwork = true
                answer.isFromCache = false
            }
            return reply.placemarks
        } catch {
            if Task.isCancelled { throw .canceled() }
            if !cached.provider.isOffline {
                hasAskedNetwork = true
                answer.isFromCache = false
            }
            answer.asked.append(cached.provider.name)
            answer.failures.append(Geocoder.Answer.Failure(provider: cached.provider.name, error: error))
            return []
        }
    }
}

extension Geocoder.Answer {
    /// Returns the placemarks of the providers that have some.
    ///
    /// - Throws: The first failure, if there are no placemarks.
    func agreed() throws(GeocodingError) -> [Placemark] {
        if placemarks.isEmpty, let failure = failures.first { throw failure.error }
        return placemarks
    }
}
