import LKFormats
import LKGeo
import LKGeocoding
import Testing

@testable import LKGazetteer

@Suite("World: second-level divisions")
struct DistrictTests {
    private let paris = (48.8566, 2.3522)
    private let boulogne = (48.8354, 2.2412)

    private func placemark(_ at: (Double, Double), _ bytes: [UInt8]) throws -> Placemark {
        let point = try #require(Coordinate(latitude: at.0, longitude: at.1))
        return try World(bytes: bytes).placemark(at: point, languages: [.english])
    }

    @Test("Are in the address dictionary, and change no line of the address")
    func dictionary() throws {
        let placemark = try placemark(boulogne, SmallInput.bytes())
        let without = try self.placemark(boulogne, SmallInput.bytes(districts: nil))
        #expect(placemark.subAdministrativeArea == "Hauts-de-Seine" && without.subAdministrativeArea == nil)
        let dictionary = placemark.addressDictionary
        #expect(dictionary[.subAdministrativeArea] == "Hauts-de-Seine")
        #expect(
            dictionary.entries.map(\.key) == [.name, .city, .subAdministrativeArea, .state, .country, .countryCode])
        #expect(dictionary.formattedAddressLines == without.addressDictionary.formattedAddressLines)
        #expect(placemark.addressString == without.addressString)
        let formatter = AddressFormatter()
        #expect(
            formatter.lines(for: PostalAddress(dictionary))
                == formatter.lines(for: PostalAddress(without.addressDictionary)))
    }

    @Test("Are those of the quarter rather than of the city")
    func quarter() throws {
        let belonging = "102\t13353695\t95\n"
        for (districts, expected) in [
            ("102\tKyōbashi\n13353695\tChūō-ku\n", "Kyōbashi"), ("13353695\tChūō-ku\n", "Chūō-ku"),
        ] {
            let bytes = try SmallInput.bytes(belonging: belonging, districts: districts)
            let placemark = try placemark((35.6719, 139.765), bytes)
            #expect(placemark.locality == "Chūō" && placemark.subLocality == "Ginza")
            #expect(placemark.subAdministrativeArea == expected)
        }
    }

    @Test("Are left out where they are called like the state, and where no settlement is near")
    func needless() throws {
        let bytes = try SmallInput.bytes(districts: "201\tÎle-de-France\n203\tÎle-de-France\n")
        let placemark = try placemark(paris, bytes)
        #expect(placemark.administrativeArea == "Île-de-France" && placemark.subAdministrativeArea == nil)
        #expect(try self.placemark((48.8566, 3.2), SmallInput.bytes()).subAdministrativeArea == nil)
    }

    @Test("Are known of what a search finds")
    func found() throws {
        let world = try World(bytes: SmallInput.bytes())
        let result = try #require(try world.search(name: "Boulogne").first)
        let placemark = try world.placemark(of: result, languages: [.english])
        #expect(placemark.subAdministrativeArea == "Hauts-de-Seine")
        #expect(placemark.addressLines == ["Boulogne, Île-de-France", "France"])
    }

    @Test("Are stored once a name, and absent in a file of an older builder")
    func stored() throws {
        let world = try World(bytes: SmallInput.bytes(districts: "201\tA\n202\tB\n203\tA\n"))
        #expect(world.layout.districts.count == 3)
        var older = try SmallInput.bytes()
        let tag = try #require(older.indices.first { older[$0...].starts(with: Array("DIST".utf8)) })
        older.replaceSubrange(tag..<tag + 4, with: Array("dist".utf8))
        let placemark = try placemark(boulogne, sealed(older))
        #expect(placemark.locality == "Boulogne" && placemark.subAdministrativeArea == nil)
    }

    @Test("An index beyond the last is damage")
    func damaged() throws {
        var bytes = try SmallInput.bytes()
        let places = try World(bytes: bytes).layout.places
        for index in 0..<places.count {
            let offset = places.offset + index * places.recordSize + 14
            (bytes[offset], bytes[offset + 1]) = (200, 0)
        }
        let error = #expect(throws: GeocodingError.self) { try placemark(boulogne, bytes) }
        #expect(error?.code == .dataDamaged)
    }

    @Test("A line that is not a settlement and its division is refused", arguments: ["201", "x\tA", "201\tA\tB"])
    func wrongLine(line: String) throws {
        let error = #expect(throws: GeocodingError.self) { try SmallInput.bytes(districts: line + "\n") }
        #expect(error?.code == .inputInvalid)
    }

    @Test(
        "Of the embedded gazetteer",
        arguments: [
            (37.3541, -121.9552, "Santa Clara"), (37.7749, -122.4194, "San Francisco"), (40.7282, -73.7949, "Queens"),
            (48.8014, 2.1301, "Yvelines"), (45.4384, 10.9916, "Provincia di Verona"),
            (51.5074, -0.1278, "Greater London"),
            (52.1077, 4.2750, nil), (52.5200, 13.4050, nil), (35.681236, 139.767125, nil),
        ])
    func embedded(latitude: Double, longitude: Double, expected: String?) throws {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let placemark = try GazetteerInUse.world().placemark(at: point, languages: [.english])
        #expect(placemark.subAdministrativeArea == expected)
    }
}
