import FoundationEssentials
import LKFormats
import LKGeo
import LKGeocoding
import LKHTTP

@testable import LKWebGeocoding

/// Answers in the shapes that the services have, of places that do not exist.
enum Samples {
    static let house = """
        {"place_id":7,"licence":"Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright","osm_type":"way",\
        "osm_id":"19","lat":"47.5000100","lon":"9.5000200","category":"building","type":"yes","place_rank":30,\
        "importance":9.9e-06,"addresstype":"building","name":"","display_name":"7b, Lindenweg, Musterdorf, 9400, Land",\
        "address":{"house_number":"7b","road":"Lindenweg","neighbourhood":"Oberfeld","village":"Musterdorf",\
        "ISO3166-2-lvl4":"LI-03","county":"Oberkreis","state":"Oberland","postcode":"9400","country":"Liechtenstein",\
        "country_code":"li"},"boundingbox":["47.4999","47.5001","9.4999","9.5001"]}
        """

    static let sight = """
        {"lat":47.5,"lon":9.5,"osm_id":20,"category":"tourism","type":"museum","place_rank":30,"addresstype":"tourism",\
        "name":"Uhrenmuseum","address":{"tourism":"Uhrenmuseum","road":"Lindenweg","residential":"Siedlung Nord",\
        "town":"Musterstadt","country":"Österreich","country_code":"at"}}
        """

    static let country = """
        {"licence":"Data © OpenStreetMap contributors, ODbL 1.0.","lat":"36.0","lon":"138.0","category":"place",\
        "type":"country","place_rank":4,"addresstype":"country","name":"日本","display_name":"日本",\
        "address":{"country":"日本","country_code":"jp"},"boundingbox":["20.2","45.7","122.7","154.2"]}
        """

    static let withoutAddress = """
        {"place_id":7,"osm_type":"node","osm_id":19,"lat":"47.5","lon":"9.5","category":"place","type":"village",\
        "place_rank":19,"name":"Musterdorf","display_name":"Musterdorf, Land"}
        """

    static let unable = #"{"error":"Unable to geocode"}"#

    static let photonHouse = feature(
        #""type":"house","osm_key":"building","osm_value":"yes","housenumber":"3","street":"Rue des Lilas","#
            + #""district":"Centre","city":"Exempleville","state":"Exemple","postcode":"12345","country":"France","#
            + #""countrycode":"FR""#, longitude: 2.0002, latitude: 48.0)

    static let photonStreet = feature(
        #""type":"street","osm_key":"highway","name":"Avenue Longue","city":"Exempleville","country":"France","#
            + #""countrycode":"FR","extent":[1.99,48.0001,2.05,47.9999]"#, longitude: 2.02, latitude: 48.0)

    static func feature(_ properties: String, longitude: Double, latitude: Double) -> String {
        #"{"type":"Feature","properties":{"osm_type":"W","osm_id":5,"# + properties
            + #"},"geometry":{"type":"Point","coordinates":["# + "\(longitude),\(latitude)]}}"
    }

    static func collection(_ features: String...) -> String {
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    }

    static let point = Coordinate(latitude: 47.5, longitude: 9.5)!
    static let identity = ClientIdentity(name: "FieldLog/2.1", contact: "mail@example.org")
    static let ownServer = URL(string: "http://geo.example:8080/nominatim/")!
    static let secureServer = URL(string: "https://geo.example/nominatim/")!

    static func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: text.utf8)) ?? .null }
}

/// Tests that ask a Nominatim server by a script.
protocol AskingNominatim {
    var keeper: LeapingTimekeeper { get }
}

extension AskingNominatim {
    /// Returns a provider whose requests the script answers.
    func provider(
        _ transport: ScriptedTransport, server: URL = Samples.ownServer,
        options: NominatimProvider.Options = .init(), policy: UsagePolicy? = nil, gates: ServiceGates? = nil
    ) throws -> NominatimProvider {
        try NominatimProvider(
            server: server, identity: Samples.identity, options: options, policy: policy, transport: transport,
            gates: gates ?? ServiceGates(keeper: keeper, folder: nil, chance: { 0 }))
    }
}
