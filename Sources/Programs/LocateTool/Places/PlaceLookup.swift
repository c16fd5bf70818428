import LKGazetteer
import LKGeo
import LKGeocoding
import Glibc
import LKOfflineGeocoding
import LKStreets
import LKTagging

/// Asks street indexes, and the built-in world or the file that `LOCATIONKIT_DATA` names.
struct PlaceLookup: Sendable {
    var geocoder: OfflineProvider
    let languages: [LanguageTag]

    /// Opens the world, which reads no more than its header.
    ///
    /// - Parameters:
    ///   - languages: Best first; `nil`: those of the environment.
    ///   - streets: What knows streets and houses; `nil` for nothing.
    ///   - fallsBackToWorld: Whether the world answers where no street index does.
    /// - Throws: What is wrong with the file.
    init(
        languages: [LanguageTag]?, streets: StreetIndexes? = nil, fallsBackToWorld: Bool = true
    ) throws(ToolError) {
        self.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        geocoder = OfflineProvider(
            world: try Self.openWorld(), streets: streets, fallsBackToWorld: fallsBackToWorld)
    }

    /// Opens the world, and the street indexes that a command line asks for.
    ///
    /// - Parameters:
    ///   - languages: Best first; `nil`: those of the environment.
    ///   - files: The street indexes.
    ///   - command: Whose messages these are; `nil` for `locate` itself.
    /// - Throws: What is wrong with a file.
    init(languages: [LanguageTag]?, _ files: StreetFiles, for command: String?) throws(ToolError) {
        try self.init(
            languages: languages, streets: try files.open(for: command), fallsBackToWorld: files.fallsBackToWorld)
    }

    /// Opens the built-in world, or the file named in the environment.
    ///
    /// - Throws: What is wrong with the file.
    static func openWorld() throws(ToolError) -> World {
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

    /// What names the positions of photos, from the same file.
    ///
    /// - Parameters:
    ///   - languages: The languages of the names, most wanted first; `nil` takes those of the environment.
    ///   - corrections: The user's own names; `nil` for none.
    /// - Returns: What names positions.
    /// - Throws: What is wrong with the file.
    static func positionNames(
        _ languages: [LanguageTag]?, corrections: PlaceCorrections?
    ) throws(ToolError) -> WorldPlaces {
        WorldPlaces(
            try openWorld(), languages: languages ?? LanguageTag.preferred(environment: Environment.values),
            corrections: corrections)
    }

    /// What the file contains, after all of it was read and compared with its checksums.
    func information() throws(ToolError) -> World.Information {
        do {
            try world.verify()
            return try world.information()
        } catch {
            throw ToolError(error)
        }
    }

    /// The place at a point; its address is empty where there is none.
    func place(at coordinate: Coordinate, withBorder: Bool = true) throws(ToolError) -> Placemark {
        do {
            return try geocoder.placemark(at: coordinate, languages: languages, withBorder: withBorder)
        } catch {
            throw ToolError(error)
        }
    }

    /// The places of a name or address, the best match first.
    ///
    /// - Parameters:
    ///   - text: The name or address.
    ///   - limit: The maximum number of places.
    ///   - near: The point from which the nearest come first; `nil` for none.
    /// - Returns: The places; empty if nothing matches.
    /// - Throws: What is wrong with the world's file.
    func search(_ text: String, limit: Int, near: Coordinate? = nil) throws(ToolError) -> [PlaceMatch] {
        do {
            return try geocoder.search(text, limit: limit, near: near, languages: languages)
        } catch {
            throw ToolError(error)
        }
    }

    private var world: World { geocoder.world }
}

extension PlaceLookup: PlaceAnswering {
    func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border? {
        do {
            guard let border = try world.border(near: coordinate) else { return nil }
            // The country's name is not printed, and looking it up takes longer than all else.
            return Placemark.Border(
                distance: border.distance, isoCountryCode: border.neighbourCode, country: nil,
                isCertain: border.isCertain)
        } catch {
            throw ToolError(error)
        }
    }

    func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship? {
        try kinships(at: [coordinate])[0]
    }

    func kinships(at coordinates: [Coordinate]) throws(ToolError) -> [PlaceKinship?] {
        var kinships = [PlaceKinship?](repeating: nil, count: coordinates.count)
        guard geocoder.fallsBackToWorld else { return kinships }
        // Beside the next house the number is another one.
        let indices = coordinates.indices.filter { !geocoder.mayDifferFromWorld(at: coordinates[$0]) }
        let keys: [World.PlaceNameKey]?
        do throws(GeocodingError) {
            keys = try world.placeNameKeys(at: indices.map { coordinates[$0] })
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
enum Environment {
    private static let names = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", World.environmentVariable]

    /// The values of the variables that are set.
    static var values: [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return values
    }
}
