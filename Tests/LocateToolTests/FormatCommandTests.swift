import Testing

@testable import LocateTool

@Suite struct FormatCommandTests {
    private func format(_ input: String, _ arguments: String..., chunkSize: Int = 7) throws -> (String, ExitCode) {
        let options = try FormatOptions(ParsedArguments(arguments[...], for: .format))
        var code = ExitCode.success
        let text = try written { output in
            code = try FormatCommand.run(options, stream(input, chunkSize: chunkSize), name: "in", output: output)
        }
        return (text, code)
    }

    private let two = """
        {"road":"Ellis St","house_number":1800,"city":"San Francisco","state":"CA","postcode":"94115","country_code":"us"}
        {"state":"東京都","city":"千代田区","road":"丸の内1丁目","house_number":"9番地1","country_code":"jp"}

        """

    @Test("Addresses are their lines, with an empty line between them")
    func text() throws {
        let (text, code) = try format(two)
        #expect(text == "1800 Ellis St\nSan Francisco, CA 94115\n\n東京都千代田区丸の内1丁目9番地1\n")
        #expect(code == .success)
    }

    @Test("JSON has lines and string, one object a line")
    func json() throws {
        let (text, _) = try format(two, "--json")
        #expect(
            text == """
                {"lines":["1800 Ellis St","San Francisco, CA 94115"],"string":"1800 Ellis St, San Francisco, CA 94115"}
                {"lines":["東京都千代田区丸の内1丁目9番地1"],"string":"東京都千代田区丸の内1丁目9番地1"}

                """)
    }

    @Test("Options choose the form")
    func options() throws {
        let input =
            #"{"road":"Rosenthaler Straße","house_number":"1","postcode":"10119","city":"Berlin","country":"#
            + #""Germany","country_code":"DE"}"#
        #expect(try format(input, "--no-country").0 == "Rosenthaler Straße 1\n10119 Berlin\n")
        #expect(try format(input, "--abbreviate").0 == "Rosenthaler Str. 1\n10119 Berlin\nGermany\n")
        #expect(try format(input, "--style=postal").0 == "Rosenthaler Straße 1\n10119 Berlin\nGERMANY\n")
        #expect(throws: ToolError.self) { try format(input, "--style=none") }
        #expect(throws: ToolError.self) { try format(input, "file") }
    }

    @Test("A line that cannot be used keeps its place, and the rest is done")
    func wrong() throws {
        let input = "nothing\n\n{\"city\":[1]}\n{}\n{\"city\":\"Kiel\",\"state\":null}"
        let (text, code) = try format(input)
        #expect(code == .partialFailure)
        #expect(text == "\n\n\nKiel\n")
        let lines = try format(input, "--json").0.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first == #"{"error":"it is not one JSON object"}"#)
        #expect(lines.last == #"{"lines":["Kiel"],"string":"Kiel"}"#)
    }

    @Test("Every beginning of a file gives addresses or problems, and never traps")
    func truncated() throws {
        for length in 0...two.utf8.count {
            _ = try format(String(decoding: two.utf8.prefix(length), as: UTF8.self), chunkSize: 64)
        }
    }

    @Test("An empty input is done at once")
    func empty() throws { #expect(try format("") == ("", .success)) }
}
