import Foundation
import TestSupport
import Testing

@Suite("locate with a service on the web", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct WebServiceTests {
    private let folder = TemporaryFolder()

    /// What a Nominatim says of a house in Vaduz.
    private static let house = """
        {"osm_type":"node","osm_id":7,"lat":"47.1400000","lon":"9.5200000","category":"place","type":"house","place_rank":30,
        "name":"","licence":"Data of a test","address":{"house_number":"7","road":"Egertastrasse","town":"Vaduz",
        "postcode":"9490","country":"Liechtenstein","country_code":"li"},
        "boundingbox":["47.139","47.141","9.519","9.521"]}
        """

    private func run(_ server: TestWebServer, _ arguments: String...) async throws -> ChildProcess.End {
        let address = ["--server", server.url("").absoluteString]
        return try await LocateProgram.start(arguments + address, keeping: folder).end()
    }

    @Test("A house is named once by the service and then by the cache")
    func house() async throws {
        let server = try await TestWebServer(["/reverse": .json(Self.house)])
        for _ in 1...2 {
            let end = try await run(server, "reverse", "47.14", "9.52", "--provider", "nominatim")
            #expect(end.status == 0)
            #expect(end.output == "Egertastrasse 7, 9490 Vaduz, Liechtenstein\n")
            #expect(end.errors.contains("locate: reverse: Data of a test\n"))
        }
        #expect(server.requests.count == 1)
        let again = try await run(server, "reverse", "47.14", "9.52", "--provider", "nominatim", "--no-cache", "--json")
        #expect(again.output.contains(#""provider":"nominatim","precision":"house""#))
        #expect(
            again.output.contains(#""timeZone":"Europe/Vaduz""#)
                && again.output.contains(#""attribution":"Data of a test""#))
        #expect(server.requests.count == 2)
    }

    @Test("A country that the borders contradict is said to be wrong")
    func conflict() async throws {
        let body = Self.house.replacing("47.1400000", with: "48.2000000").replacing("9.5200000", with: "16.3700000")
            .replacing(#"["47.139","47.141","9.519","9.521"]"#, with: #"["48.199","48.201","16.369","16.371"]"#)
        let server = try await TestWebServer(["/reverse": .json(body)])
        let end = try await run(server, "reverse", "48.2", "16.37", "--provider", "nominatim")
        #expect(end.status == 0)
        #expect(end.errors.contains("the service has the place in LI, but by the built-in borders it is in AT"))
    }

    @Test("A house far from the point that was asked for is no answer")
    func far() async throws {
        let server = try await TestWebServer(["/reverse": .json(Self.house)])
        let end = try await run(server, "reverse", "48.2", "16.37", "--provider", "nominatim")
        #expect(end.status == 69)
        #expect(end.output.isEmpty)
        #expect(end.errors.contains("names something far from the point"))
    }

    @Test("With too few descriptors it says so, and what to raise")
    func descriptors() async throws {
        let path = try #require(LocateProgram.path)
        let command = "ulimit -n 12; exec '\(path)' reverse 1 2 --provider nominatim --server http://127.0.0.1:9"
        let end = try await ChildProcess(["/bin/sh", "-c", command]).end()
        #expect(end.status == 69)
        #expect(end.errors.contains("ulimit -n"))
    }

    @Test("What is wrong with an address is said without its password, and messages give no orders to a terminal")
    func harmless() async throws {
        let address = "ftp://user:secret@127.0.0.1/\u{1B}[31m"
        let end = try await LocateProgram.start(
            ["reverse", "1", "2", "--provider", "nominatim", "--server", address], keeping: folder
        ).end()
        #expect(end.status == 64)
        #expect(!end.errors.contains("secret") && !end.errors.contains("\u{1B}"))
        #expect(end.errors.contains("@127.0.0.1/"))
    }

    @Test("Of a file each point that fails is named, and the others are answered for in order")
    func file() async throws {
        let server = try await TestWebServer([
            "*": .json(Self.house), "/status": .text("OK"),
        ])
        let path = folder.file("points.csv")
        try "lat,lon,n\n47.14,9.52,a\n47.2,9.5,b\nx,1,c\n0,-30,d\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        try server.answer(Self.target(47.2, 9.5), TestWebAnswer(status: 400, body: Data("no".utf8)))
        try server.answer(Self.target(0, -30), .json(#"{"error":"Unable to geocode"}"#))
        let end = try await run(server, "reverse", "-i", path, "--provider", "nominatim", "--language", "en")
        #expect(end.status == 1)
        #expect(
            end.lines == [
                "lat,lon,n,country_code,country,state,city,sub_locality,address,precision,provider,distance_m",
                "47.14,9.52,a,LI,Liechtenstein,,Vaduz,,\"Egertastrasse 7, 9490 Vaduz, Liechtenstein\",house,nominatim,0",
                "47.2,9.5,b,,,,,,,,,", "x,1,c,,,,,,,,,", "0,-30,d,,,,,,,none,nominatim,",
            ])
        #expect(end.errors.contains("points.csv:3: Nominatim at "))
        #expect(end.errors.contains("points.csv:4: latitude \"x\" is not a number"))
        #expect(end.errors.contains("2 of 4 points could not be answered for"))
    }

    /// The request for a point, as the service gets it.
    private static func target(_ latitude: Double, _ longitude: Double) -> String {
        let (north, east) = (String(format: "%.7f", latitude), String(format: "%.7f", longitude))
        return "/reverse?lat=\(north)&lon=\(east)&zoom=18&layer=address&format=jsonv2&addressdetails=1"
            + "&accept-language=en%2Cen-Latn"
    }

    @Test("Points leave the machine rounded when that is asked for, and houses are not claimed then")
    func privacy() async throws {
        let server = try await TestWebServer(["/reverse": .json(Self.house)])
        let end = try await run(
            server, "reverse", "47.141234567", "9.521234567", "--provider", "nominatim", "--privacy", "500")
        #expect(end.output == "Vaduz, Liechtenstein\n" || end.output == "9490 Vaduz, Liechtenstein\n")
        // Another point of the same cell is known by then.
        _ = try await run(server, "reverse", "47.1413", "9.5213", "--provider", "nominatim", "--privacy", "500")
        #expect(server.requests.count == 1)
        let request = try #require(server.requests.first)
        #expect(!request.target.contains("47.1412346") && !request.target.contains("9.5212346"))
    }

    @Test("A service that refuses for all points ends with 69, a public one without a name with 64")
    func refusals() async throws {
        let server = try await TestWebServer(["*": TestWebAnswer(status: 403, body: Data("<html>blocked</html>".utf8))])
        let path = folder.file("points.csv")
        try "47.14,9.52\n47.2,9.5\n".write(toFile: path, atomically: true, encoding: .utf8)
        let end = try await run(server, "reverse", "-i", path, "--provider", "photon")
        #expect(end.status == 69)
        let anonymous = try await LocateProgram.start(
            ["reverse", "1", "2", "--provider", "nominatim"], keeping: folder
        ).end()
        #expect(anonymous.status == 64)
        #expect(anonymous.errors.contains("--user-agent"))
        let alone = try await run(server, "reverse", "1", "2")
        #expect(alone.status == 64)
        #expect(alone.errors.contains("--server is for --provider "))
    }

    @Test("An address is found")
    func search() async throws {
        let server = try await TestWebServer(["/search": .json("[\(Self.house)]")])
        let end = try await run(server, "search", "Egertastrasse", "7,", "Vaduz", "--provider", "nominatim")
        #expect(end.status == 0)
        #expect(end.output == "Egertastrasse 7, Vaduz, Liechtenstein  47.140000, 9.520000\n")
        #expect(server.requests.first?.target.hasPrefix("/search?q=Egertastrasse%207%2C%20Vaduz&") == true)
        try server.answer("/search", .json("[]"))
        let nothing = try await run(server, "search", "Nowhere", "--provider", "nominatim")
        #expect(nothing.status == 1)
        #expect(nothing.errors == "locate: search: the service knows no place called \"Nowhere\"\n")
    }

    @Test("A signal ends a batch whose service says nothing, and what is printed is whole")
    func signal() async throws {
        let server = try await TestWebServer([
            "*": .json(Self.house, .held), Self.target(47.14, 9.52): .json(Self.house),
        ])
        let path = folder.file("points.ndjson")
        try "{\"lat\":47.14,\"lon\":9.52}\n{\"lat\":47.2,\"lon\":9.5}\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        let process = try LocateProgram.start(
            ["reverse", "-i", path, "--provider", "nominatim", "--format", "geojson", "--language", "en", "--server"]
                + [server.url("").absoluteString], keeping: folder)
        // Nothing is printed before the second is asked for; then only the signal can end it.
        _ = try await server.first { event in
            if case .request(let request) = event, request.target.contains("47.2000000") { true } else { nil }
        }
        process.signal(SIGINT)
        let end = try await process.end()
        #expect(end.status == 130)
        let object = try JSONSerialization.jsonObject(with: Data(end.output.utf8)) as? [String: Any]
        #expect((object?["features"] as? [Any])?.count ?? 2 <= 1)
    }

    // MARK: Addresses of fixes

    /// A receiver at rest in Vaduz.
    private func recording(epochs: Int = 6) throws -> String {
        let lines = (0..<epochs).map {
            #"{"class":"TPV","device":"/dev/x","mode":3,"time":"2026-11-21T06:30:0\#($0).000Z","lat":47.14,"lon":9.52,"eph":5}"#
        }
        let path = folder.file("session.json")
        let text = GPSDLines.version + lines.joined(separator: "\n") + "\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func locate(_ server: String, _ arguments: String...) throws -> ChildProcess {
        let source = ["--replay", try recording(), "--speed", "0", "--provider", "nominatim", "--server", server]
        return try LocateProgram.start(source + ["--language", "en"] + arguments, keeping: folder)
    }

    @Test("The address of a fix comes from the service, which is named")
    func fix() async throws {
        let server = try await TestWebServer(["/reverse": .json(Self.house)])
        let address = server.url("").absoluteString
        let end = try await locate(address, "--json").end()
        #expect(end.status == 0 && end.errors.isEmpty)
        #expect(
            end.output.contains(
                #""provider":"nominatim","address":{"string":"Egertastrasse 7, 9490 Vaduz, Liechtenstein""#))
        #expect(end.output.contains(#""attribution":"Data of a test""#) && end.output.contains("Europe/Vaduz"))
        let text = try await locate(address).end()
        #expect(text.output.contains("Address     Egertastrasse 7, 9490 Vaduz, Liechtenstein\n"))
        #expect(text.errors == "locate: Data of a test\n")
        // The second answer was the cache's, and a watch at rest asks once.
        let watch = try await locate(address, "--watch", "--json", "--no-cache").end()
        #expect(watch.lines.count == 6 && watch.lines.allSatisfy { $0.contains("Egertastrasse") })
        #expect(server.requests.count == 2)
    }

    @Test("A service that cannot be reached costs no fix: the built-in address, and why on standard error")
    func fixWithoutService() async throws {
        let port = try ReservedPort()
        let address = "http://127.0.0.1:\(port.number)"
        let end = try await locate(address, "--json").end()
        #expect(end.status == 0 && end.lines.count == 1)
        #expect(end.output.contains(#""latitude":47.14"#) && end.output.contains(#""provider":"world""#))
        #expect(end.output.contains("Vaduz"))
        #expect(end.errors.split(separator: "\n").count == 1)
        #expect(end.errors.contains("; printed with the built-in address"))
        let watch = try await locate(address, "--watch").end()
        #expect(watch.status == 0 && watch.lines.count == 6)
        #expect(watch.errors.split(separator: "\n").count == 1)
        #expect(!watch.errors.contains("GeoNames"))
    }

    @Test("A service that says nothing is waited for as long as was said, or until a signal", .timeLimit(.minutes(10)))
    func fixWithSilentService() async throws {
        let server = try await TestWebServer(["*": .json(Self.house, .held)])
        let address = server.url("").absoluteString
        let end = try await locate(address, "--web-timeout", "0.5").end()
        #expect(end.status == 0)
        #expect(end.output.contains("Address     ") && end.output.contains("Vaduz"))
        #expect(end.errors.contains("printed with the built-in address"))
        let before = server.requests.count
        let program = try locate(address, "--web-timeout", "1000", "--json", "--no-cache")
        #expect(try await eventually { server.requests.count > before })
        program.signal(SIGTERM)
        let stopped = try await program.end(seconds: 120)
        #expect(stopped.status == 143)
        #expect(stopped.output.contains(#""latitude":47.14"#) && stopped.output.contains("Vaduz"))
    }

    @Test(
        "What makes no sense with a service, and a public one without a name, is a usage error before anything is received"
    )
    func fixRefusals() async throws {
        for words in [
            ["--server", "http://127.0.0.1:9"], ["--provider", "nominatim"],
            ["--provider", "nominatim", "--no-address"],
            ["--web-timeout", "5"],
        ] {
            let end = try await LocateProgram.start(words, keeping: folder).end()
            #expect(end.status == 64, "\(words)")
        }
    }

    @Test(
        "Photos that arrive wait while the service does not answer, and get its names when it does",
        .timeLimit(.minutes(10)))
    func watching() async throws {
        let server = try await TestWebServer(["/reverse": TestWebAnswer(status: 503, body: Data("busy".utf8))])
        let album = TemporaryFolder()
        var facts = TestPhotos.Facts(date: "2014:05:24 10:00:00", offset: "+02:00")
        (facts.north, facts.east) = ((47, 8, 2400), (9, 31, 1200))
        let photo = try TestPhotos.jpeg(60, 40, facts)
        let program = try LocateProgram.start(
            [
                "photos", "watch", album.path, "--json", "--tag", "--provider", "nominatim", "--server",
                server.url("").absoluteString, "--timeout", "2", "--language", "en",
            ], keeping: folder)
        func note(_ text: String) async throws {
            let _: Bool = try await program.log.first { event in
                if case .note(let note) = event, note.contains(text) { true } else { nil }
            }
        }
        try await note("watching")
        try album.write("a.jpg", photo)
        try await note("photos wait for their names until the service answers")
        try album.write("b.jpg", photo)
        try server.answer("/reverse", .json(Self.house))
        try await note("the service answers again")
        for name in ["a.jpg", "b.jpg"] {
            let _: Bool = try await program.log.first { event in
                if case .line(let line) = event, line.contains("tagged"), line.contains(name) { true } else { nil }
            }
        }
        program.signal(SIGTERM)
        let end = try await program.end(seconds: 120)
        #expect(end.status == 143 && end.errors.contains("Data of a test"))
        #expect(end.errors.split(separator: "\n").count { $0.contains("photos wait") } == 1)
    }
}
