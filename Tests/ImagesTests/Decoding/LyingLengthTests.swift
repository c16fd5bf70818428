import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

/// Parts of files that claim to be much longer than the file.
@Suite struct LyingLengthTests {
    private let folder = TemporaryFolder()

    /// A PNG with a chunk behind its header.
    private static func png(_ name: String, claims length: UInt32, _ content: [UInt8]) throws -> Data {
        var data = try TestPicture.gradient(16, 16).pngData()
        let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
        data.insert(contentsOf: number + Array(name.utf8) + content + [0, 0, 0, 0], at: 33)
        return data
    }

    private func peak(_ data: Data, _ name: String) async throws -> (output: String, kibibytes: Int) {
        let path = folder.file(name)
        try data.write(to: URL(filePath: path))
        let end = try await ImagesProgram.run([path])
        return (end.output, try #require(end.ownPeak, "\(end)"))
    }

    @Test(
        "A PNG chunk that claims to be longer than the file is damage, and takes little memory",
        arguments: ["tEXt", "zTXt", "sPLT", "pCAL", "iTXt", "iCCP", "eXIf", "abCd"])
    func chunkOfAPNGThatIsLongerThanTheFileIsDamage(_ chunk: String) async throws {
        let data = try Self.png(chunk, claims: 0x7FFF_FFFF, Array("key\0\0text".utf8))
        let (output, kibibytes) = try await peak(data, "a.png")
        #expect(output.hasPrefix("error ") && output.contains("longer than the rest of the file"), "\(output)")
        #expect(kibibytes < 64 << 10 || SanitizedRun.isOn)
    }

    @Test("A PNG color profile that claims gigabytes takes little memory")
    func profileOfAPNGThatUnpacksToGigabytesTakesLittleMemory() async throws {
        // A block that is stored, of the header that says how long the profile is.
        let header: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFC] + Array(repeating: 0, count: 128)
        let packed: [UInt8] = [0x78, 0x01, 0x01, 132, 0, 0xFF - 132, 0xFF] + header
        let content = Array("ICC\0\0".utf8) + packed
        let (output, kibibytes) = try await peak(
            Self.png("iCCP", claims: UInt32(content.count), content), "profile.png")
        #expect(output == "picture 16x16\n")
        #expect(kibibytes < 64 << 10 || SanitizedRun.isOn)
    }

    @Test("A PNG with a long text chunk is decoded")
    func textOfAPNGIsPassedOverHoweverLong() async throws {
        let content = Array("key\0".utf8) + Array(repeating: 0x41, count: 20 << 20)
        let data = try Self.png("tEXt", claims: UInt32(content.count), content)
        #expect(try ImageDecoder().decode(data).fullSize == PixelSize(width: 16, height: 16))
    }

    /// Every length of the other formats, as large as it can be said.
    @Test("False lengths in any format take no more memory than allowed", arguments: ForeignPictures.all.map(\.name))
    func lengthsOfOthersTakeNoMoreThanIsAllowed(_ name: String)
        async throws
    {
        let data = try #require(ForeignPictures.all.first { $0.name == name }).data
        var paths: [String] = []
        // At every second place, since the lengths of boxes and chunks begin anywhere.
        for place in stride(from: 4, to: min(data.count, 500) - 4, by: 2) {
            var copy = data
            copy.replaceSubrange(place..<place + 4, with: [0x7F, 0xFF, 0xFF, 0x7F])
            let path = folder.file("\(place) of \(name)")
            try copy.write(to: URL(filePath: path))
            paths.append(path)
        }
        let end = try await ImagesProgram.run(paths)
        #expect(try #require(end.ownPeak) < 1100 << 10 || SanitizedRun.isOn, "\(end.errors)")
        #expect(end.output.split(separator: "\n").count >= paths.count)
    }
}
