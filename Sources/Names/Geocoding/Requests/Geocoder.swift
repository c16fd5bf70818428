public import LKGeo
package import LKThreads

/// Names points and finds places by asking several providers: offline ones first, web services where they know more.
///
/// ```swift
/// let placemark = try await Geocoder.shared.reverseGeocode(station, languages: [LanguageTag("ja")!]).first
/// let geocoder = Geocoder([try NominatimProvider(server: server, identity: nil), OfflineProvider.installed])
/// ```
///
/// Concurrent equal requests are made once, and web services' answers are cached, so that none is asked twice for a
/// place. A cancelled request throws `canceled` at once; a provider's work is cancelled when no request needs it any
/// more. A provider that fails or times out is skipped if another has an answer.
///
/// A geocoder may be used concurrently; one for the whole program is enough.
public final class Geocoder: Sendable {
    /// The providers and options.
    public let configuration: Configuration

    /// The providers that are asked, in that order.
    let providers: [CachedProvider]
    /// Those that only check the country of the others' answers.
    let references: [CachedProvider]
    let handlers = SerialThread("locate-handlers")
    private let timekeeper: any Timekeeper

    /// Creates a geocoder with a configuration.
    public convenience init(configuration: Configuration) {
        self.init(configuration: configuration, timekeeper: SystemTimekeeper.shared)
    }

    /// Creates a geocoder with providers and otherwise the default configuration.
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
            case .webOnly: providers.filter { !$0.isOffline }
            }
        func cached(_ providers: [any GeocodingProvider]) -> [CachedProvider] {
            providers.map {
                CachedProvider($0, cache: configuration.cache, cell: configuration.cell, timekeeper: timekeeper)
            }
        }
        self.providers = cached(ordered)
        references = configuration.policy == .webOnly ? cached(providers.filter(\.isOffline)) : []
    }

    /// Finds the names of a point.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: Placemarks, best first; empty if nothing is known there.
    /// - Throws: `GeocodingError`: the first provider's error if none has a placemark, `timedOut`, `canceled`, and
    ///   `requestInvalid` when there is no provider to ask.
    public func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> [Placemark] {
        try await answer(coordinate, languages: languages).agreed()
    }

    /// Finds the names of a point, and reports the providers that failed.
    ///
    /// - Parameters:
    ///   - coordinate: The point.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: The combined answer of the providers, even if all of them failed.
    /// - Throws: `GeocodingError` with `canceled`, or `requestInvalid` when there is no provider to ask.
    public func answer(
        _ coordinate: Coordinate, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> Answer {
        var answer = try await uncorrectedAnswer(coordinate, languages: languages)
        if let corrections = configuration.corrections { answer.correct(by: corrections, at: coordinate) }
        return answer
    }

    /// Finds the names of a point without the user's own names.
    func uncorrectedAnswer(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> Answer {
        let deadline = try begin()
        var collector = AnswerCollector()
        var assembly = AnswerAssembly()
        let stopsAtFirst = configuration.policy == .first || configuration.policy == .webOnly
        var left = providers[...]
        while let next = left.popFirst() {
            let reply = try await collector.ask(next) { () async throws(GeocodingError) in
                try await next.reply(at: coordinate, languages: languages, until: deadline)
            }
            assembly.add(reply, isOffline: next.provider.isOffline)
            if stopsAtFirst ? !assembly.isEmpty : assembly.reachesHouse { break }
        }
        // Looking up borders takes microseconds, so check the country even when the web was asked first.
        for next in left + references where assembly.needsReference && next.isImmediate {
            let known = try? await next.reply(at: coordinate, languages: languages, until: deadline)
            assembly.check(by: known?.placemarks ?? [])
        }
        if configuration.policy == .webOnly { assembly.hidesReference = true }
        collector.answer.placemarks = assembly.placemarks(isByPrecision: !stopsAtFirst)
        return collector.answer
    }

    /// Finds the names of a point using only the offline providers, whatever the policy, without the user's own names.
    ///
    /// - Throws: `GeocodingError` with `canceled`.
    func offlineAnswer(_ coordinate: Coordinate, languages: [LanguageTag]) async throws(GeocodingError) -> Answer {
        if Task.isCancelled { throw .canceled() }
        let deadline = timekeeper.now + configuration.timeout
        var collector = AnswerCollector()
        var assembly = AnswerAssembly()
        for next in (providers + references) where next.provider.isOffline {
            let reply = try await collector.ask(next) { () async throws(GeocodingError) in
                try await next.reply(at: coordinate, languages: languages, until: deadline)
            }
            assembly.add(reply, isOffline: true)
            if configuration.policy == .first ? !assembly.isEmpty : assembly.reachesHouse { break }
        }
        collector.answer.placemarks = assembly.placemarks(isByPrecision: configuration.policy != .first)
        return collector.answer
    }

    /// Finds the time zone at a point, offline; at sea, where there is no placemark, the zone of the longitude.
    ///
    /// ```swift
    /// let name = try await Geocoder.shared.timeZone(at: station)                  // Asia/Tokyo
    /// let zone = name.flatMap { TimeZone(identifier: $0) }                        // for a Calendar or a date's format
    /// ```
    ///
    /// The first offline provider that knows the zone answers. Web services are not asked, whatever the policy.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: A name of the tz database: `Asia/Tokyo`, on the open sea `Etc/GMT+8`, which is eight hours behind UTC; `nil` if the
    ///   geocoder has no offline provider that knows it.
    /// - Throws: `GeocodingError`: `canceled`, and the first provider's error if none knows the zone.
    public func timeZone(at coordinate: Coordinate) async throws(GeocodingError) -> String? {
        if Task.isCancelled { throw .canceled() }
        var failure: GeocodingError?
        for case let provider as any ImmediateProvider in configuration.providers {
            do throws(GeocodingError) {
                if let zone = try provider.timeZone(at: coordinate) { return zone }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    /// Returns the deadline of a request that begins now.
    ///
    /// - Throws: `requestInvalid`, `canceled`.
    func begin() throws(GeocodingError) -> MonotonicInstant {
        if Task.isCancelled { throw .canceled() }
        guard !providers.isEmpty else {
            let which =
                switch configuration.policy {
                case .offlineOnly: "that answers offline"
                case .webOnly: "on the web"
                case .finest, .first: "configured"
                }
            throw GeocodingError(.requestInvalid, "the geocoder has no provider \(which)", advice: "name one")
        }
        return timekeeper.now + configuration.timeout
    }
}

extension Geocoder {
    /// How the answers of several providers are combined.
    public enum Policy: String, CaseIterable, Sendable {
        /// All providers are asked one after the other, offline ones first, until one knows the house number; the
        /// finest address comes first.
        ///
        /// A web service is therefore not asked for a point whose house number is known offline.
        case finest
        /// The providers are asked in order until one has an answer.
        case first
        /// Like `finest`, but without web providers.
        case offlineOnly
        /// The web providers are asked in order until one has an answer; offline ones only check its country.
        ///
        /// A placemark whose country the offline borders contradict is marked with ``Placemark/conflictingCountryCode``.
        case webOnly
    }

    /// The providers and options.
    public struct Configuration: Sendable {
        /// The providers, in the order in which they are asked; none by default.
        public var providers: [any GeocodingProvider] = []
        /// How answers are combined; `finest` by default.
        public var policy = Policy.finest
        /// The overall time limit of a request; 10 s by default.
        ///
        /// When it has passed, the request returns the answers so far, or throws if there are none.
        public var timeout = Duration.seconds(10)
        /// The side in degrees of the cells within which points are equal to a web service; 0.0001 (11 m) by default.
        ///
        /// Concurrent requests for the same cell are made once, and later ones are answered from the cache.
        public var cell = 1e-4
        /// The cache for answers of web services; `GeocodingCache.shared` by default, `nil` for none.
        public var cache: GeocodingCache? = .shared

        /// The user's own place names, which override those of the providers; `nil` by default.
        ///
        /// They are applied to the answers for points and never cached. Search results stay unchanged.
        public var corrections: PlaceCorrections?

        /// Creates the default configuration.
        public init() {}

        /// Creates a configuration with providers.
        public init(_ providers: [any GeocodingProvider], policy: Policy = .finest) {
            self.providers = providers
            self.policy = policy
        }
    }
}

// Only the coordinate of a location matters; its accuracy does not.
extension Geocoder {
    /// Finds the names of a location.
    ///
    /// - Parameters:
    ///   - location: The location, of which only the coordinate is used.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: Placemarks, best first; empty if nothing is known there.
    /// - Throws: The errors of ``reverseGeocode(_:languages:)-(Coordinate,_)``.
    public func reverseGeocode(
        _ location: Location, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> [Placemark] {
        try await reverseGeocode(location.coordinate, languages: languages)
    }

    /// Finds the names of a location, and reports the providers that failed.
    ///
    /// - Parameters:
    ///   - location: The location, of which only the coordinate is used.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    /// - Returns: The combined answer of the providers, even if all of them failed.
    /// - Throws: `GeocodingError` with `canceled`, or `requestInvalid` when there is no provider to ask.
    public func answer(
        _ location: Location, languages: [LanguageTag] = []
    ) async throws(GeocodingError) -> Answer {
        try await answer(location.coordinate, languages: languages)
    }

    /// Finds the names of many locations, such as those of a track.
    ///
    /// - Parameters:
    ///   - locations: The locations, of which only the coordinates are used; equal ones are requested once.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - maximumConcurrentRequests: The maximum number of concurrent requests, at least 1; 4 by default.
    /// - Returns: The names of each location, in the order of the locations; requests start with the iteration.
    public func reverseGeocode(
        _ locations: [Location], languages: [LanguageTag] = [], maximumConcurrentRequests: Int = 4
    ) -> Batch {
        reverseGeocode(
            locations.map(\.coordinate), languages: languages, maximumConcurrentRequests: maximumConcurrentRequests)
    }

    /// Finds the names of a location and calls a handler with the outcome, for programs that do not use `await`.
    ///
    /// - Parameters:
    ///   - location: The location, of which only the coordinate is used.
    ///   - languages: The preferred languages of the names, best first; empty for each place's own language.
    ///   - completionHandler: Receives the outcome, as with a coordinate.
    /// - Returns: The request, to cancel it.
    @discardableResult public func reverseGeocode(
        _ location: Location, languages: [LanguageTag] = [], completionHandler: @escaping CompletionHandler
    ) -> Request {
        reverseGeocode(location.coordinate, languages: languages, completionHandler: completionHandler)
    }
}

extension Geocoder {
    /// The combined answer of the providers of a geocoder.
    public struct Answer: Sendable {
        /// A provider that failed.
        public struct Failure: Sendable {
            /// The provider's name.
            public var provider: String
            /// The provider's error.
            public var error: GeocodingError
        }

        /// The placemarks, best first; empty if nothing is known there.
        public var placemarks: [Placemark] = []

        /// The providers that failed, in the order in which they were asked.
        public var failures: [Failure] = []

        /// Whether part of the answer came from the cache, and nothing over the network.
        public var isFromCache = false

        /// The providers that were asked, in the order in which they were; what the cache has answered is not in it.
        package internal(set) var asked: [String] = []

        /// Creates an empty answer.
        init() {}

        /// Applies a user's names to the placemarks; if all providers returned none, the names themselves are the answer.
        mutating func correct(by corrections: PlaceCorrections, at coordinate: Coordinate) {
            guard let feature = corrections.feature(at: coordinate) else { return }
            if placemarks.isEmpty, failures.isEmpty {
                placemarks = [Placemark(coordinate: coordinate, provider: PlaceCorrections.providerName)]
            }
            placemarks = placemarks.map { corrections.corrected($0, by: feature) }
        }
    }
}
