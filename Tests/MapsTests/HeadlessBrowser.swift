import Foundation
import Synchronization
import TestSupport
import Testing

/// A headless browser that opens pages from a disk, without any network; one for all tests, which take turns.
enum HeadlessBrowser {
    /// The program; `nil` if neither is installed.
    private static let program = ["chromium-headless-shell", "chromium"].map { "/usr/bin/\($0)" }.first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Why tests are skipped; `nil` where the browser shows a small page.
    static let absence: Comment? = {
        guard program != nil else { return "the package chromium-headless-shell is not installed, nor is chromium" }
        let page = """
            <!doctype html><canvas width=500 height=500></canvas><p>text<script>
            document.querySelector('canvas').getContext('2d').fillRect(0, 0, 500, 500);
            document.onclick = () => name = 'clicked'
            </script>
            """
        let picture = TemporaryFolder()
        let steps: [[String: Any]] = [
            ["click": [50, 50]], ["wait": "name === 'clicked'"], ["dark": true],
            ["screenshot": picture.path + "/page.png"],
        ]
        do { _ = try open(Array(page.utf8), steps) } catch {
            return "the browser does not work on this machine: \(error)"
        }
        return nil
    }()

    /// The result of opening a page.
    struct Outcome {
        var results: [String]
        /// The console's errors and warnings.
        var errors: [String]
        /// What the page asked for, besides itself.
        var requests: [String]
    }

    /// Opens a page and takes steps, as browser.py describes them.
    ///
    /// - Throws: ``Failure`` with the reason, also if a condition has not become true.
    static func open(
        _ page: [UInt8], width: Int = 1000, height: Int = 700, isDark: Bool = false, _ steps: [[String: Any]]
    ) throws -> Outcome {
        let folder = TemporaryFolder()
        let file = folder.path + "/page.html"
        try Data(page).write(to: URL(fileURLWithPath: file))
        let ready: [String: Any] = ["wait": "document.documentElement.dataset.state !== 'loading'"]
        let plan: [String: Any] = [
            "page": file, "width": width, "height": height, "dark": isDark, "steps": [ready] + steps,
        ]
        let line = try JSONSerialization.data(withJSONObject: plan)
        let reply = try server.withLock { try $0.answer(line) }
        guard let answer = try JSONSerialization.jsonObject(with: reply) as? [String: Any] else {
            throw Failure(text: "browser.py did not answer with an object")
        }
        if let failure = answer["failure"] { throw Failure(text: "\(failure)") }
        return Outcome(
            results: (answer["results"] as? [Any] ?? []).map { "\($0)" }, errors: answer["errors"] as? [String] ?? [],
            requests: answer["requests"] as? [String] ?? [])
    }

    struct Failure: Error, CustomStringConvertible {
        var text: String
        var description: String { text }
    }

    private static let server = Mutex(Server())

    /// The process of browser.py, which ends with this one.
    private struct Server {
        private var process: Process?
        private var input: FileHandle?
        private var output: FileHandle?
        private var pending = Data()

        /// Sends a line and waits for the answer.
        mutating func answer(_ line: Data) throws -> Data {
            if process?.isRunning != true { try start() }
            guard let input, let output else { throw Failure(text: "browser.py was not started") }
            try input.write(contentsOf: line + Data([UInt8(ascii: "\n")]))
            while true {
                if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { pending = Data(pending[(end + 1)...]) }
                    return Data(pending[..<end])
                }
                let piece = output.availableData
                guard !piece.isEmpty else { throw Failure(text: "browser.py has ended") }
                pending += piece
            }
        }

        private mutating func start() throws {
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = [Fixtures.package.appending(path: "Scripts/lib/browser.py").path, program ?? ""]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            self.process = process
            (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
            pending = Data()
        }
    }
}
