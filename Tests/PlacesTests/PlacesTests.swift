import CLocationKit
import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import TestSupport
import Testing

@Suite("The C library") struct PlacesTests {
    @Test("One point has the names that the world gives")
    func onePoint() throws {
        let library = try CLibrary()
        let place = try library.reverse(48.8584, 2.2945)
        #expect(place["city"] == "Paris" && place["country_code"] == "FR" && place["time_zone"] == "Europe/Paris")
        #expect(place["precision"] == "locality" && place["provider"] == "world" && place["geoname_id"] == "2988507")
        #expect(place["address"]?.hasPrefix("Paris, ") == true && place["street"] == nil && place["problem"] == nil)
        let sea = try library.reverse(0, -140)
        #expect(sea["precision"] == "none" && sea["city"] == nil && sea["time_zone"]?.hasPrefix("Etc/GMT") == true)
    }

    @Test("Names are in the languages that were asked for", arguments: ["ja,en", nil, "zh-Hant-TW"])
    func languages(_ languages: String?) throws {
        let place = try CLibrary(languages: languages).reverse(35.6812, 139.7671)
        #expect(place["country"] == (languages == "zh-Hant-TW" ? "日本" : "日本"))
    }

    @Test("A batch has what single points have, plain and as a dictionary, on one thread and several")
    func batches() throws {
        let library = try CLibrary()
        let points =
            scatteredPoints(Fixtures.isThorough ? 30_000 : 3_000) + [(55.7558, 37.6173), (40.7, -73.9), (52.52, 13.4)]
        let expected = try points.map { try library.reverse($0.0, $0.1) }
        #expect(try library.rows(points) == expected)
        #expect(try library.rows(points, flags: UInt32(LK_DICTIONARY)) == expected)
        // As many rows as are worth several threads.
        let many = Array(repeating: points, count: 20_000 / points.count + 1).flatMap(\.self)
        let wanted = Array(repeating: expected, count: 20_000 / points.count + 1).flatMap(\.self)
        #expect(try library.rows(many, threads: 3) == wanted)
        #expect(try library.rows(many, threads: 3, flags: UInt32(LK_DICTIONARY)) == wanted)
    }

    @Test("A batch in each place's own language has the names of placemarks")
    func ownLanguages() throws {
        let library = try CLibrary(languages: nil)
        let world = try World.embedded()
        let points = scatteredPoints(2_000, seed: 3)
        for (point, row) in zip(points, try library.rows(points)) {
            let coordinate = try #require(Coordinate(latitude: point.0, longitude: point.1))
            let place = try world.placemark(at: coordinate, languages: [])
            #expect(row["city"] == place.locality && row["sub_locality"] == place.subLocality, "\(point)")
            #expect(row["state"] == place.administrativeArea && row["country"] == place.country, "\(point)")
            #expect(row["county"] == place.subAdministrativeArea && row["time_zone"] == place.timeZone, "\(point)")
        }
    }

    @Test("Points that are not on the Earth are rows of nulls with a problem")
    func badPoints() throws {
        let library = try CLibrary()
        let bad: [(Double, Double, String)] = [
            (.nan, 0, "latitude is not a number"), (0, .nan, "longitude is not a number"),
            (91, 0, "latitude is not between -90 and 90"), (-.infinity, 0, "latitude is not between -90 and 90"),
            (0, 180.5, "longitude is not between -180 and 180"),
            (0, .infinity, "longitude is not between -180 and 180"),
            (0, -400, "longitude is not between -180 and 180"),
        ]
        let points = bad.map { ($0.0, $0.1) }
        #expect(try library.rows(points) == bad.map { ["problem": $0.2] })
        let mixed = try library.rows([(48.8584, 2.2945)] + points + [(90, 0), (-90, 180), (0, -180)])
        #expect(mixed[0]["city"] == "Paris" && mixed.filter { $0["problem"] == nil }.count == 4)
        for point in points {
            var place = lk_place()
            let size = MemoryLayout<lk_place>.size
            #expect(lk_reverse(library.geocoder, point.0, point.1, 0, &place, size, nil, 0) == LK_POINT)
            #expect(place.private_data == nil)
            lk_place_release(&place)
        }
    }

    @Test("Batches of 0, 1, 63, 64, 65 and 4,097 points", arguments: [0, 1, 63, 64, 65, 4097])
    func sizes(count: Int) throws {
        let rows = try CLibrary().rows(scatteredPoints(count), threads: 0)
        #expect(rows.count == count && rows.allSatisfy { $0["precision"] != nil })
    }

    @Test("Columns are those of the mask, in their order")
    func columns() throws {
        let library = try CLibrary()
        var (schema, array) = try library.batch([(48.8584, 2.2945)], columns: 0)
        let names = (0..<Int(schema.n_children)).compactMap {
            schema.children[$0].map { String(cString: $0.pointee.name) }
        }
        #expect(
            names == [
                "country_code", "country", "state", "city", "sub_locality", "time_zone", "precision", "distance_m",
            ])
        schema.release(&schema)
        array.release(&array)
        for bit in 0..<Int32(LK_COLUMN_COUNT) {
            let rows = try library.rows([(48.8584, 2.2945)], columns: 1 << UInt64(bit))
            let name = try #require(lk_column_name(bit))
            #expect(rows[0].keys.allSatisfy { $0 == String(cString: name) })
        }
        #expect(lk_column_name(Int32(LK_COLUMN_COUNT)) == nil && lk_column_name(-1) == nil)
    }

    @Test("A street index answers down to the house")
    func streets() throws {
        let folder = TemporaryFolder()
        var streets: OpaquePointer?
        try #require(lk_streets_open(streetIndex(in: folder), &streets, nil, 0) == LK_OK)
        #expect(lk_streets_verify(streets, nil, 0) == LK_OK)
        let library = try CLibrary(streets: [streets])
        let only = try CLibrary(streets: [streets], flags: UInt32(LK_STREETS_ONLY))
        lk_streets_close(streets)
        let points = [(47.1386, 9.5220), (48.8584, 2.2945)]
        let house = try library.reverse(points[0].0, points[0].1)
        #expect(house["street"] == "Städtle" && house["house_number"] == "43" && house["postcode"] == "9490")
        #expect(house["precision"] == "house" && house["provider"] == "streets" && house["country_code"] == "LI")
        #expect(house["time_zone"] == "Europe/Vaduz" && house["attribution"]?.contains("OpenStreetMap") == true)
        #expect(try library.rows(points) == [house, library.reverse(points[1].0, points[1].1)])
        #expect(try only.rows(points)[1]["precision"] == "none")
        for library in [library, only] {
            var (place, count) = (lk_place(), 0)
            let size = MemoryLayout<lk_place>.size
            #expect(lk_search(library.geocoder, "Städtle 43", .nan, .nan, &place, size, 1, &count, nil, 0) == LK_OK)
            #expect(count == 1 && CLibrary.values(of: place)["house_number"] == "43")
            #expect(abs(place.latitude - 47.1386) < 0.001)
            lk_place_release(&place)
        }
    }

    @Test("Search finds places, with their names and positions")
    func search() throws {
        let library = try CLibrary()
        var places = [lk_place](repeating: lk_place(), count: 5)
        var count = 0
        let size = MemoryLayout<lk_place>.stride
        #expect(lk_search(library.geocoder, "Paris, Texas", .nan, .nan, &places, size, 5, &count, nil, 0) == LK_OK)
        #expect(
            count >= 1 && CLibrary.values(of: places[0])["state"] == "Texas" && abs(places[0].latitude - 33.66) < 0.1)
        #expect(places[0].distance_m.isNaN)
        for index in places.indices { lk_place_release(&places[index]) }
        #expect(lk_search(library.geocoder, "Springfield", 39.8, -89.6, &places, size, 5, &count, nil, 0) == LK_OK)
        #expect(count == 5 && places[0].distance_m < 10_000)
        for index in places.indices { lk_place_release(&places[index]) }
        #expect(lk_search(library.geocoder, "xyzzyxyzzy", .nan, .nan, &places, size, 5, &count, nil, 0) == LK_OK)
        #expect(count == 0)
        #expect(lk_search(library.geocoder, nil, .nan, .nan, &places, size, 5, &count, nil, 0) == LK_ARGUMENT)
        #expect(lk_search(library.geocoder, "x", .nan, 3, &places, size, 5, &count, nil, 0) == LK_POINT)
        #expect(lk_search(library.geocoder, "x", .nan, .nan, &places, 8, 5, &count, nil, 0) == LK_ARGUMENT)
        #expect(lk_search(library.geocoder, "x", .nan, .nan, nil, size, 5, &count, nil, 0) == LK_ARGUMENT)
    }

    @Test("Texts about the data are copied into the caller's buffer, and only if they fit")
    func texts() throws {
        let library = try CLibrary()
        for key in LK_TEXT_ATTRIBUTION...LK_TEXT_LANGUAGES {
            var length = 0
            #expect(lk_world_text(library.world, Int32(key), nil, 0, &length, nil, 0) == LK_OK)
            var buffer = [CChar](repeating: 1, count: length + 1)
            #expect(lk_world_text(library.world, Int32(key), &buffer, length, &length, nil, 0) == LK_BUFFER)
            #expect(lk_world_text(library.world, Int32(key), &buffer, length + 1, &length, nil, 0) == LK_OK)
            #expect(length > 0 && buffer[length] == 0 && !buffer[..<length].contains(0))
        }
        #expect(lk_world_text(library.world, 99, nil, 0, nil, nil, 0) == LK_ARGUMENT)
        #expect(lk_world_verify(library.world, nil, 0) == LK_OK)
        #expect(lk_abi_version() == LK_ABI_VERSION)
    }
}
