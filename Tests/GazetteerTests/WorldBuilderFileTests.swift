import Foundation
import Geocoding
import TestSupport
import Testing

@testable import Gazetteer
@testable import GazetteerBuilder

@Suite("WorldBuilder: the file")
struct WorldBuilderFileTests {
    @Test("takes the place of an older one, whole, and leaves nothing beside it")
    func replaces() throws {
        let input = try SmallInput()
        defer { input.remove() }
        let folder = TemporaryFolder()
        let output = folder.file("w.gazetteer")
        try Data("old".utf8).write(to: URL(filePath: output))
        try WorldBuilder.build(folder: input.folder.path, output: output) { _ in }
        let expected = try WorldBuilder.bytes(from: GeoNamesFolder(path: input.folder.path))
        #expect(try Array(Data(contentsOf: URL(filePath: output))) == expected)
        let parent = URL(filePath: output).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["w.gazetteer"])
    }

    @Test("is refused in a folder that is not there, by name")
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
