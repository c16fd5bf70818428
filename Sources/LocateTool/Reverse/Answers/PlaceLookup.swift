import Gazetteer
import Geo
import Geocoding

/// Asks the built-in world, or the file that `LOCATIONKIT_DATA` names.
struct PlaceLookup: Sendable {
    private let world: World
    private let languages: [LanguageTag]

    /// Opens the world, which reads no more than its header.
    ///
    /// - Parameter languages: Best first; `nil`: those of the environment.
    /// - Throws: What is wrong with the file.
    init(languages: [LanguageTag]?) throws(ToolError) {
        let environment = Environment.values
        self.languages = languages ?? LanguageTag.preferred(environment: environment)
        do {
            world = try World.open(environment: environment)
        } catch {
            var failure = ToolError(error)
            if environment[World.environmentVariable]?.isEmpty == false {
                failure.message += "; \(World.environmentVariable) names the file"
            }
            throw failure
        }
    }

    /// What the file contains.
    func information() throws(ToolError) -> World.Information {
        do {
            return try world.information()
        } catch {
            throw ToolError(error)
        }
    }

    /// The place at a point; its address is empty where there is none.
    func place(at coordinate: Coordinate) throws(ToolError) -> Placemark {
        do {
            return try world.placemark(at: coordinate, languages: languages)
        } catch {
            throw ToolError(error)
        }
    }
}

extension PlaceLookup: PlaceAnswering {
    func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship? {
        do {
            guard let kinship = try world.kinship(at: coordinate) else { return nil }
            return PlaceKinship(key: kinship.key, distance: kinship.distance)
        } catch {
            throw ToolError(error)
        }
    }
}
