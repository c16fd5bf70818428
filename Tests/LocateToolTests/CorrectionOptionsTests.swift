import CommandTestSupport
import FoundationEssentials
import LKGeo
import LKGeocoding
import LKPersistence
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPhotoCommands
@testable import LKPlaceCommands
@testable import LKPositionCommands
@testable import LKSharedOptions
@testable import LocateTool

@Suite("Corrections of places in the tool") struct CorrectionOptionsTests {
    private func options(
        _ words: [String], settings: [String: String] = [:], for command: CommandDescription = .reverse
    ) throws -> CorrectionOptions? {
        var arguments = try ParsedArguments(words, for: command)
        arguments.defaults = settings
        return try CorrectionOptions(arguments)
    }

    @Test("The command line counts before the settings, and none is no file") func decoding() throws {
        #expect(try options([]) == nil)
        let given = try #require(try options(["--corrections", "x", "--salvage"], settings: ["corrections": "/y"]))
        #expect((given.path, given.salvages, given.isSetting) == ("x", true, false))
        let setting = try #require(try options([], settings: ["corrections": "/y"]))
        #expect((setting.path, setting.salvages, setting.isSetting) == ("/y", false, true))
        #expect(try options(["--corrections", "none"], settings: ["corrections": "/y"]) == nil)
        #expect(try options([], settings: ["corrections": "none"]) == nil)
        for words in [
            ["--corrections", ""], ["--corrections", "-"], ["--salvage"], ["--salvage", "--corrections=none"],
        ] {
            #expect(throws: ToolError.self, "\(words)") { try options(words) }
        }
    }

    @Test("Where no place is named the options are refused") func misplaced() throws {
        func code(_ body: () throws -> Void) -> ExitCode? {
            do { try body() } catch { return (error as? ToolError)?.code }
            return nil
        }
        func arguments(_ words: String..., command: CommandDescription) throws -> ParsedArguments {
            try ParsedArguments(words, for: command)
        }
        #expect(
            code { _ = try PhotoListOptions(try arguments("/", "--corrections=x", command: .photosList)) } == .usage)
        #expect(
            code { _ = try PhotoWatchOptions(try arguments("/", "--corrections=x", command: .photosWatch)) } == .usage)
        #expect(
            code { _ = try LocateOptions(try arguments("--no-address", "--corrections=x", command: .locate)) } == .usage
        )
        #expect(
            code { _ = try PhotoListOptions(try arguments("/", "--place=x", "--corrections=x", command: .photosList)) }
                == nil)
    }

    @Test("What a setting is for counts in each of its commands, photos list among them") func settings() {
        let layers = [Settings.Layer(origin: .user, contents: ["corrections": "/x", "language": "ja"])]
        for command in [
            CommandDescription.locate, .reverse, .photosList, .photosSort, .photosTag, .photosWatch,
        ] {
            let found = ToolSettings.defaults(from: layers, for: command) { problem, _ in Issue.record("\(problem)") }
            #expect(found == ["corrections": "/x", "language": "ja"], "\(command.fullName)")
        }
    }

    @Test("A batch has the answers that each point has alone, in all forms", arguments: [false, true])
    func batch(knowsKin: Bool) throws {
        let text = #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"city":"Corrected"},
             "geometry":{"type":"Polygon","coordinates":[[[0,-5],[10,-5],[10,5],[0,5],[0,-5]]]}},
            {"type":"Feature","properties":{"subLocality":"Quarter","radius":20000},
             "geometry":{"type":"Point","coordinates":[20,0.05]}},
            {"type":"Feature","properties":{"country":"Other","countryCode":"OT"},
             "geometry":{"type":"Polygon","coordinates":[[[30,-5],[40,-5],[40,5],[30,5],[30,-5]]]}}]}
            """#
        let corrections = try PlaceCorrections(geoJSON: Array(text.utf8))
        let places = CorrectedPlaces(HalfWorld(knowsKin: knowsKin), by: corrections)
        var generator = SeededGenerator(seed: 5)
        var points: [Coordinate] = []
        for _ in 0..<400 {
            let latitude = (Double.random(in: -6...6, using: &generator) * 1e4).rounded() / 1e4
            let longitude = (Double.random(in: -5...45, using: &generator) * 1e4).rounded() / 1e4
            points.append(try #require(Coordinate(latitude: latitude, longitude: longitude)))
        }
        points += [19.9, 20, 20.1].compactMap { Coordinate(latitude: 0.05, longitude: $0) }
        let input = "lat,lon\n" + points.map { "\($0.latitude),\($0.longitude)\n" }.joined()
        let template = try OutputTemplate(
            "%place.corrected %place.city %place.distance %border %address", keys: PlaceReport.table.templateKeys,
            of: "x",
            takesInput: true)
        for form in [OutputFormat.text, .ndjson, .template(template)] {
            let formatter = PlaceFormatter(form: form)
            let found = try written { output in
                _ = try FileAnswerer(
                    CSVPointSource(stream(input), name: "in", wantsAttributes: formatter.wantsColumns), name: "in",
                    places: places, formatter: formatter, output: output, threads: 2
                ).run(isCSV: true)
            }
            let lines = found.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(lines.count == points.count + 1)
            for (line, point) in zip(lines, points) {
                let placemark = try places.place(at: point, withBorder: formatter.showsBorder)
                let alone = formatter.pattern(of: placemark)
                var expected: [UInt8] = []
                let position = InputPoint(line: 1, position: .success(point))
                formatter.append(position, to: &expected) { bytes in
                    formatter.fill(alone.span, PointFigures(placemark), of: position, to: &bytes)
                }
                // Rows bring their columns along.
                let whole = String(decoding: expected.dropLast(), as: UTF8.self)
                #expect(
                    line == whole || form == .ndjson && line.hasSuffix(String(whole.dropFirst())), "\(line)\n\(whole)")
            }
            #expect(lines.contains { $0.contains("Corrected") } && lines.contains { $0.contains("Other") })
        }
    }
}
