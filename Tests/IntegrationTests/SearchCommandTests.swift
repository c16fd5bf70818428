import Foundation
import TestSupport
import Testing

@Suite("locate search", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct SearchCommandTests {
    @Test("Prints one line a match, or one object")
    func matches() async throws {
        let text = try await LocateProgram.run("search", "san", "francisco", "--limit", "3", "--language", "en")
        #expect(text.status == 0)
        #expect(text.errors.isEmpty)
        #expect(text.lines.count == 3)
        #expect(text.lines.first?.hasPrefix("San Francisco, California, United States  37.7") == true)
        let json = try await LocateProgram.run("search", "東京", "--json", "--limit=1", "--language", "ja")
        #expect(json.status == 0)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["countryCode"] as? String == "JP")
        #expect((object["matchedName"] as? String)?.hasPrefix("東京") == true)
        #expect((object["address"] as? [String: Any])?["string"] is String)
    }

    @Test("Finds nothing with a sentence and status 1, and refuses an empty name")
    func nothing() async throws {
        let nothing = try await LocateProgram.run("search", "Qqqqzzz")
        #expect(nothing.status == 1)
        #expect(nothing.output.isEmpty)
        #expect(nothing.errors == "locate: search: no place is named \"Qqqqzzz\", and no name begins with it\n")
        for arguments in [["search"], ["search", " "]] {
            let end = try await LocateProgram.start(arguments).end()
            #expect(end.status == 64)
            #expect(end.errors.contains("needs the name of a place"))
        }
    }

    @Test("An argument that is not valid UTF-8 is refused by its number, and never traps")
    func notUTF8() async throws {
        let path = try #require(LocateProgram.path)
        let end = try await ChildProcess(["/bin/sh", "-c", #"exec "$0" search "$(printf 'M\374nchen')""#, path]).end()
        #expect(end.status == 64 && end.errors.contains("argument 2 is not valid UTF-8"))
    }
}
