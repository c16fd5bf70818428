import Foundation
import TestSupport
import Testing

/// Libraries that are opened when they are first used must be among what the first command of the README installs.
@Suite("Libraries opened at run time") struct InstalledLibrariesTests {
    /// The names in `dlopen` calls, such as `libpng16.so.16`, of the C sources.
    private static func opened() throws -> Set<String> {
        let sources = Fixtures.package.appending(path: "Sources").path
        var names: Set<String> = []
        for case let path as String in try #require(FileManager.default.enumerator(atPath: sources)) {
            guard path.hasSuffix(".c") || path.hasSuffix(".h") || path.hasSuffix(".cpp") else { continue }
            let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
            guard text.contains("dlopen(") else { continue }
            for match in text.matches(of: #/"(lib[A-Za-z0-9+_-]+\.so\.?[0-9]*)/#) { names.insert(String(match.1)) }
        }
        return names
    }

    /// The entries `package:file` of an array of the scripts.
    private static func packages(_ array: String) throws -> [(name: String, file: String)] {
        let script = try String(
            contentsOf: Fixtures.package.appending(path: "Scripts/lib/packages.sh"), encoding: .utf8)
        let start = try #require(script.range(of: "\n\(array)=(")).upperBound
        let end = try #require(script[start...].firstIndex(of: ")"))
        return script[start..<end].split(whereSeparator: \.isWhitespace).compactMap { entry in
            let parts = entry.split(separator: ":", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    }

    @Test("Each is installed by the scripts and named by the README")
    func installed() throws {
        let names = try Self.opened()
        #expect(names.count >= 8, "\(names)")
        let (run, build) = (try Self.packages("run_packages"), try Self.packages("build_packages"))
        let readme = try String(contentsOf: Fixtures.package.appending(path: "README.md"), encoding: .utf8)
        for name in names.sorted() {
            let stem = name.prefix { $0 != "." }
            // The headers of a library bring the library.
            let package =
                run.first { $0.file.hasSuffix("/" + name) }?.name ?? build.first { $0.name == "\(stem)-dev" }?.name
            #expect(package != nil, "no script installs \(name)")
            if let package { #expect(readme.contains("`\(package)`"), "README.md does not name \(package)") }
        }
    }

    @Test("What is optional is not installed unasked, and named where it is missing")
    func optional() throws {
        let packages = try Self.packages("optional_packages")
        #expect(packages.map(\.name) == ["ffmpegthumbnailer"])
        let run = try Self.packages("run_packages").map(\.name)
        let path = Fixtures.package.appending(path: "Sources/Photos/Images/Decoding/ImageDecoder+Video.swift")
        let source = try String(contentsOf: path, encoding: .utf8)
        for package in packages {
            #expect(!run.contains(package.name))
            #expect(source.contains(package.name), "no error names \(package.name)")
        }
    }
}
