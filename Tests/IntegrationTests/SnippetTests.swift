import Foundation
import TestSupport
import Testing

@Suite struct SnippetTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "snippets-\(UInt64.random(in: 0 ... .max))")

    /// Runs a snippet, with lines for its standard input.
    private func run(_ name: String, _ arguments: String..., input: String = "") async throws -> String {
        let program = try #require(LocateProgram.path).replacing(/locate$/, with: name)
        // The lines come by way of a shell, which reads them from its argument.
        let command = ["/bin/sh", "-c", "printf '%s' \"$0\" | \"$@\"", input, program] + arguments
        let end = try await ChildProcess(command, environment: ["XDG_CONFIG_HOME": folder.path]).end()
        #expect(end.status == 0, "\(end.errors)")
        return end.output
    }

    @Test("the memo pad shows its defaults, and each edit with the next start", .timeLimit(.minutes(5)))
    func memoPad() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("MemoPad", input: "font Mono\nBuy milk\n") == "Write here (Serif, 14.0)\n")
        #expect(try await run("MemoPad", input: "size 20\n") == "Buy milk (Mono, 14.0)\n")
        #expect(try await run("MemoPad", input: "reset\n") == "Buy milk (Mono, 20.0)\n")
        #expect(try await run("MemoPad") == "Write here (Serif, 14.0)\n")
    }

    @Test("what is new is told once after an update and never on a first start", .timeLimit(.minutes(5)))
    func versions() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await run("VersionedSettings", "1", "16") == "Font size 16.0\n")
        #expect(
            try await run("VersionedSettings", "3")
                == "New: Font sizes are in points now.\nNew: Lines are wrapped unless you say no.\nFont size 12.0\n")
        #expect(try await run("VersionedSettings", "3") == "Font size 12.0\n")
        #expect(try await run("VersionedSettings", "2").contains("from a newer version of the program"))
    }
}
