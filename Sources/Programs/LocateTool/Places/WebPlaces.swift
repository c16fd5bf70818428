import FoundationEssentials
import LKGazetteer
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKThreads
import LKWebGeocoding

/// Asks a web service for place names, through LocationKit's cache; the built-in borders check its country.
struct WebPlaces: Sendable {
    /// Whether the service is public and shared, and therefore asked slowly.
    let isPublic: Bool
    private let geocoder: Geocoder
    private let languages: [LanguageTag]
    private let provider: String
    private let corrections: PlaceCorrections?

    /// Makes what asks; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - options: Which service.
    ///   - languages: Best first; `nil`: those of the environment.
    ///   - corrections: The user's own names, which outrank those of the service.
    /// - Throws: A usage error for what the service's rules do not allow, and what is wrong with the built-in world.
    init(
        _ options: WebOptions, languages: [LanguageTag]?, corrections: PlaceCorrections? = nil
    ) throws(ToolError) {
        self.corrections = corrections
        self.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        isPublic = options.server == nil
        try WebResources.check()
        do throws(GeocodingError) {
            let service = try options.service.provider(options)
            provider = service.name
            let world = OfflineProvider(world: try World.open(environment: Environment.values))
            var configuration = Geocoder.Configuration([service, world], policy: .first)
            // A public service is asked once a second, and each question waits for those before it.
            configuration.timeout = options.timeout + .seconds(isPublic ? 30 : 1)
            configuration.cache = options.usesCache ? Self.cache() : nil
            geocoder = Geocoder(configuration: configuration)
        } catch {
            throw Self.refusal(error)
        }
    }

    /// The cache of all programs that use LocationKit; if it cannot be used, a message says so once, and requests are sent without it.
    private static func cache() -> GeocodingCache {
        var configuration = GeocodingCache.Configuration()
        configuration.onProblem = { Messages.note($0) }
        return GeocodingCache(configuration: configuration)
    }

    /// The error for a service that cannot be asked: advice for programs becomes that for a command line.
    static func refusal(_ error: GeocodingError) -> ToolError {
        guard error.code == .requestInvalid, error.message.hasSuffix(ClientIdentity.advice) else {
            return ToolError(error)
        }
        return .usage(
            String(error.message.dropLast(ClientIdentity.advice.count))
                + "give --user-agent 'NAME/VERSION (MAIL OR PAGE)', or name your own server with --server URL")
    }

    /// What a point is called; empty with precision `none` where the service knows nothing.
    func place(at coordinate: Coordinate) async throws(GeocodingError) -> Placemark {
        let answer = try await geocoder.answer(coordinate, languages: languages)
        // An answer of another provider is not what was asked for.
        if let failure = answer.failures.first(where: { $0.provider == provider }) { throw failure.error }
        let placemark =
            answer.placemarks.first { $0.provider == provider } ?? Placemark(coordinate: coordinate, provider: provider)
        return corrections?.corrected(placemark) ?? placemark
    }

    /// The places of a name or an address, the best match first; with `near` the nearest first.
    func search(_ text: String, limit: Int, near: Coordinate?) async throws(GeocodingError) -> [PlaceMatch] {
        let answer = try await geocoder.searchAnswer(text, near: near, languages: languages, limit: limit)
        if let failure = answer.failures.first(where: { $0.provider == provider }) { throw failure.error }
        return answer.matches.filter { $0.placemark.provider == provider }
    }

    /// Waits for an answer on the tool's own thread, which Swift's pool does not need.
    func wait<Value: Sendable>(
        for work: @escaping @Sendable (WebPlaces) async throws(GeocodingError) -> Value
    ) throws(ToolError) -> Value {
        let outcome = Monitor<Result<Value, GeocodingError>?>(nil)
        Task.detached {
            do throws(GeocodingError) {
                let value = try await work(self)
                outcome.change { $0 = .success(value) }
            } catch {
                outcome.change { $0 = .failure(error) }
            }
        }
        do throws(GeocodingError) {
            return try outcome.wait { $0 }.get()
        } catch {
            throw ToolError(error)
        }
    }
}
