package import LKCommandLine
package import LKGeo
package import LKGeocoding
package import LKSharedOptions
import Synchronization
import TestSupport

/// A world of two halves: the north is a town, the south is sea.
package struct HalfWorld: PlaceAnswering {
    /// Whether points of one half are known to have the same names.
    package var knowsKin = true

    package init(knowsKin: Bool = true) { self.knowsKin = knowsKin }

    package func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship? {
        guard knowsKin else { return nil }
        return coordinate.latitude > 0 ? PlaceKinship(key: 1, distance: 12.34) : PlaceKinship(key: .max)
    }

    /// The line between the halves is a border up to one degree away.
    package func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border? {
        guard coordinate.latitude.magnitude <= 1 else { return nil }
        let code = coordinate.latitude > 0 ? nil : "LD"
        let distance = coordinate.latitude.magnitude * 100_000
        return .init(distance: distance, isoCountryCode: code, country: nil, isCertain: distance > 1000)
    }

    package func place(at coordinate: Coordinate, withBorder: Bool) throws(ToolError) -> Placemark {
        var placemark = Placemark(coordinate: coordinate, provider: "test")
        if withBorder { placemark.border = try border(near: coordinate) }
        guard coordinate.latitude > 0 else { return placemark }
        placemark.name = "Town"
        placemark.locality = "Town"
        placemark.country = "Land"
        placemark.isoCountryCode = "LD"
        placemark.claims = ["XX"]
        placemark.precision = .locality
        placemark.place = .init(name: "Town", geonameId: 7, distance: 12.34)
        return placemark
    }
}

/// A world in which each point is called after its latitude, and in which it takes now longer and now shorter to find that out.
package final class SlowWorld: PlaceAnswering {
    private let generator = Mutex(SeededGenerator(seed: 11))
    /// Where the data turns out to be damaged.
    package let damagedLatitude: Double?

    package init(damagedLatitude: Double? = nil) { self.damagedLatitude = damagedLatitude }

    package func kinship(at coordinate: Coordinate) throws(ToolError) -> PlaceKinship? {
        if coordinate.latitude == damagedLatitude { throw ToolError(.dataError, "the world is damaged") }
        // Not a wait, but work, so that the threads overtake each other.
        var turns = generator.withLock { Int.random(in: 0...2000, using: &$0) }
        while turns > 0 { turns -= 1 }
        return nil
    }

    package func border(near coordinate: Coordinate) throws(ToolError) -> Placemark.Border? { nil }

    package func place(at coordinate: Coordinate, withBorder: Bool) throws(ToolError) -> Placemark {
        var placemark = Placemark(coordinate: coordinate, provider: "slow")
        placemark.locality = NumberText.shortest(coordinate.latitude, decimals: 6)
        return placemark
    }
}
