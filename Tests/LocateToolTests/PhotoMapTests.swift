import CommandTestSupport
import Foundation
import LKGeo
import LocationKitMaps
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LocateTool

@Suite("locate photos map")
struct PhotoMapTests {
    private func options(_ words: String...) throws -> PhotoMapOptions {
        try PhotoMapOptions(try ParsedArguments(words, for: .photosMap))
    }

    private func refusal(_ words: String...) -> String {
        do {
            _ = try PhotoMapOptions(try ParsedArguments(words, for: .photosMap))
            return ""
        } catch {
            return error.code == .usage ? error.message : "\(error)"
        }
    }

    @Test("Without options positions are exact, there are 2,000 thumbnails, and nothing names a file or a server")
    func defaults() throws {
        let options = try options("photos", "-o", "map.html")
        #expect(options.precision == .exact && options.thumbnails == 2000 && !options.hasLinks)
        #expect(options.hidden.isEmpty && options.tiles == nil && options.title.isEmpty)
    }

    @Test("Areas may be repeated; wrong values are refused with what is expected")
    func values() throws {
        let options = try options(
            "p", "-o", "m", "--hide", "48.1,11.5,500", "--hide=-33.8,151.2,1000", "--precision", "city")
        #expect(options.hidden.map(\.radius) == [500, 1000])
        #expect(options.hidden[1].center.latitude == -33.8)
        #expect(options.precision == .city)
        #expect(refusal("p").contains("-o FILE.html"))
        #expect(refusal("p", "-o", "m", "--hide", "48.1,11.5").contains("number of metres"))
        #expect(refusal("p", "-o", "m", "--hide", "98.1,11.5,3").contains("98.1"))
        #expect(refusal("p", "-o", "m", "--hide", "48.1,11.5,-3").contains("number of metres"))
        #expect(refusal("p", "-o", "m", "--precision", "street").contains("exact, city, country"))
        #expect(refusal("p", "-o", "m", "--thumbnails", "-1").contains("number"))
        #expect(refusal("p", "-o", "m", "--tiles", "tiles.example.org").contains("{z}/{x}/{y}"))
        #expect(refusal("p", "-o", "-", "--links").contains("-o FILE.html"))
        #expect(refusal("p", "-o", "m", "--filter", "jpg").contains("did you mean jpeg?"))
        #expect(refusal("p", "-o", "m", "--near", "48.1,11.5").contains("number of metres"))
        #expect(refusal("p", "-o", "m", "--salvage").contains("--corrections FILE"))
    }

    @Test("Links are relative to the page, and no name can look like something else")
    func links() {
        let folder = TemporaryFolder()
        var links = PhotoLinks(page: folder.path + "/maps/map.html")
        #expect(links.link(to: folder.path + "/maps/a.jpg") == "./a.jpg")
        #expect(links.link(to: folder.path + "/maps/x/a b#?%.jpg") == "./x/a%20b%23%3F%25.jpg")
        #expect(links.link(to: folder.path + "/photos/日.jpg") == "../photos/%E6%97%A5.jpg")
        #expect(links.link(to: folder.path + "/maps/javascript:alert(1)") == "./javascript%3Aalert%281%29")
    }

    @Test("Without a position there is no page, and an older one stays; a photo is not replaced")
    func refusals() throws {
        let folder = TemporaryFolder()
        let (photo, page) = (folder.path + "/a.png", folder.path + "/map.html")
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        try #require(Data(base64Encoded: png)).write(to: URL(filePath: photo))
        let old = "<!DOCTYPE html>\(MapPage.mark)old"
        try Data(old.utf8).write(to: URL(filePath: page))
        func code(_ words: String...) throws -> ExitCode {
            var code = ExitCode.success
            _ = try written { code = Tool.run(["photos", "map"] + words + ["--quiet"], output: $0) }
            return code
        }
        #expect(try code(photo, "-o", page) == .dataError)
        for words in [["--filter", "video"], ["--near", "48,11,500"], ["--place", "Tokyo"], ["--filter", "png"]] {
            var code = ExitCode.success
            _ = try written { code = Tool.run(["photos", "map", photo, "-o", page, "--quiet"] + words, output: $0) }
            #expect(code == .dataError, "\(words)")
        }
        #expect(try String(contentsOf: URL(filePath: page), encoding: .utf8) == old)
        // Somebody's own page is not one of ours.
        try Data("<!DOCTYPE html><title>Our holidays</title>".utf8).write(to: URL(filePath: page))
        #expect(try code(photo, "-o", page) == .cannotCreate)
        #expect(try String(contentsOf: URL(filePath: page), encoding: .utf8).contains("holidays"))
        try FileManager.default.removeItem(atPath: page)
        #expect(try code(photo, "-o", photo) == .cannotCreate)
        #expect(try Data(contentsOf: URL(filePath: photo)).starts(with: [0x89, 0x50]))
        #expect(try code(photo, "-o", folder.path + "/no/map.html") == .cannotCreate)
        #expect(try code(folder.path + "/none", "-o", page) == .noInput)
    }
}
