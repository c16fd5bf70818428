import LKGeo
import Testing

@testable import LKCommandLine
@testable import LKPlaceCommands

@Suite struct ReverseOptionsTests {
    private func options(_ tokens: [String]) throws(ToolError) -> ReverseOptions {
        try ReverseOptions(try ParsedArguments(tokens, for: .reverse))
    }

    @Test(
        "A point is two numbers, joined by a comma or not",
        arguments: [
            ["-33.8", "151.2"], ["-33.8,151.2"], ["-33.8,", "151.2"], ["-33.8 151.2"], ["--", "-33.8", "151.2"],
            ["--json", "-33.8", "151.2"], ["-33.8", "--json", "151.2"],
        ])
    func points(tokens: [String]) throws {
        let expected = try #require(Coordinate(latitude: -33.8, longitude: 151.2))
        #expect(try options(tokens).question == .point(expected))
    }

    @Test(
        "Anything else is a usage error",
        arguments: [
            [], ["1"], ["1", "2", "3"], ["91", "0"], ["0", "180.5"], ["0", "-181"], ["0", "361"], ["a", "b"], ["1,2,3"],
            ["nan", "0"],
            ["35,5", "139,5"],
            ["1", "2", "--input", "x"], ["1", "2", "--input-format", "csv"], ["1", "2", "--bad-rows", "keep"],
            ["--input", "x", "--bad-rows", "skip"], ["1", "2", "--provider", "moon"],
            ["1", "2", "--format", "xml"], ["1", "2", "--template", "%fix"], ["--input"], ["--input="],
            ["1", "2", "--language", "!"], ["1", "2", "--language", "x y"],
        ])
    func wrong(tokens: [String]) {
        #expect { try options(tokens) } throws: { ($0 as? ToolError)?.code == .usage }
    }

    @Test(
        "A point may be written in degrees, minutes and seconds, in one word or several",
        arguments: [
            ["33°51'00\"S", "151°12'00\"E"], ["33 51 S, 151 12 E"], ["33", "51", "0", "S,", "151", "12", "0", "E"],
            ["S33 51.0 E151 12.0"], ["-33°51'", "151°12'"], ["E151", "12", "S33", "51"], ["-33:51:00,", "+151:12:00"],
        ])
    func sexagesimal(tokens: [String]) throws {
        let expected = try #require(Coordinate(latitude: -33.85, longitude: 151.2))
        #expect(try options(tokens).question == .point(expected))
    }

    @Test("What is wrong with minutes is said")
    func wrongMinutes() {
        #expect(throws: ToolError.usage("the minutes of \"33 60 S, 151 12 E\" are not less than 60")) {
            try options(["33", "60", "S,", "151", "12", "E"])
        }
        #expect(throws: ToolError.usage("the longitude of \"33°51'S 151°12'\" has neither E nor W")) {
            try options(["33°51'S", "151°12'"])
        }
    }

    @Test("Standard input is read where a point is missing, and for a dash")
    func standardInput() throws {
        func question(_ tokens: String...) throws(ToolError) -> ReverseOptions.Question {
            try ReverseOptions(ParsedArguments(tokens, for: .reverse), readsStandardInput: true).question
        }
        #expect(try question() == .file("-", nil))
        #expect(try question("--input-format", "ndjson", "--json") == .file("-", .ndjson))
        #expect(try question("1", "2") == .point(#require(Coordinate(latitude: 1, longitude: 2))))
        #expect(try question("--input", "x.csv") == .file("x.csv", nil))
        #expect(try options(["-"]).question == .file("-", nil))
        #expect(throws: ToolError.self) { try options(["-", "-"]) }
    }

    @Test("Swapped numbers are told apart")
    func swapped() {
        let expected = ToolError.usage(
            "latitude 139.7 is not within -90 to 90; is it the longitude? latitude comes first")
        #expect(throws: expected) { try options(["139.7", "35.6"]) }
    }

    @Test("Longitudes from 0 to 360 are refused, and what they mean is said")
    func wholeTurn() throws {
        let expected = ToolError.usage(
            "longitude 200.5 is not within -180 to 180; if it counts from 0 to 360, it is -159.5")
        #expect(throws: expected) { try options(["0", "200.5"]) }
        #expect(try options(["0", "180"]).question == options(["0", "-180"]).question)
    }
}
