import FoundationEssentials
import TestSupport

/// The identifiers in the package's files, without comments of Swift and C, and the names of its files and folders.
struct PackageWords {
    /// Identifiers anywhere.
    private(set) var words: Set<String> = []
    /// For each type that is declared or extended: the identifiers of those files.
    private(set) var declaring: [String: Set<String>] = [:]
    /// Names of files, with and without extension, and of folders.
    private(set) var fileNames: Set<String> = []
    /// Paths of files and folders from the root of the package.
    private(set) var paths: Set<String> = []
    /// Options with two dashes: of the commands' help and of scripts.
    private(set) var options: Set<String> = []

    /// What has code; of the other folders only the names count.
    private static let sources: Set = [
        "Sources", "Tests", "Benchmarks", "Snippets", "Scripts", "Python", "Packaging", "Examples", ".ci",
    ]
    private static let others = ["Docs", "Data", "Completions"]
    private static let keywords: Set = [
        "struct", "class", "enum", "protocol", "actor", "extension", "typealias",
    ]

    init() throws {
        let root = Fixtures.package
        for folder in Self.sources.sorted() + Self.others {
            for path in try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            // That file has the names of others.
            where !path.hasSuffix("DocumentedNameTests.swift") {
                let name = String(path.split(separator: "/").last ?? "")
                paths.insert("\(folder)/\(path)")
                fileNames.formUnion([name, String(name.prefix { $0 != "." })])
                let isHelp = folder == "Docs" && path.hasPrefix("help/")
                guard Self.sources.contains(folder) || isHelp,
                    let bytes = Self.bytes(root.appending(path: "\(folder)/\(path)"))
                else { continue }
                add(bytes, isSwift: name.hasSuffix(".swift"), isC: name.hasSuffix(".c") || name.hasSuffix(".h"))
            }
        }
        if let bytes = Self.bytes(root.appending(path: "Package.swift")) { add(bytes, isSwift: true, isC: false) }
    }

    /// The bytes of a file of code; `nil` for folders and for tables of data.
    private static func bytes(_ url: URL) -> [UInt8]? {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder,
            let data = try? Data(contentsOf: url), data.count < 400_000
        else { return nil }
        return [UInt8](data)
    }

    /// Whether a byte belongs to an identifier.
    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private mutating func add(_ bytes: [UInt8], isSwift: Bool, isC: Bool) {
        var own: Set<String> = []
        var types: Set<String> = []
        var (index, isDeclared) = (0, false)
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if isSwift || isC, byte == UInt8(ascii: "/"), next == UInt8(ascii: "/"),
                index == 0 || bytes[index - 1] <= UInt8(ascii: " ")
            {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
            } else if byte == UInt8(ascii: "-"), next == UInt8(ascii: "-") {
                let start = index
                index += 2
                while index < bytes.count, Self.isWord(bytes[index]) || bytes[index] == UInt8(ascii: "-") { index += 1 }
                if !isSwift { options.insert(String(decoding: bytes[start..<index], as: UTF8.self)) }
            } else if Self.isWord(byte) {
                let start = index
                while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
                let word = String(decoding: bytes[start..<index], as: UTF8.self)
                own.insert(word)
                // `extension Outer.Inner` is about both.
                if isDeclared { types.insert(word) }
                isDeclared =
                    isSwift
                    && (Self.keywords.contains(word)
                        || isDeclared && index < bytes.count && bytes[index] == UInt8(ascii: "."))
            } else {
                if byte != UInt8(ascii: " "), byte != UInt8(ascii: ".") { isDeclared = false }
                index += 1
            }
        }
        words.formUnion(own)
        for type in types { declaring[type, default: []].formUnion(own) }
    }
}
