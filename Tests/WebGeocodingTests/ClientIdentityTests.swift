import FoundationEssentials
import LKGeocoding
import Testing

@testable import LKWebGeocoding

@Suite struct ClientIdentityTests {
    @Test("The contact follows the program's name in the user agent")
    func theContactStandsBehindTheName() {
        #expect(ClientIdentity(name: "FieldLog/2.1").userAgent == "FieldLog/2.1")
        #expect(ClientIdentity(name: "FieldLog/2.1", contact: "a@b.example").userAgent == "FieldLog/2.1 (a@b.example)")
    }

    @Test(
        "A public server is not queried with a generic user agent",
        arguments: [
            "", "  ", "curl", "curl/8.1", "python-requests/2.31", "Python-urllib/3.11", "LocationKit",
            "LocationKit/1.0 (a@b.c)",
            "locate", "locate/1.0", "Mozilla/5.0 (X11)", "okhttp/4", "x", "1/2", "MyApp", "Go-http-client/1.1",
        ])
    func aPublicServerIsNotAskedByNobody(_ agent: String) {
        #expect(throws: GeocodingError.self) {
            try NominatimProvider(identity: ClientIdentity(name: agent), gates: gates)
        }
        #expect(throws: GeocodingError.self) { try PhotonProvider(identity: ClientIdentity(name: agent), gates: gates) }
    }

    @Test(
        "A program with its own name can query a public server",
        arguments: ["FieldLog/2.1", "FieldLog", "locate/1.0 (a@b.example)", "日本地図/1"])
    func aProgramOfItsOwnMayAsk(_ agent: String) throws {
        _ = try NominatimProvider(identity: ClientIdentity(name: agent), gates: gates)
    }

    @Test("The refusal says why a user agent is needed and gives an example")
    func theRefusalSaysWhyAndWhatToDo() {
        let error = #expect(throws: GeocodingError.self) { try NominatimProvider(identity: nil, gates: gates) }
        #expect(error?.code == .requestInvalid)
        #expect(error?.message.contains("shared public service") == true)
        #expect(error?.message.contains("FieldLog/2.1") == true)
    }

    @Test("A private server needs no user agent")
    func anOwnServerNeedsNone() throws {
        _ = try NominatimProvider(server: Samples.ownServer, identity: nil, gates: gates)
    }

    @Test(
        "A user agent that is not a valid header is refused",
        arguments: ["A/1\r\nX-Evil: 1", "A\u{0}", String(repeating: "a", count: 600)])
    func whatIsNoHeaderIsNotSent(_ agent: String) {
        let error = #expect(throws: GeocodingError.self) {
            try NominatimProvider(server: Samples.ownServer, identity: ClientIdentity(name: agent), gates: gates)
        }
        #expect(error?.code == .requestInvalid)
    }

    private var gates: ServiceGates { ServiceGates(keeper: LeapingTimekeeper(), folder: nil) }
}
