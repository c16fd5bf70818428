internal import Geo

extension ReverseGeocoder {
    /// Finds the places of a name or an address.
    ///
    /// The providers are asked in the same order as for a point, until there are enough places; with `first`, until one has some.
    /// A place that several providers know is listed once.
    ///
    /// - Parameters:
    ///   - text: What to look for.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - limit: The most placemarks that are wanted; 10 by default.
    /// - Returns: Placemarks, each with its own coordinate, the best first; empty when nothing is called that.
    /// - Throws: `GeocodingError`: what the first provider threw when none has a placemark, `timedOut`, `cancelled`, and
    ///   `requestInvalid` for an empty text, a limit below 1, or when there is no provider to ask.
    public func search(
        _ text: String, languages: [LanguageTag] = [], limit: Int = 10
    ) async throws(GeocodingError) -> [Placemark] {
        try await searchAnswer(text, languages: languages, limit: limit).agreed()
    }

    /// Finds the places of a name or an address, and reports the providers that failed.
    ///
    /// - Parameters:
    ///   - text: What to look for.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - limit: The most placemarks that are wanted; 10 by default.
    /// - Returns: What the providers said together; also when all of them failed.
    /// - Throws: `GeocodingError` with `cancelled` or `requestInvalid`.
    public func searchAnswer(
        _ text: String, languages: [LanguageTag] = [], limit: Int = 10
    ) async throws(GeocodingError) -> GeocodingAnswer {
        let deadline = try begin()
        guard limit >= 1, text.contains(where: { !$0.isWhitespace }) else {
            throw GeocodingError(.requestInvalid, "a search needs a text and a limit of 1 or more")
        }
        var collector = AnswerCollector()
        for next in providers {
            let found = try await collector.ask(next) { () async throws(GeocodingError) in
                try await next.reply(to: text, languages: languages, limit: limit, until: deadline)
            }
            for placemark in found where !collector.answer.placemarks.contains(where: { $0.isSamePlace(as: placemark) })
            {
                collector.answer.placemarks.append(placemark)
            }
            let isEnough = configuration.policy == .first ? 1 : limit
            if collector.answer.placemarks.count >= isEnough { break }
        }
        collector.answer.placemarks = Array(collector.answer.placemarks.prefix(limit))
        return collector.answer
    }
}

extension Placemark {
    /// Whether this is found twice: a house of the same number within 100 m, anything else of the same name within 5 km.
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
