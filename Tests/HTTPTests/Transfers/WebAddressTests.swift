import Testing

@testable import LKHTTP

@Suite struct WebAddressTests {
    @Test("User and password are separated from a URL")
    func userAndPasswordAreApart() throws {
        let address = try WebAddress("HTTPS://us%40er:p:%ZZ@Host.example:443/a@b?c=d@e#f")
        #expect(address.text == "https://Host.example:443/a@b?c=d@e#f")
        #expect(address.scheme == "https")
        #expect(address.credentials?.user == "us@er")
        #expect(address.credentials?.password == "p:%ZZ")
        #expect(try WebAddress("http://h/?q=a@b").credentials == nil)
    }

    @Test("Servers are the same if scheme, host and port match, counting default ports")
    func serversAreComparedWithTheirPorts() throws {
        let address = try WebAddress("https://a.example/x")
        #expect(address.isSameServer(as: try WebAddress("https://u:p@A.example:443")))
        #expect(!address.isSameServer(as: try WebAddress("https://a.example:444/x")))
        #expect(!address.isSameServer(as: try WebAddress("http://a.example/x")))
        #expect(!address.isSameServer(as: try WebAddress("https://b.example/x")))
    }

    @Test(
        "A text that is not a web URL is refused, and the message hides its password",
        arguments: [
            "", "x", "http:", "http://", "https:///a", "http://u:secret@", "file:///etc/passwd", "ftp://u:secret@h/",
            "u:secret@h",
            "http://h/ a", "http://h/\u{0}", "http://u:secr%00et@h/", "http://h\r\n/",
        ])
    func whatIsNoURLOfTheWebIsRefusedWithoutTellingPasswords(text: String) {
        #expect {
            _ = try WebAddress(text)
        } throws: { error in
            HTTPError.Code.invalidURL ~= error && !"\(error)".contains("secr")
        }
    }

    @Test("A long URL is shortened in messages only")
    func longOnesAreCutInMessages() throws {
        let address = try WebAddress("http://h/?q=\(String(repeating: "x", count: 5000))")
        #expect("\(address)".count == 200)
        #expect(address.text.count > 5000)
    }
}
