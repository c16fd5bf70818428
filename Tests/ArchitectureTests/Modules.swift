import FoundationEssentials
import TestSupport

/// The modules in `Sources`, as their files are.
struct Modules {
    private static let sources = Fixtures.package.appending(path: "Sources")
    private static let manifest = Manifest(
        String(
            decoding: (try? Data(contentsOf: Fixtures.package.appending(path: "Package.swift"))) ?? Data(),
            as: UTF8.self))

    /// The folders of the Swift modules below `Sources`, by name.
    private static let paths: [String: String] = manifest.targets.reduce(into: [:]) { paths, target in
        let path = target.path ?? "Sources/\(target.name)"
        let isSwift = target.kind.hasSuffix("arget") && target.kind != "testTarget" && !target.name.hasPrefix("C")
        if isSwift, path.hasPrefix("Sources/") { paths[target.name] = String(path.dropFirst("Sources/".count)) }
    }

    /// The names of the Swift modules and, in `Sources/C`, of the C modules.
    static let swift = paths.keys.sorted()
    static let c = folders(sources.appending(path: "C"))

    /// The folders in `Sources` that belong to no module: neither one of its own, nor a group of several.
    static var strays: [String] {
        let modules = Set(paths.values)
        return folders(sources).filter { $0 != "C" && !modules.contains($0) }.flatMap { group in
            let inside = folders(sources.appending(path: group))
            return inside.count < 2 ? [group] : inside.map { "\(group)/\($0)" }.filter { !modules.contains($0) }
        }
    }

    /// The folder of a module below `Sources`.
    static func path(of module: String) -> String { paths[module] ?? module }

    /// The names in the `import` lines of each Swift module.
    static let imports = Dictionary(uniqueKeysWithValues: swift.map { ($0, imports(of: $0)) })

    private static func imports(of module: String) -> Set<String> {
        var names: Set<String> = []
        for name in files(module) where name.hasSuffix(".swift") {
            let file = sources.appending(path: "\(path(of: module))/\(name)")
            let text = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
            for line in text.split(separator: "\n") {
                // `@_exported public import Geo`, `import struct Geo.Coordinate`.
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(isModifier) else {
                    continue
                }
                let kinds = ["struct", "class", "enum", "protocol", "func", "typealias", "let", "var"]
                let name = words[(index + 1)...].first { !kinds.contains(String($0)) }
                if let name { names.insert(String(name.prefix { $0 != "." })) }
            }
        }
        return names
    }

    private static func isModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }

    /// The last names of the folders in a module, at whatever depth.
    static func folders(in module: String) -> Set<String> {
        Set(files(module).flatMap { $0.split(separator: "/").dropLast().map(String.init) })
    }

    /// The paths of the files in a module.
    private static func files(_ module: String) -> [String] {
        let folder = sources.appending(path: path(of: module)).path
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else { return [] }
        return names.filter { !isFolder("\(folder)/\($0)") }
    }

    private static func folders(_ folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { isFolder("\(folder.path)/\($0)") }.sorted()
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}
