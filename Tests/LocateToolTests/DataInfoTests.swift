import CommandTestSupport
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKDataCommands

@Suite struct DataInfoTests {
    private func info(_ tokens: [String]) throws -> String {
        let arguments = try ParsedArguments(tokens, for: .dataInfo)
        return try written { _ = try #require(CommandDescription.dataInfo.action).run(arguments, $0) }
    }

    @Test("The sections are named with their sizes, and the borders where there are any")
    func sections() throws {
        let text = try info([])
        for tag in ["STRS", "CTRY", "POSN", "NAME"] { #expect(text.contains(tag + " ")) }
        #expect(text.contains("\nChecksums     all "))
        #expect(text.contains("\nBorders       "))
        #expect(text.contains("BREG") == !text.contains("Borders       none"))
    }

    @Test("JSON is one object on one line, whose sections fill the file")
    func json() throws {
        let text = try info(["--json"])
        #expect(text.count { $0 == "\n" } == 1)
        let members = try #require(JSONSlices.members(of: Array(text.utf8)[...]))
        let size = try #require(members.first { $0.key == "size" }.flatMap { JSONSlices.number($0.value) })
        let value = try #require(members.first { $0.key == "sections" }?.value)
        let sections = try #require(JSONSlices.elements(of: value))
        let sizes = sections.compactMap { section in
            JSONSlices.members(of: section)?.first { $0.key == "size" }.flatMap { JSONSlices.number($0.value) }
        }
        #expect(sizes.count == sections.count)
        #expect(sizes.reduce(0, +) <= size)
        #expect(sizes.reduce(0, +) > 0.99 * size)
    }
}
