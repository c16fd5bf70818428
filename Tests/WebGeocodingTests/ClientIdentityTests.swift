import Testing
import WebGeocoding

@Suite struct ClientIdentityTests {
    @Test func theContactStandsBehindTheName() {
        #expect(ClientIdentity(name: "FieldLog/2.1").userAgent == "FieldLog/2.1")
        #expect(ClientIdentity(name: "FieldLog/2.1", contact: "a@b.example").userAgent == "FieldLog/2.1 (a@b.example)")
    }
}
