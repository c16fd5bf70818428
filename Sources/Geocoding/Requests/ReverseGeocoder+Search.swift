internal import Geo

extension ReverseGeocoder {
    /// Finds places by name or address.
    ///
    /// The providers are asked in the same order as for a point, until there are enough places; with the policy
    /// `first`, until one has some. A place that several providers know is listed once.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of placemarks; 10 by default.
    /// - Returns: Placemarks, each with its own coordinate, best first; empty if nothing matches.
    /// - Throws: `GeocodingError`: the first provider's error if none has a placemark, `timedOut`, `cancelled`, and
    ///   `requestInvalid` for an empty text, a limit below 1, or when there is no provider to ask.
    public func search(
        _ text: String, languages: [LanguageTag] = [], limit: Int = 10
    ) async throws(GeocodingError) -> [Placemark] {
        try await searchAnswer(text, languages: languages, limit: limit).agreed()
    }

    /// Finds places by name or address, and reports the providers that failed.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - limit: The maximum number of placemarks; 10 by default.
    /// - Returns: The combined answer of the providers, even if all of them failed.
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

/// How well a name matches the search text, best first.
public enum NameMatch: UInt8, Comparable, Sendable {
    /// The whole name.
    case whole
    /// The name's first words: "Frankfurt" in Frankfurt am Main.
    case words
    /// The name's first letters: "Frankf".
    case letters

    /// Returns whether the left match is better.
    public static func < (left: NameMatch, right: NameMatch) -> Bool { left.rawValue < right.rawValue }
}
