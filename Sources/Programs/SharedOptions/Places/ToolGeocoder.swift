import FoundationEssentials
import Glibc
package import LKCommandLine
package import LKGazetteer
package import LKGeo
package import LKGeocoding
package import LKOfflineGeocoding
package import LKStreets
import LKThreads
import LKWebGeocoding

/// What a command's options choose to answer for places: files on this machine, or a web service.
package struct ToolGeocoder: Sendable {
    /// What answers.
    package let geocoder: Geocoder
    /// The preferred languages of the names, best first.
    package let languages: [LanguageTag]
    /// What answers offline; beside a web service, it checks the country of the service's answers.
    package let offline: OfflineProvider
    /// The web service that answers; `nil` where ``offline`` does.
    package let web: WebOptions?

    /// Opens the world, which reads no more than its header.
    ///
    /// - Parameters:
    ///   - languages: Best first; `nil`: those of the environment.
    ///   - streets: What knows streets and houses; `nil` for nothing.
    ///   - fallsBackToWorld: Whether the world answers where no street index does.
    ///   - cornerReach: Within how many metres a corner takes the place of a street; `nil` for none.
    /// - Throws: What is wrong with the file.
    package init(
        languages: [LanguageTag]?, streets: StreetIndexes? = nil, fallsBackToWorld: Bool = true,
        cornerReach: Double? = nil
    ) throws(ToolError) {
        var streets = streets
        streets?.cornerReach = cornerReach
        self.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        offline = OfflineProvider(world: try Self.openWorld(), streets: streets, fallsBackToWorld: fallsBackToWorld)
        var configuration = Geocoder.Configuration([offline])
        // Files on this machine always answer, if slowly.
        configuration.timeout = .seconds(3600)
        geocoder = Geocoder(configuration: configuration)
        web = nil
    }

    /// Opens the world, and the street indexes that a command line asks for.
    ///
    /// - Parameters:
    ///   - languages: Best first; `nil`: those of the environment.
    ///   - files: The street indexes.
    ///   - command: Whose messages these are; `nil` for `locate` itself.
    ///   - cornerReach: Within how many metres a corner takes the place of a street; `nil` for none.
    /// - Throws: What is wrong with a file.
    package init(
        languages: [LanguageTag]?, _ files: StreetFiles, for command: String?, cornerReach: Double? = nil
    ) throws(ToolError) {
        try self.init(
            languages: languages, streets: try files.open(for: command), fallsBackToWorld: files.fallsBackToWorld,
            cornerReach: cornerReach)
    }

    /// Creates a provider that asks a web service through LocationKit's cache; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - web: Which service.
    ///   - languages: Best first; `nil`: those of the environment.
    /// - Throws: A usage error for what the service's rules do not allow, and what is wrong with the built-in world.
    package init(_ web: WebOptions, languages: [LanguageTag]?) throws(ToolError) {
        self.web = web
        self.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        try WebResources.check()
        do throws(GeocodingError) {
            let service = try web.service.provider(web)
            offline = OfflineProvider(world: try World.open(environment: Environment.values))
            var configuration = Geocoder.Configuration([service, offline], policy: .webOnly)
            // A public service is asked once a second, and each question waits for those before it.
            configuration.timeout = web.timeout + .seconds(web.server == nil ? 30 : 1)
            configuration.cache = web.usesCache ? Self.cache() : nil
            geocoder = Geocoder(configuration: configuration)
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Returns the cache of all programs that use LocationKit; if it cannot be used, a message is printed once, and
    /// requests are sent without it.
    private static func cache() -> GeocodingCache {
        var configuration = GeocodingCache.Configuration()
        configuration.onProblem = { Messages.note($0) }
        return GeocodingCache(configuration: configuration)
    }

    /// Returns the error for a service that cannot be used, with advice for a command line in place of that for
    /// programs.
    package static func refusal(_ error: GeocodingError) -> ToolError {
        guard error.code == .requestInvalid, error.advice == ClientIdentity.advice else {
            return ToolError(error)
        }
        return .usage(
            String(error.message.dropLast(ClientIdentity.advice.count))
                + "give --user-agent 'NAME/VERSION (MAIL OR PAGE)', or name your own server with --server URL")
    }

    /// Whether the web service is public and shared, and therefore asked slowly.
    package var isPublic: Bool { web.map { $0.server == nil } ?? false }

    /// Returns the place at a point, without a wait on this thread; empty with precision `none` where nothing is known.
    package func place(at coordinate: Coordinate) async throws(GeocodingError) -> Placemark {
        guard let web else { return try offline.placemark(at: coordinate, languages: languages) }
        return try await geocoder.reverseGeocode(coordinate, languages: languages).first
            ?? Placemark(coordinate: coordinate, provider: web.service.name)
    }

    /// Returns the place at a point; empty with precision `none` where nothing is known.
    ///
    /// - Throws: What is wrong with the world's file, and a service's failure.
    package func place(at coordinate: Coordinate) throws(ToolError) -> Placemark {
        guard web == nil else {
            return try wait { geocoder async throws(GeocodingError) in try await geocoder.place(at: coordinate) }
        }
        return try place(at: coordinate, withBorder: true)
    }

    /// Finds the places of a name or address.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - limit: The maximum number of places.
    ///   - near: The point from which the nearest come first; `nil` for none.
    /// - Returns: The best match first; empty if nothing matches.
    /// - Throws: What is wrong with the world's file, and a service's failure.
    package func search(_ text: String, limit: Int, near: Coordinate? = nil) throws(ToolError) -> [PlaceMatch] {
        if web == nil {
            do { return try offline.search(text, limit: limit, near: near, languages: languages) } catch {
                throw ToolError(error)
            }
        }
        return try wait { tool async throws(GeocodingError) in
            try await tool.geocoder.search(text, near: near, languages: tool.languages, limit: limit)
        }
    }

    /// Waits for an answer on the tool's own thread, which Swift's pool does not need.
    package func wait<Value: Sendable>(
        for work: @escaping @Sendable (ToolGeocoder) async throws(GeocodingError) -> Value
    ) throws(ToolError) -> Value {
        do throws(GeocodingError) {
            return try Waiting.attempt { () async throws(GeocodingError) in try await work(self) }
        } catch {
            throw ToolError(error)
        }
    }
}

extension ToolGeocoder {
    /// `--language` of commands that name places.
    package static let language = Option.languages(of: "the names")

    /// Opens the built-in world, or the file named in the environment.
    ///
    /// - Throws: What is wrong with the file.
    package static func openWorld() throws(ToolError) -> World {
        let environment = Environment.values
        do {
            return try World.open(environment: environment)
        } catch {
            var failure = ToolError(error)
            if environment[World.environmentVariable]?.isEmpty == false {
                failure.message += "; \(World.environmentVariable) names the file"
            }
            throw failure
        }
    }

    /// Returns what the world's file contains, after all of it was read and compared with its checksums.
    package static func information() throws(ToolError) -> World.Information {
        let world = try openWorld()
        do {
            try world.verify()
            return try world.information()
        } catch {
            throw ToolError(error)
        }
    }
}

extension ToolGeocoder: PlaceAnswering {
    package func place(at coordinate: Coordinate, withBorder: Bool) throws(ToolError) -> Placemark {
        do {
            return try offline.placemark(at: coordinate, languages: languages, withBorder: withBorder)
        } catch {
            throw ToolError(error)
        }
    }

    package func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border? {
        do {
            guard let border = try offline.world.border(near: coordinate) else { return nil }
            // The country's name is not printed, and looking it up takes longer than all else.
            return Placemark.Border(
                distance: border.distance, isoCountryCode: border.neighbourCode, country: nil,
                isCertain: border.isCertain)
        } catch {
            throw ToolError(error)
        }
    }

    package func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship? {
        try kinships(at: [coordinate])[0]
    }

    package func kinships(at coordinates: [Coordinate]) throws(ToolError) -> [PlaceKinship?] {
        var kinships = [PlaceKinship?](repeating: nil, count: coordinates.count)
        guard offline.fallsBackToWorld else { return kinships }
        // Beside the next house the number is another one.
        let indices = coordinates.indices.filter { !offline.mayDifferFromWorld(at: coordinates[$0]) }
        let keys: [World.PlaceNameKey]?
        do throws(GeocodingError) {
            keys = try offline.world.placeNameKeys(at: indices.map { coordinates[$0] })
        } catch {
            throw ToolError(error)
        }
        for (index, key) in zip(indices, keys ?? []) {
            kinships[index] = PlaceKinship(key: key.key, distance: key.distance)
        }
        return kinships
    }
}

/// The environment variables that the tool uses.
package enum Environment {
    private static let names = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", World.environmentVariable]

    /// The values of the variables that are set.
    package static var values: [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return values
    }
}
