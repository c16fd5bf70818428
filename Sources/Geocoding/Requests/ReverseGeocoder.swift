public import Geo
package import Threads

/// Names points and finds places by asking several providers: this machine first, the web where that knows more.
///
/// ```swift
/// let geocoder = ReverseGeocoder([WorldProvider(world: try World.embedded())])
/// let placemark = try await geocoder.reverseGeocode(station, languages: [LanguageTag("ja")!]).first
/// ```
///
/// Equal questions at the same time are asked once, and what web services say is kept in a cache, so that none is asked
/// twice for a place. A cancelled question throws `cancelled` at once; a provider's work is cancelled when no question waits for
/// it any more. A provider that fails, or does not answer in time, is skipped where another has an answer.
///
/// A geocoder may be used from any number of tasks; one for the whole program is enough.
public final class ReverseGeocoder: Sendable {
    /// The providers to ask, and how.
    public let configuration: Configuration

    let providers: [CachedProvider]
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
        self.providers = ordered.map {
            CachedProvider($0, cache: configuration.cache, cell: configuration.cell, timekeeper: timekeeper)
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

    /// Names a point, and reports the providers that failed.
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
        var collector = AnswerCollector()
        var assembly = AnswerAssembly()
        var left = providers[...]
        while let next = left.popFirst() {
            let reply = try await collector.ask(next) { () async throws(GeocodingError) in
                try await next.reply(at: coordinate, languages: languages, until: deadline)
            }
            assembly.add(reply, isOffline: next.provider.isOffline)
            if configuration.policy == .first ? !assembly.isEmpty : assembly.reachesHouse { break }
        }
        // Borders that cost microseconds are looked up even when the web was asked first, to detect a wrong country.
        for next in left where assembly.hasWebPart && next.isImmediate {
            let known = try? await next.reply(at: coordinate, languages: languages, until: deadline)
            assembly.check(by: known?.placemarks ?? [])
        }
        collector.answer.placemarks = assembly.placemarks(isByPrecision: configuration.policy != .first)
        if let corrections = configuration.corrections { collector.answer.correct(by: corrections, at: coordinate) }
        return collector.answer
    }

    /// The moment when a question that begins now is over.
    ///
    /// - Throws: `requestInvalid`, `cancelled`.
    func begin() throws(GeocodingError) -> MonotonicInstant {
        if Task.isCancelled { throw .cancelled() }
        guard !providers.isEmpty else {
            let which = configuration.policy == .offlineOnly ? "that answers offline" : "configured"
            throw GeocodingError(.requestInvalid, "the geocoder has no provider \(which); name one")
        }
        return timekeeper.now + configuration.timeout
    }
}

extension ReverseGeocoder {
    /// Whose answer counts.
    public enum Policy: String, CaseIterable, Sendable {
        /// All are asked, one after the other, those on this machine first, until one knows the house; the finest address wins.
        ///
        /// So no service on the web is asked for a point that this machine knows to the house.
        case finest
        /// They are asked in their order until one has an answer.
        case first
        /// As `finest`, and no provider on the web is asked.
        case offlineOnly
    }

    /// The providers to ask, and how.
    public struct Configuration: Sendable {
        /// The providers, in the order they are asked; none by default.
        public var providers: [any GeocodingProvider] = []
        /// Whose answer counts; `finest` by default.
        public var policy = Policy.finest
        /// How long a question may take altogether; 10 s by default.
        ///
        /// When it is over, what is known by then is the answer, and an error when that is nothing.
        public var timeout = Duration.seconds(10)
        /// The side of the cells in degrees whose points are the same to a web service; 0.0001 (11 m) by default.
        ///
        /// Such questions at the same time are asked once, and later ones are answered from the cache.
        public var cell = 1e-4
        /// Where answers of web services are kept; `GeocodingCache.shared` by default, `nil` for nowhere.
        public var cache: GeocodingCache? = .shared

        /// A user's own names of places, which outrank those of the providers; `nil`, for none, by default.
        ///
        /// They are laid over the answers to points, and are never kept in the cache. What is found by its name stays as it is.
        public var corrections: PlaceCorrections?

        /// The configuration that is described at each property.
        public init() {}

        /// One with some providers.
        public init(_ providers: [any GeocodingProvider], policy: Policy = .finest) {
            self.providers = providers
            self.policy = policy
        }
    }
}

// A location is asked for as its coordinate is: how accurate it is decides nothing.
extension ReverseGeocoder {
    /// Names the point of a location.
    ///
    /// - Parameters:
    ///   - location: The location, of which the coordinate counts.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: Placemarks, the best first; empty when nothing is there.
    /// - Throws: What ``reverseGeocode(_:languages:)-(Coordinate,_)`` throws.
    public func reverseGeocode(
        _ location: Location, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> [Placemark] {
        try await reverseGeocode(location.coordinate, languages: languages)
    }

    /// Names the point of a location, and reports the providers that failed.
    ///
    /// - Parameters:
    ///   - location: The location, of which the coordinate counts.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    /// - Returns: What the providers said together; also when all of them failed.
    /// - Throws: `GeocodingError` with `cancelled`, or `requestInvalid` when there is no provider to ask.
    public func answer(
        _ location: Location, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> GeocodingAnswer {
        try await answer(location.coordinate, languages: languages)
    }

    /// Names the points of many locations, such as those of a track.
    ///
    /// - Parameters:
    ///   - locations: The locations, of which the coordinates count; equal ones are asked for once.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - maximumUnderWay: How many points are asked for at the same time, at least 1; 4 by default.
    /// - Returns: The names of each location, in the order of the locations; asking begins with the iteration.
    public func reverseGeocode(
        _ locations: [Location], languages: [LanguageTag] = [], maximumUnderWay: Int = 4
    ) -> GeocodingBatch {
        reverseGeocode(locations.map(\.coordinate), languages: languages, maximumUnderWay: maximumUnderWay)
    }

    /// Names the point of a location and calls a handler with the outcome, for programs that do not use `await`.
    ///
    /// - Parameters:
    ///   - location: The location, of which the coordinate counts.
    ///   - languages: The languages of the names, most wanted first; empty asks for the place's own language.
    ///   - completionHandler: What is called with the outcome, as with a coordinate.
    /// - Returns: The request, to cancel it.
    @discardableResult public func reverseGeocode(
        _ location: Location, languages: [LanguageTag] = [], completionHandler: @escaping CompletionHandler
    ) -> GeocodingRequest {
        reverseGeocode(location.coordinate, languages: languages, completionHandler: completionHandler)
    }
}

/// What the providers of a `ReverseGeocoder` said together.
public struct GeocodingAnswer: Sendable {
    /// A provider that could not answer.
    public struct Failure: Sendable {
        /// The provider's name.
        public var provider: String
        /// Why.
        public var error: GeocodingError
    }

    /// The placemarks, the best first; empty when nothing is there.
    public var placemarks: [Placemark] = []

    /// The providers that could not answer, in the order in which they were asked.
    public var failures: [Failure] = []

    /// Whether some of it came from the cache, and nothing over the network.
    public var isFromCache = false

    /// Nothing yet.
    init() {}

    /// Lays a user's names over the placemarks; where all providers have answered without one, they are the answer.
    mutating func correct(by corrections: PlaceCorrections, at coordinate: Coordinate) {
        guard let feature = corrections.feature(at: coordinate) else { return }
        if placemarks.isEmpty, failures.isEmpty {
            placemarks = [Placemark(coordinate: coordinate, provider: PlaceCorrections.providerName)]
        }
        placemarks = placemarks.map { corrections.corrected($0, by: feature) }
    }
}
