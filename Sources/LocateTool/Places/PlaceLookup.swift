import Gazetteer
import Geo
import Geocoding
import Glibc
import Streets
import Tagging

/// Asks street indexes, and the built-in world or the file that `LOCATIONKIT_DATA` names.
struct PlaceLookup: Sendable {
    let world: World
    let streets: StreetProvider?
    let languages: [LanguageTag]

    /// Opens the world, which reads no more than its header.
    ///
    /// - Parameters:
    ///   - languages: Best first; `nil`: those of the environment.
    ///   - streets: What knows streets and houses; `nil` for nothing.
    /// - Throws: What is wrong with the file.
    init(languages: [LanguageTag]?, streets: StreetProvider? = nil) throws(ToolError) {
        self.languages = languages ?? LanguageTag.preferred(environment: Environment.values)
        self.streets = streets
        world = try Self.openWorld()
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
    ///
    /// A street index answers where it knows at least as much as the world, which adds what an extract lacks.
    func place(at coordinate: Coordinate, withBorder: Bool = true) throws(ToolError) -> Placemark {
        let place: Placemark
        do {
            place = try world.placemark(at: coordinate, languages: languages, withBorder: withBorder)
        } catch {
            throw ToolError(error)
        }
        guard let found = streets?.placemark(at: coordinate, languages: languages),
            !place.precision.isFiner(than: found.precision)
        else { return place }
        return found.completed(by: place)
    }
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
        do {
            if hasStreets(at: coordinate) { return nil }
            return try world.placeNameKey(at: coordinate).map { PlaceKinship($0) }
        } catch {
            throw ToolError(error)
        }
    }

    func kinships(at coordinates: [Coordinate]) throws(ToolError) -> [PlaceKinship?] {
        do {
            guard let keys = try world.placeNameKeys(at: coordinates) else {
                return [PlaceKinship?](repeating: nil, count: coordinates.count)
            }
            return zip(keys, coordinates).map { key, coordinate in
                hasStreets(at: coordinate) ? nil : PlaceKinship(key)
            }
        } catch {
            throw ToolError(error)
        }
    }

    /// Whether a street index covers a point: beside the next house the number is another one.
    private func hasStreets(at coordinate: Coordinate) -> Bool {
        streets?.indexes.contains { $0.covers(coordinate) } == true
    }
}

extension PlaceKinship {
    fileprivate init(_ key: World.PlaceNameKey) { self.init(key: key.key, distance: key.distance) }
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
