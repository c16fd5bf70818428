import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LocationKitMaps
import TestSupport

/// Pages of made-up photos for tests.
enum TestPages {
    static let world: World = {
        // The embedded world is part of the program.
        guard let world = try? World.embedded() else { preconditionFailure("the embedded world is damaged") }
        return world
    }()

    static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("\(latitude), \(longitude) is not a coordinate")
        }
        return coordinate
    }

    /// A JPEG of one grey pixel.
    static let jpeg: [UInt8] = [UInt8](
        Data(
            base64Encoded:
                "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////"
                + "////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/"
                + "2gAIAQEAAD8AR//Z") ?? Data())

    /// Photos of a few travels: dense where people stay, sparse between.
    static func photos(_ count: Int, seed: UInt64 = 20) -> [PhotoMap.Photo] {
        var generator = SeededGenerator(seed: seed)
        let homes = [
            (48.137, 11.575), (35.681, 139.767), (40.713, -74.006), (-33.868, 151.207), (47.141, 9.521), (43.296, 5.37),
            (64.147, -21.942), (-22.907, -43.173), (28.614, 77.209), (-17.713, 178.065), (37.774, -122.419),
        ]
        return (0..<count).map { index in
            let home = homes[Int.random(in: 0..<homes.count, using: &generator)]
            let spread = pow(Double.random(in: 0...1, using: &generator), 6) * 3
            let turn = Double.random(in: 0...(2 * .pi), using: &generator)
            let place = coordinate(home.0 + spread * sin(turn), home.1 + spread * cos(turn))
            let time = 1_400_000_000 + Int.random(in: 0...250_000_000, using: &generator)
            return PhotoMap.Photo(place, time: index % 50 == 0 ? nil : time, isVideo: index % 40 == 1)
        }
    }

    /// The base map of ``photos(_:seed:)``, which takes seconds in a build for debugging.
    static let base = Result { try BaseMap(world, around: photos(3000).map(\.coordinate), languages: [.english]) }

    /// A page of photos.
    static func page(
        _ photos: [PhotoMap.Photo], title: String = "Photos", languages: [LanguageTag] = [.english], thumbnails: Int = 0
    ) throws -> [UInt8] {
        var map = try PhotoMap(photos, in: world, languages: languages)
        let base = try base.get()
        for source in map.thumbnailed(thumbnails) { map.setThumbnail(jpeg, of: source) }
        var page = MapPage(
            title: title, baseMap: base, languages: languages)
        page.add(map)
        return try page.html()
    }
}
