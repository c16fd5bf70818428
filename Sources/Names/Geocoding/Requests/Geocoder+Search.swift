public import LKGeo

extension Geocoder {
    /// Finds places by name or address.
    ///
    /// The providers are asked in the same order as for a point, until there are enough places; with the policy
    /// `first` or `webOnly`, until one has some. A place that several providers know is listed once.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - near: The point from which the nearest come first; `nil` to rank by how well a place matches, and its population.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of places; 10 by default.
    /// - Returns: The places, best first; empty if nothing matches.
    /// - Throws: `GeocodingError`: the first provider's error if none has a place, `timedOut`, `canceled`, and
    ///   `requestInvalid` for an empty text, a limit below 1, or when there is no provider to ask.
    public func search(
        _ text: String, near: Coordinate? = nil, languages: [LanguageTag] = [], limit: Int = 10
    ) async throws(GeocodingError) -> [PlaceMatch] {
        let answer = try await searchAnswer(text, near: near, languages: languages, limit: limit)
        if answer.matches.isEmpty, let failure = answer.failures.first { throw failure.error }
        return answer.matches
    }

    /// Finds places by name or address, and reports the providers that failed.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - near: The point from which the nearest come first; `nil` to rank by how well a place matches, and its population.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of places; 10 by default.
    /// - Returns: The combined answer of the providers, even if all of them failed.
    /// - Throws: `GeocodingError` with `canceled` or `requestInvalid`.
    public func searchAnswer(
        _ text: String, near: Coordinate? = nil, languages: [LanguageTag] = [], limit: Int = 10
    ) async throws(GeocodingError) -> SearchAnswer {
        let deadline = try begin()
        guard limit >= 1, text.contains(where: { !$0.isWhitespace }) else {
            throw GeocodingError(.requestInvalid, "a search needs a text and a limit of 1 or more")
        }
        var collector = AnswerCollector()
        var matches: [PlaceMatch] = []
        for next in providers {
            var found: [PlaceMatch] = []
            _ = try await collector.ask(next) { () async throws(GeocodingError) in
                let reply = try await next.matches(
                    text, near: near, languages: languages, limit: limit, until: deadline)
                found = reply.matches
                return reply.reply
            }
            // What an offline provider lists twice are two places; web services repeat a house for each of its entrances.
            var known = matches
            for match in found where !known.contains(where: { $0.placemark.isSamePlace(as: match.placemark) }) {
                matches.append(match)
                if !next.isImmediate { known.append(match) }
            }
            let isFirst = configuration.policy == .first || configuration.policy == .webOnly
            if matches.count >= (isFirst ? 1 : limit) { break }
        }
        return SearchAnswer(
            matches: Array(matches.prefix(limit)), failures: collector.answer.failures,
            isFromCache: collector.answer.isFromCache)
    }
}

extension Geocoder {
    /// The places of a name or address, by the providers of a geocoder.
    public struct SearchAnswer: Sendable {
        /// The places, best first; empty if nothing matches.
        public var matches: [PlaceMatch]

        /// The providers that failed, in the order in which they were asked.
        public var failures: [Answer.Failure]

        /// Whether part of the answer came from the cache, and nothing over the network.
        public var isFromCache: Bool
    }
}

extension Placemark {
    /// Returns whether both are the same place: a house with the same number within 100 m, or another place with the
    /// same name within 5 km.
    fileprivate func isSamePlace(as other: Placemark) -> Bool {
        guard (precision == .house) == (other.precision == .house) else { return false }
        let distance = coordinate.sphericalDistance(to: other.coordinate)
        if precision == .house {
            return distance < 100 && subThoroughfare?.lowercased() == other.subThoroughfare?.lowercased()
        }
        guard distance < 5000, let name = name ?? locality, let theirs = other.name ?? other.locality else {
            return false
        }
        return name.lowercased() == theirs.lowercased()
    }
}
