import Foundation
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Damaged files that are edited")
struct DamagedEditTests {
    /// A patch that keeps to its promises, or a refusal or a clear error.
    private func check(_ bytes: [UInt8], _ writer: MetadataWriter, _ reader: MetadataReader) throws -> Bool {
        var isDone = false
        for edit in [Edits.sydney, Edits.removal] {
            do throws(MetadataError) {
                guard case .patch(let patch) = try writer.outcome(of: edit, on: bytes) else { continue }
                let new = patch.applied(to: bytes)
                #expect(new.count == patch.newCount)
                let photo = try reader.metadata(of: new)
                if edit == Edits.sydney {
                    #expect(
                        photo.location?.altitude == -12.345,
                        "\(bytes.map { String($0, radix: 16) }.joined(separator: " ").prefix(6000))")
                    isDone = true
                }
            } catch {
                #expect([.unknownFormat, .malformed, .empty].contains(error.code), "\(error)")
            }
        }
        return isDone
    }

    @Test(
        "Editing every truncated photo gives a correct patch or a refusal",
        arguments: PhotoFixture.ofEachKind.map(\.name))
    func eachPrefixYieldsAPatchOrARefusal(name: String) throws {
        let bytes = try #require(PhotoFixture.ofEachKind.first { $0.name == name }).bytes
        let (writer, reader) = (MetadataWriter(), MetadataReader())
        for count in Fixtures.cuts(1..<bytes.count) { _ = try check(Array(bytes[..<count]), writer, reader) }
    }

    @Test(
        "Editing randomly damaged photos gives a correct patch or a refusal",
        arguments: PhotoFixture.ofEachKind.map(\.name))
    func mutationsYieldAPatchOrARefusal(name: String) throws {
        let bytes = try #require(PhotoFixture.ofEachKind.first { $0.name == name }).bytes
        let (writer, reader) = (MetadataWriter(), MetadataReader())
        var random = SeededGenerator(seed: 20_261_122)
        for _ in 0..<Fixtures.rounds(2000) {
            var damaged = bytes
            random.damage(&damaged)
            if damaged.isEmpty { damaged = [0] }
            _ = try check(damaged, writer, reader)
        }
    }

    @Test(
        "Editing randomly damaged samples gives a correct patch or a refusal",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence))
    func mutationsOfSamplesYieldAPatchOrARefusal() throws {
        let (writer, reader) = (MetadataWriter(), MetadataReader())
        var random = SeededGenerator(seed: 8)
        var done = 0
        for path in PhotoSamples.paths {
            guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { continue }
            let head = Array(data.count < 200_000 ? data : data.prefix(40_000))
            for _ in 0..<(Fixtures.isThorough ? 300 : 2) {
                var damaged = head
                random.damage(&damaged)
                if try check(damaged, writer, reader) { done += 1 }
            }
        }
        #expect(done > (Fixtures.isThorough ? 100 : 40))
    }
}
