import Foundation
import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("WorldBuilder: the file")
struct WorldBuilderFileTests {
    @Test("An older world is replaced as a whole, another file only if asked, and nothing is left beside it")
    func replaces() throws {
        let input = try SmallInput()
        defer { input.remove() }
        let folder = TemporaryFolder()
        let output = folder.file("w.gazetteer")
        try Data("old".utf8).write(to: URL(filePath: output))
        #expect(throws: GeocodingError.self) {
            try WorldBuilder.build(folder: input.folder.path, output: output) { _ in }
        }
        #expect(try Data(contentsOf: URL(filePath: output)) == Data("old".utf8))
        try WorldBuilder.build(folder: input.folder.path, output: output, replacesOthers: true) { _ in }
        try WorldBuilder.build(folder: input.folder.path, output: output) { _ in }
        let expected = try WorldBuilder.bytes(from: GeoNamesFolder(path: input.folder.path))
        #expect(try Array(Data(contentsOf: URL(filePath: output))) == expected)
        let parent = URL(filePath: output).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["w.gazetteer"])
    }

    @Test("Is refused in a folder that is not there, by name")
    func missing() throws {
        let input = try SmallInput()
        defer { input.remove() }
        let folder = TemporaryFolder()
        let output = folder.file("none") + "/w.gazetteer"
        let error = #expect(throws: GeocodingError.self) {
            try WorldBuilder.build(folder: input.folder.path, output: output) { _ in }
        }
        #expect(error?.code == .outputFailed)
        #expect(error?.message.contains(output) == true)
    }
}
