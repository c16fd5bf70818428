internal import Geo
internal import Threads

/// A provider with what stands before it: the cache, and the desk that joins equal questions.
final class AskedProvider: Sendable {
    struct Reply: Sendable {
        var placemarks: [Placemark]
        var isFromCache = false
    }

    let provider: any GeocodingProvider
    private let immediate: (any ImmediateProvider)?
    /// `nil` for one that is faster than any cache.
    private let cache: GeocodingCache?
    private let cell: Double
    let desk: QuestionDesk<GeocodingQuestion, Reply>

    init(
        _ provider: any GeocodingProvider, cache: GeocodingCache?, cell: Double, timekeeper: any Timekeeper
    ) {
        self.provider = provider
        immediate = provider as? any ImmediateProvider
        self.cache = provider.isOffline ? nil : cache
        self.cell = cell
        desk = QuestionDesk(timekeeper: timekeeper)
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
        return try await desk.ask(question, until: deadline) { [self] in
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
