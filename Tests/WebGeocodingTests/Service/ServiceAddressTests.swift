import FoundationEssentials
import LKGeocoding
import Testing

@testable import LKWebGeocoding

@Suite struct ServiceAddressTests {
    private func address(_ text: String) throws -> ServiceAddress {
        try ServiceAddress(try #require(URL(string: text)))
    }

    @Test(
        "The request path is appended to the server's path, before its query",
        arguments: [
            ("http://h/", "http://h/reverse?a=1"), ("https://h:8443/x/y/", "https://h:8443/x/y/reverse?a=1"),
            ("http://h//", "http://h/reverse?a=1"), ("http://[::1]:80", "http://[::1]:80/reverse?a=1"),
            ("http://u:p@h/x?key=k", "http://u:p@h/x/reverse?key=k&a=1"), ("http://h/#top", "http://h/reverse?a=1"),
        ])
    func thePathIsPutBehindTheServers(_ server: String, _ request: String) throws {
        #expect(try address(server).url("/reverse", [("a", "1")]).absoluteString == request)
    }

    @Test("Special characters in values are percent-encoded")
    func valuesMeanNothingByThemselves() throws {
        let url = try address("http://h").url("/search", [("q", "a&b=c d+é/?#%日")])
        #expect(url.absoluteString == "http://h/search?q=a%26b%3Dc%20d%2B%C3%A9%2F%3F%23%25%E6%97%A5")
    }

    @Test("Password and key are left out of the displayed address")
    func secretsAreNotSaid() throws {
        let address = try address("https://user:secret@h:1/x/?key=secret2")
        #expect(address.text == "https://h:1/x")
        #expect(address.host == "h:1")
    }

    @Test(
        "Public servers are recognized by their host",
        arguments: [
            ("https://nominatim.openstreetmap.org", true), ("http://NOMINATIM.OpenStreetMap.org.:8080/x", true),
            ("https://photon.komoot.io/", true), ("https://nominatim.openstreetmap.org.example.com", false),
            ("https://fakeopenstreetmap.org", false), ("http://localhost:8080", false),
        ])
    func sharedServersAreKnown(_ text: String, _ isPublic: Bool) throws {
        #expect(try address(text).isPublic == isPublic)
    }

    @Test("A text that is not a web address is refused", arguments: ["ftp://h", "h", "/x", "file:///x", "http:///x"])
    func whatIsNoWebAddressIsRefused(_ text: String) {
        #expect(throws: GeocodingError.self) { try address(text) }
    }

    @Test(
        "Degrees are formatted with seven decimals and without a negative zero",
        arguments: [
            (0.0, "0.0000000"), (-0.0, "0.0000000"), (47.16077274, "47.1607727"), (-180.0, "-180.0000000"),
            (-1e-9, "0.0000000"), (9.99999999, "10.0000000"), (-0.05, "-0.0500000"), (1e-7, "0.0000001"),
        ])
    func degreesHaveSevenDecimals(_ value: Double, _ text: String) {
        #expect(ServiceAddress.degrees(value) == text)
    }
}
