internal import Geo
internal import Threads

/// A provider behind its cache and the coalescer that joins equal questions.
final class CachedProvider: Sendable {
    struct Reply: Sendable {
        var placemarks: [Placemark]
        var isFromCache = false
    }

    let provider: any GeocodingProvider
    private let immediate: (any ImmediateProvider)?
    /// `nil` for one that is faster than any cache.
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

    /// The names of a point.
    ///
    /// - Throws: What the provider throws, `timedOut`, `cancelled`.
    func reply(
        at point: Coordinate, languages: [LanguageTag], until deadline: MonotonicInstant
    ) async throws(GeocodingError) -> Reply {
        if let immediate {
            return Reply(placemarks: completed(try immediate.placemarks(at: point, languages: languages)))
        }
        let question = GeocodingQuestion(
            provider: provider.cacheKey, languages: languages,
            subject: provider.isOffline ? .point(point) : .cell(of: provider.asked(point), size: cell))
        let provider = provider
        var reply = try await reply(question, deadline) { () async throws(GeocodingError) in
            try await provider.reverseGeocode(point, languages: languages)
        }
        // Another point of the cell may have been asked for.
        for index in reply.placemarks.indices { reply.placemarks[index].move(to: point) }
        return reply
    }

    /// The places of a text.
    ///
    /// - Throws: What the provider throws, `timedOut`, `cancelled`.
    func reply(
        to text: String, languages: [LanguageTag], limit: Int, until deadline: MonotonicInstant
    ) async throws(GeocodingError) -> Reply {
        let question = GeocodingQuestion(
            provider: provider.cacheKey, languages: languages, subject: .text(of: text, limit: limit))
        let provider = provider
        return try await reply(question, deadline) { () async throws(GeocodingError) in
            try await provider.search(text, languages: languages, limit: limit)
        }
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
            if Task.isCancelled { return .failure(.cancelled()) }
            do throws(GeocodingError) {
                let placemarks = completed(try await ask())
                await cache?.keep(placemarks, for: question)
                return .success(Reply(placemarks: placemarks))
            } catch { return .failure(error) }
        }
    }

    /// With whose data it is.
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
    /// Says it of another point nearby.
    fileprivate mutating func move(to point: Coordinate) {
        guard point != coordinate else { return }
        coordinate = point
        if let own = place?.coordinate { place?.distance = point.distance(to: own) }
    }
}

/// Collects what the providers answer to one question, and which of them failed.
struct AnswerCollector {
    var answer = GeocodingAnswer()
    private var hasAskedNetwork = false

    /// Asks a provider, and notes how it went.
    ///
    /// - Parameters:
    ///   - cached: The provider.
    ///   - ask: The question.
    /// - Returns: Its placemarks; none when it failed.
    /// - Throws: `cancelled`, when the task is.
    mutating func ask(
        _ cached: CachedProvider, _ ask: () async throws(GeocodingError) -> CachedProvider.Reply
    ) async throws(GeocodingError) -> [Placemark] {
        do throws(GeocodingError) {
            let reply = try await ask()
            if reply.isFromCache {
                answer.isFromCache = !hasAskedNetwork
            } else if !cached.provider.isOffline {
                hasAskedNetwork = true
                answer.isFromCache = false
            }
            return reply.placemarks
        } catch {
            if Task.isCancelled { throw .cancelled() }
            if !cached.provider.isOffline {
                hasAskedNetwork = true
                answer.isFromCache = false
            }
            answer.failures.append(GeocodingAnswer.Failure(provider: cached.provider.name, error: error))
            return []
        }
    }
}

extension GeocodingAnswer {
    /// The placemarks of the providers that have some.
    ///
    /// - Throws: The first failure, when there are none.
    func agreed() throws(GeocodingError) -> [Placemark] {
        if placemarks.isEmpty, let failure = failures.first { throw failure.error }
        return placemarks
    }
}
