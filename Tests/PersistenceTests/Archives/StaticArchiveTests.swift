import Foundation
import TestSupport
import Testing

/// A program that archives objects, and the same program with Swift's runtime and Foundation inside.
///
/// The second is linked here from the objects of the first: the linker leaves out files of Foundation that a program only
/// looks for at run time.
@Suite("Archiver: objects in a static program") struct StaticArchiveTests {
    /// The program beside the test bundle.
    private static let program: URL? = {
        var paths = [CommandLine.arguments[0]]
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") { paths.append(own) }
        return paths.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "ObjectArchiveProgram") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    private static let isSanitized = ProcessInfo.processInfo.environment["LOCATIONKIT_SANITIZED"] != nil

    @Test("Objects come back as they were, and changes of settings are posted")
    func dynamic() async throws {
        let folder = TemporaryFolder()
        let end = try await ChildProcess([try #require(Self.program).path, folder.path]).end()
        #expect(end.status == 0, "\(end.output)\(end.errors)")
    }

    @Test(
        "Linked statically, the same program archives the same objects",
        .enabled(if: !isSanitized, "the sanitizer's runtime is not linked here"))
    func linkedStatically() async throws {
        let program = try #require(Self.program)
        let folder = TemporaryFolder()
        // Its import brings the names of Foundation's static libraries.
        let anchor = folder.path + "/Anchor.swift"
        try "import Foundation".write(toFile: anchor, atomically: true, encoding: .utf8)
        let link = try await ChildProcess([
            "/usr/bin/env", "swiftc", "-static-stdlib", "-parse-as-library", "-module-name", "Anchor", anchor,
            "-o", folder.path + "/program", "-Xlinker", "--defsym=main=ObjectArchiveProgram_main",
            "@\(program.path).product/Objects.LinkFileList",
        ]).end(seconds: 300)
        try #require(link.status == 0, "\(link.output)\(link.errors)")
        let end = try await ChildProcess([folder.path + "/program", folder.path]).end()
        #expect(end.status == 0, "\(end.output)\(end.errors)")
    }
}
