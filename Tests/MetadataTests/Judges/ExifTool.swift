import Foundation
import TestSupport

/// What exiftool says of files.
struct ExifTool {
    static let path = "/usr/bin/exiftool"

    /// Whether it is installed.
    static let isThere = FileManager.default.isExecutableFile(atPath: path)

    /// What it says of one file, by the names of its tags.
    struct Answer: Sendable {
        private let numbers: [String: Double]
        private let texts: [String: String]

        init(_ tags: [String: Any]) {
            numbers = tags.compactMapValues { ($0 as? NSNumber)?.doubleValue }
            texts = tags.mapValues { "\($0)" }
        }

        func number(_ tag: String) -> Double? { numbers[tag] }
        func text(_ tag: String) -> String? { texts[tag] }

        /// A time without fraction and offset, written as ours are; `nil` for zeros and blanks.
        func time(_ tag: String) -> String? {
            guard let text = text(tag), text.contains(where: { ("1"..."9").contains($0) }) else { return nil }
            let digits = text.split { !$0.isNumber }.map(String.init)
            guard digits.count >= 6 else { return digits.count >= 3 ? digits[..<3].joined(separator: "-") : nil }
            return digits[..<3].joined(separator: "-") + "T" + digits[3..<6].joined(separator: ":")
        }
    }

    /// Asks about all files of a folder at once; by path.
    static func answers(of folder: URL, _ tags: [String]) async throws -> [String: Answer] {
        let program = try ChildProcess(
            [path, "-j", "-n", "-r", "-ext", "*", "-api", "LargeFileSupport=1"] + tags.map { "-\($0)" } + [folder.path])
        let output = try await program.end(seconds: 300).output
        let list = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]] ?? []
        return Dictionary(
            list.compactMap { tags in (tags["SourceFile"] as? String).map { ($0, Answer(tags)) } },
            uniquingKeysWith: { first, _ in first })
    }
}
