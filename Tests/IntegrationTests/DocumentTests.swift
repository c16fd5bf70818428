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

    @Test("Every link between pages leads to a file, and to a heading where it names one")
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

    @Test("The index in Docs/README.md names every page")
    func index() throws {
        let index = try Self.text("Docs/README.md")
        for page in try Self.pages() where page.hasPrefix("Docs/") && page != "Docs/README.md" {
            // The pages of a product's site have topics of their own.
            let name = page.dropFirst("Docs/".count)
            guard !name.contains(".docc/") || name.hasSuffix("FieldLogger.md") else { continue }
            #expect(index.contains("](\(name)"), "\(page)")
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
        "Commands print what the pages show", .enabled(if: LocateProgram.path != nil, "locate is not built"),
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

    /// The command lines of a page: in its blocks of shell code, and in code between backticks.
    private static func commandLines(_ page: String) throws -> [String] {
        let text = try Self.text(page)
        var lines: [String] = []
        for block in text.matches(of: #/\n```(?:console|sh)\n((?s:.*?))\n```/#) {
            for line in block.1.split(separator: "\n") {
                let command = String(line).replacing(#/^\$ /#, with: "").replacing(#/ +#.*$/#, with: "")
                lines += command.components(separatedBy: " | ").filter { $0.hasPrefix("locate ") }
            }
        }
        lines += text.matches(of: #/`(locate (?:-|[a-z])[^`\n]*)`/#).map { String($0.1) }
        return lines
    }

    @Test("Every command line in the pages is of a command that exists, and its options are in that command's help")
    func options() throws {
        let help = Fixtures.package.appending(path: "Docs/help").path
        let known = Set(try FileManager.default.contentsOfDirectory(atPath: help))
        var checked = 0
        for page in try Self.pages() {
            for line in try Self.commandLines(page) {
                let words = line.split(separator: " ").map(String.init)
                var name = "locate"
                for word in words.dropFirst().prefix(2) where known.contains("\(name)-\(word).txt") {
                    name += "-" + word
                }
                let text = try Self.text("Docs/help/\(name).txt")
                for word in words.dropFirst() where word.hasPrefix("--") {
                    let option = String(word.prefix { $0 != "=" })
                    checked += 1
                    #expect(text.contains(" \(option)"), "\(page): \(line): \(name) has no \(option)")
                }
            }
        }
        #expect(checked > 50)
    }

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

    @Test("What Docs/ComingFrom.md names as ours is declared in the sources")
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
