import Foundation
import Glibc
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKTracks
import TestSupport
import Testing

@testable import LocationKitMaps

@Suite("the file of a page")
struct MapPageTests {
    private static func text(_ page: [UInt8]) -> String { String(decoding: page, as: UTF8.self) }

    /// The texts between two marks.
    private static func parts(of text: String, from start: String, to end: String) -> [String] {
        text.components(separatedBy: start).dropFirst().compactMap { $0.components(separatedBy: end).first }
    }

    @Test("An error of the gazetteer keeps its words and advice, and is the one beneath")
    func errors() {
        let beneath = GeocodingError(.dataDamaged, "x.world is damaged", advice: "build it again")
        let error = MapError(beneath)
        #expect(error.code == .dataDamaged && error.message == "x.world is damaged; build it again")
        #expect(error.advice == "build it again" && (error.underlying as? GeocodingError)?.message == beneath.message)
        // An error of the coasts passes through functions of the gazetteer and comes out as it was.
        let shores = MapError(.memory, "no memory", advice: "close something")
        let through = GeocodingError(
            .dataDamaged, complete: shores.message, advice: shores.advice, underlying: shores)
        #expect(MapError(through).code == .memory && MapError(through).advice == "close something")
    }

    @Test("A page and a picture are written as a whole, and replace only what LocationKit has made")
    func files() throws {
        let folder = TemporaryFolder()
        let places = try OfflineProvider(streets: [], world: TestPages.world)
        var tracks = TrackMap(with: places, languages: [.english])
        try tracks.add(TestTracks.track(TestTracks.hike(count: 30)))
        let page = try MapPage(tracks, title: "Hike")
        let picture = TrackPlot(tracks)
        for _ in 0..<2 {
            // The second time they replace what the first has made.
            try page.write(to: URL(filePath: folder.file("a.html")))
            try picture.write(to: URL(filePath: folder.file("a.svg")))
        }
        #expect(try Data(contentsOf: URL(filePath: folder.file("a.html"))) == Data(page.html()))
        #expect(try Data(contentsOf: URL(filePath: folder.file("a.svg"))) == Data(picture.svg()))
        try folder.write("b.html", Data("<html>my own</html>".utf8))
        try folder.write("b.svg", Data("<svg/>".utf8))
        func code(_ body: () throws(MapError) -> Void) -> MapError? {
            do throws(MapError) { try body() } catch { return error }
            return nil
        }
        let kept = code { () throws(MapError) in try page.write(to: URL(filePath: folder.file("b.html"))) }
        #expect(kept?.code == .exists && kept?.message.contains("b.html") == true && kept?.underlying != nil)
        #expect(
            code { () throws(MapError) in try picture.write(to: URL(filePath: folder.file("b.svg"))) }?.code == .exists)
        #expect(
            code { () throws(MapError) in try picture.write(to: URL(filePath: folder.file("b.pdf"))) }?.code == .invalid
        )
        let missing = code { () throws(MapError) in try page.write(to: URL(filePath: folder.file("none/b.html"))) }
        #expect(missing?.code == .unwritable && missing?.message.contains("none") == true)
        // A pipe would wait for a reader.
        #expect(mkfifo(folder.file("pipe.html"), 0o600) == 0)
        let pipe = code { () throws(MapError) in
            try page.write(to: URL(filePath: folder.file("pipe.html")), replacing: true)
        }
        #expect(pipe?.code == .exists && pipe?.message.contains("not a regular file") == true)
        unlink(folder.file("pipe.html"))
        let address = try #require(URL(string: "https://example.com/b.html"))
        #expect(code { () throws(MapError) in try page.write(to: address) }?.code == .unwritable)
        #expect(try Data(contentsOf: URL(filePath: folder.file("b.html"))) == Data("<html>my own</html>".utf8))
        try page.write(to: URL(filePath: folder.file("b.html")), replacing: true)
        #expect(try Data(contentsOf: URL(filePath: folder.file("b.html"))) == Data(page.html()))
        #expect(folder.names.sorted() == ["a.html", "a.svg", "b.html", "b.svg"])
    }

    @Test("Its policy allows exactly its own scripts and styles, and loads nothing")
    func policy() throws {
        let page = Self.text(try TestPages.page(TestPages.photos(5)))
        let policy = try #require(
            Self.parts(of: page, from: "\"Content-Security-Policy\" content=\"", to: "\"").first)
        #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(!policy.contains("unsafe"))
        #expect(policy.contains("img-src data:;"))
        let scripts = Self.parts(of: page, from: "<script>", to: "</script>")
        let styles = Self.parts(of: page, from: "<style>", to: "</style>")
        #expect(scripts.count == 3)
        #expect(styles.count == 3)
        for text in scripts + styles { #expect(policy.contains(PageAsset.policy(for: text))) }
    }

    @Test("Nothing in it names a file or a server that a browser would load")
    func references() throws {
        let page = Self.text(try TestPages.page(TestPages.photos(5)))
        for style in Self.parts(of: page, from: "<style>", to: "</style>") { #expect(!style.contains("url(")) }
        #expect(!page.contains("sourceMappingURL"))
        #expect(!page.contains("<link"))
        #expect(!page.contains(" src="))
    }

    @Test("Leaflet's licence is in it")
    func licence() throws {
        let page = Self.text(try TestPages.page(TestPages.photos(5)))
        #expect(page.contains("Redistributions in binary form must reproduce the above copyright notice"))
    }

    private static let plain = Result { try TestPages.page(TestPages.photos(2), title: "T") }

    @Test(
        "A title is a text, whatever is in it",
        arguments: [
            "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\u{202E}b", "line\nbreak\0",
            "&lt;",
            "</script><!--", "\u{2028}", "a\u{61C}\u{200B}\u{E0041}\u{AD}b",
            HostileText(String(repeating: "x", count: 10_000_000)),
        ])
    func hostileTitle(title: HostileText) throws {
        let clean = try Self.plain.get()
        let page = try TestPages.page(TestPages.photos(2), title: title.text)
        for tag in [
            "<script", "</script", "<img", "<!--", "<title", "\u{202E}", "\u{2028}", "\u{61C}", "\u{200B}", "\u{E0041}",
            "\u{AD}", "\0",
        ] {
            #expect(page.occurrences(of: tag) == clean.occurrences(of: tag), "\(tag)")
        }
        #expect(page.count < clean.count + 3000)
    }

    @Test("A server of tiles adds its origin alone to the policy; what is not a URL of tiles is refused")
    func tiles() throws {
        let map = try PhotoMap(TestPages.photos(1), in: TestPages.world, languages: [.english])
        var page = MapPage(title: "T", baseMap: try TestPages.base.get(), languages: [.english])
        page.add(map)
        page.tiles = try MapPage.TileServer("https://Tiles.example.org:8080/a/{z}/{x}/{y}.png?key=1")
        #expect(Self.text(try page.html()).contains("img-src data: https://tiles.example.org:8080;"))
        #expect(try MapPage.TileServer("http://127.0.0.1:8080/{z}/{x}/{y}").origin == "http://127.0.0.1:8080")
        for wrong in [
            "javascript:{z}{x}{y}", "https://a b/{z}/{x}/{y}", "https://a;script-src */{z}/{x}/{y}",
            "https:///{z}{x}{y}",
            "https://a/{z}/{x}", "https://a'/{z}/{x}/{y}", "https://user@host/{z}/{x}/{y}", "",
            "https://a/{z}/{x}/{y}\"><script>alert(1)</script>", "https://a/{z}/{x}/{y}?<b>",
            "https://a/{z}/{x}/{y}/{r}",
            "https://a/{z}/{x}/{y}\\", "https://a/{z}/{x}/{y}|`", "https://a/{z}/{x}/{y}ü",
            "https://1.2.3.4.5/{z}/{x}/{y}", "https://a:99999/{z}/{x}/{y}", "https://[::1]:8080/{z}/{x}/{y}",
            "https://h.example:/{z}/{x}/{y}", "https://a..b/{z}/{x}/{y}", "https://0x7f.1/{z}/{x}/{y}",
            "https://h.example/#{z}/{x}/{y}", "https://1.2.3.400/{z}/{x}/{y}",
        ] {
            #expect(throws: MapError.self, "\(wrong)") { try MapPage.TileServer(wrong) }
        }
    }

    @Test("Each language has all words, with the same numbers in them")
    func strings() {
        let keys = PageStrings.keys
        for (language, texts) in PageStrings.all {
            #expect(texts.count == keys.count, "\(language)")
            for (key, text) in zip(keys, texts) {
                #expect(!text.isEmpty)
                for place in ["{n}", "{all}", "{host}", "{place}"] {
                    let isWanted = PageStrings.strings(for: [.english])[key].contains(place)
                    #expect(text.contains(place) == isWanted, "\(language): \(key)")
                }
            }
        }
        #expect(PageStrings.strings(for: [LanguageTag("fo")!, LanguageTag("de-AT")!]).language == "de")
        #expect(PageStrings.strings(for: [LanguageTag("fo")!]).language == "en")
    }

    @Test("The same photos make the same page, whatever their order")
    func reproducible() throws {
        let photos = TestPages.photos(500)
        let again = try TestPages.page(photos.reversed())
        #expect(try TestPages.page(photos) == again)
    }
}
