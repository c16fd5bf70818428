import Foundation
import LKFormats
import Testing

@Suite("URL.filePath") struct FilePathTests {
    @Test("Returns the absolute path of a file, without decoding what a name cannot have")
    func paths() throws {
        #expect(URL(filePath: "/home/a/Walk 1.gpx").filePath == "/home/a/Walk 1.gpx")
        #expect(URL(filePath: "walk.gpx", relativeTo: URL(filePath: "/home/a/")).filePath == "/home/a/walk.gpx")
        let null = try #require(URL(string: "file:///home/a/walk.track%00.gpx"))
        #expect(!null.filePath.utf8.contains(0))
        let slash = try #require(URL(string: "file:///home/a%2Fb"))
        #expect(slash.filePath != "/home/a/b")
    }

    @Test("Returns the text of a URL that is not one of a file")
    func others() throws {
        let url = try #require(URL(string: "https://example.org/var/x"))
        #expect(url.filePath == "https://example.org/var/x")
    }
}
