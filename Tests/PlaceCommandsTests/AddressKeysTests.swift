import LKGeocoding
import Testing

@testable import LKPlaceCommands

@Suite struct AddressKeysTests {
    @Test(
        "A mistyped key is told from the name of a thing",
        arguments: [
            ("hous_number", "house_number"), ("housnumber", "housenumber"), ("raod", "road"), ("citty", "city"),
            ("contry", "country"), ("contry_code", "country_code"), ("postcod", "postcode"), ("subrub", "suburb"),
            ("neighborhood", "neighbourhood"),
        ])
    func mistyped(key: String, meant: String) {
        #expect(AddressKeys.component(key) == nil)
        #expect(AddressKeys.suggestion(for: key) == meant)
    }

    @Test(
        "Names of things are no mistakes",
        arguments: [
            "restaurant", "tourism", "amenity", "shop", "park", "pub", "palace", "townhall", "hotel", "museum",
            "station",
            "place_of_worship", "office", "leisure", "historic", "building_name_of_something",
        ])
    func things(key: String) { #expect(AddressKeys.suggestion(for: key) == nil) }

    @Test("Every key is found in each spelling")
    func spellings() {
        for key in PostalAddress.Component.keys {
            #expect(AddressKeys.component(key)?.rawValue == key)
            #expect(AddressKeys.component(key.uppercased()) != nil)
            #expect(AddressKeys.suggestion(for: key) == nil || AddressKeys.component(key) != nil)
        }
    }
}
