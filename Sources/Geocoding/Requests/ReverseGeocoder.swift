public import Geo
package import Threads

/// Names points and finds places by asking several providers: this machine first, the web where that knows more.
///
/// ```swift
/// let geocoder = ReverseGeocoder([WorldProvider(world: try World.embedded())])
/// let placemark = try await geocoder.reverseGeocode(station, languages: [LanguageTag("ja")!]).first
/// ```
///
/// Equal questions at the same time are asked once, and what services on the web say is kept in a cache, so that none is asked
/// twice for a place. Whoever is cancelled gets `cancelled` at once; a provider's work is cancelled when nobody waits for it any
/// more. A provider that fails, or does not answer in time, is passed over where another has an answer.
///
/// A geocoder may be used from any number of tasks; one for the whole program is enough.
public final class ReverseGeocoder: Sendable {
    /// Who is asked, and how.
    public let configuration: Configuration

    let asked: [AskedProvider]
    let handlers = SerialThread("locate-handlers")
    private let timekeeper: any Timekeeper

    /// A geocoder with a configuration.
    public convenience init(configuration: Configuration) {
        self.init(configuration: configuration, timekeeper: SystemTimekeeper.shared)
    }

    /// A geocoder that asks some providers, with a configuration that is otherwise the default.
    public convenience init(_ providers: [any GeocodingProvider]) { self.init(configuration: Configuration(providers)) }

    package init(configuration: Configuration, timekeeper: any Timekeeper) {
        self.configuration = configuration
        self.timekeeper = timekeeper
        let providers = configuration.providers
        let ordered =
            switch configuration.policy {
            case .finest: providers.filter(\.isOffline) + providers.filter { !$0.isOffline }
            case .first: providers
            case .offlineOnly: providers.filter(\.isOffline)
            }
        asked = ordered.map {
            AskedProvider($0, cache: configuration.cache, cell: configuration.cell, timekeeper: timekeeper)
        }
    }

    /// Names a point.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: Placemarks, the best first; empty when nothing is there.
    /// - Throws: `GeocodingError`: what the first provider threw when none has a placemark, `timedOut`, `cancelled`, and
    ///   `requestInvalid` when there is no provider to ask.
    public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> [Placemark] {
        try await answer(coordinate, languages: languages).agreed()
    }

    /// Names a point, and says who could not.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: What the providers said together; also when all of them failed.
    /// - Throws: `GeocodingError` with `cancelled`, or `requestInvalid` when there is no provider to ask.
    public func answer(
        _ coordinate: Coordinate, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> GeocodingAnswer {
        let deadline = try begin()
        var round = AskingRound()
        var assembly = AnswerAssembly()
        var left = asked[...]
        while let next = left.popFirst() {
            let reply = try await round.ask(next) { () async throws(GeocodingError) in
                try await next.reply(at: coordinate, languages: languages, until: deadline)
            }
            assembly.add(reply, isOffline: next.provider.isOffline)
            if configuration.policy == .first ? !assembly.isEmpty : assembly.reachesHouse { break }
        }
        // Borders that cost microseconds are looked up even when the web was asked first, to tell a wrong country.
        for next in left where assembly.hasWebPart && next.isImmediate {
            let known = try? await next.reply(at: coordinate, languages: languages, until: deadline)
            assembly.check(by: known?.placemarks ?? [])
        }
        round.answer.placemarks = assembly.placemarks(isByPrecision: configuration.policy != .first)
        if let corrections = configuration.corrections { round.answer.correct(by: corrections, at: coordinate) }
        return round.answer
    }

    /// The moment when a question that begins now is over.
    ///
    /// - Throws: `requestInvalid`, `cancelled`.
    func begin() throws(GeocodingError) -> MonotonicInstant {
        if Task.isCancelled { throw .cancelled() }
        guard !asked.isEmpty else {
            let which = configuration.policy == .offlineOnly ? "that answers offline" : "configured"
            throw GeocodingError(.requestInvalid, "the geocoder has no provider \(which); name one")
        }
        return timekeeper.now + configuration.timeout
    }
}
