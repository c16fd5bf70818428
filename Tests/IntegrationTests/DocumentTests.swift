import Foundation
import TestSupport
import Testing

/// What README and the pages in `Docs` promise about themselves: length, links, names and what commands print.
@Suite("Documents") struct DocumentTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Fixtures.package.appending(path: path), encoding: .utf8)
    }

    /// README, CONTRIBUTING and all pages below `Docs`, without generated ones.
    private static func pages() throws -> [String] {
        let docs = Fixtures.package.appending(path: "Docs").path
        let below = try #require(FileManager.default.enumerator(atPath: docs)).compactMap { $0 as? String }
        return ["README.md", "CONTRIBUTING.md"] + below.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }
    }

    @Test("README has at most 700 words before the data notes, and fewer than 200 lines")
    func length() throws {
        let readme = try Self.text("README.md")
        let notes = try #require(readme.range(of: "\n## Where the data comes from\n"))
        let words = readme[..<notes.lowerBound].split(whereSeparator: \.isWhitespace).count
        #expect(words <= 700, "\(words) words; move what most readers do not need to Docs/Guide.md")
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count < 200)
    }

    /// The anchor that a heading gets: lower case, without punctuation, hyphens for spaces.
    private static func anchor(_ heading: Substring) -> String {
        String(
            heading.drop { $0 == "#" || $0 == " " }.lowercased()
                .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                .map { $0 == " " ? "-" : $0 })
    }

    @Test("every link between pages leads to a file, and to a heading where it names one")
    func links() throws {
        for page in try Self.pages() {
            let text = try Self.text(page)
            for match in text.matches(of: #/\]\(([^)\s]+)\)/#) where !match.1.contains("://") {
                let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let folder = URL(filePath: page).deletingLastPathComponent().relativePath
                let target = parts[0].isEmpty ? page : (folder == "." ? "" : folder + "/") + parts[0]
                let file = Fixtures.package.appending(path: target).standardizedFileURL
                guard FileManager.default.fileExists(atPath: file.path) else {
                    Issue.record("\(page): \(match.1) leads nowhere")
                    continue
                }
                guard parts.count == 2 else { continue }
                let headings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                    .filter { $0.hasPrefix("#") }.map(Self.anchor)
                #expect(headings.contains(String(parts[1])), "\(page): no heading for \(match.1)")
            }
        }
    }

    /// A command of a page's `console` block and the lines printed below it.
    private struct Session: Sendable, CustomStringConvertible {
        var page: String
        var command: String
        var output: String

        var description: String { "\(page): \(command)" }

        /// The sessions whose commands need neither a receiver nor files of the reader.
        static let all: [Session] = {
            var sessions: [Session] = []
            for page in ["README.md", "Docs/Guide.md", "Docs/ComingFrom.md"] {
                guard let text = try? DocumentTests.text(page) else { continue }
                for block in text.matches(of: #/\n```console\n((?s:.*?))\n```/#) {
                    for part in ("\n" + block.1).components(separatedBy: "\n$ ").dropFirst() {
                        let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                        let output = lines.dropFirst().joined(separator: "\n")
                        let command = lines[0]
                        guard command.contains(#/(^|\| )locate (reverse [0-9]|search |format)/#) else { continue }
                        sessions.append(
                            Session(
                                page: page, command: command,
                                output: output.trimmingCharacters(in: .whitespacesAndNewlines)))
                    }
                }
            }
            return sessions
        }()
    }

    @Test(
        "commands print what the pages show", .enabled(if: LocateProgram.path != nil, "locate is not built"),
        arguments: Session.all)
    private func sessions(session: Session) async throws {
        let program = try #require(LocateProgram.path)
        let script = "locate() { '\(program)' \"$@\"; }; \(session.command)"
        let environment = [
            "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent", "XDG_CONFIG_DIRS": "/nonexistent",
        ]
        let end = try await ChildProcess(["/bin/sh", "-c", script], environment: environment).end()
        #expect(end.output.trimmingCharacters(in: .whitespacesAndNewlines) == session.output, "\(end)")
    }

    @Test("README and Guide have sessions that are tried")
    func sessionsFound() { #expect(Session.all.filter { $0.page != "Docs/ComingFrom.md" }.count >= 5) }

    /// The source text of all modules, for names.
    private static func sources() throws -> String {
        let folder = Fixtures.package.appending(path: "Sources").path
        var text = ""
        for case let path as String in try #require(FileManager.default.enumerator(atPath: folder)) {
            guard path.hasSuffix(".swift") else { continue }
            text += try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        }
        return text
    }

    @Test("what Docs/ComingFrom.md names as ours is declared in the sources")
    func names() throws {
        let words = Set(try Self.sources().split { !($0.isLetter || $0.isNumber || $0 == "_") })
        var checked = 0
        for line in try Self.text("Docs/ComingFrom.md").split(separator: "\n") where line.hasPrefix("| ") {
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count >= 2 else { continue }
            for code in columns[1].matches(of: #/`([^`]+)`/#) where !code.1.contains(#/^(locate|-|%|\$|~)/#) {
                for name in code.1.matches(of: #/[A-Za-z_][A-Za-z0-9_]*/#) {
                    checked += 1
                    #expect(words.contains(name.0), "Docs/ComingFrom.md names \(name.0) in \(code.1)")
                }
            }
        }
        #expect(checked > 100)
    }
}
