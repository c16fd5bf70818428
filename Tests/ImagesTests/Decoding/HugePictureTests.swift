import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

/// Headers that promise more pixels than there is memory for.
@Suite struct HugePictureTests {
    private let folder = TemporaryFolder()
    private static let side: [UInt8] = [0xFF, 0xDC]
    private static let whole = PixelSize(width: 65_500, height: 65_500)

    private func write(_ name: String) throws -> String {
        var data: Data
        switch name {
        case "baseline JPEG", "progressive JPEG":
            let isBaseline = name == "baseline JPEG"
            data = isBaseline ? try TestPicture.gradient(16, 16).jpegData() : ForeignPictures.progressive
            let frame = try #require(data.firstRange(of: [0xFF, isBaseline ? 0xC0 : 0xC2]))
            data.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: Self.side + Self.side)
        case "PNG":
            data = try TestPicture.gradient(16, 16).pngData()
            data.replaceSubrange(16..<24, with: [0, 0] + Self.side + [0, 0] + Self.side)
            var sum: UInt32 = 0xFFFF_FFFF
            for byte in data[12..<29] {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
            let number = ~sum
            data.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
        default:
            data = ForeignPictures.avif
            let size = try #require(data.firstRange(of: Array("ispe".utf8)))
            data.replaceSubrange(
                size.upperBound + 4..<size.upperBound + 12, with: [0, 0] + Self.side + [0, 0] + Self.side)
        }
        let path = folder.file("huge picture")
        try data.write(to: URL(filePath: path))
        return path
    }

    @Test(
        "A huge image reports its size, but decoding is refused in little memory",
        arguments: ["baseline JPEG", "progressive JPEG", "PNG", "AVIF"])
    func sizeIsToldAndThePictureRefusedInLittleMemory(_ name: String) async throws {
        let path = try write(name)
        #expect(try ImageDecoder().size(of: path) == Self.whole)
        for option in [ImageRequest.Size.fitSize(PixelSize(width: 100, height: 100)), .fullResolution] {
            let error = #expect(throws: ImageError.self) { try ImageDecoder().decode(path, size: option) }
            #expect(error?.code == .tooLarge && error?.message.contains("65500x65500") == true, "\(error as Any)")
        }
        let end = try await ImagesProgram.run([path])
        #expect(end.output.hasPrefix("error \(path) has 65500x65500 pixels"), "\(end)")
        #expect(try #require(end.ownPeak) < 64 << 10 || SanitizedRun.isOn, "\(end.errors)")
    }

    /// Half the pixels that are allowed: a small picture of it takes little.
    @Test("Downscaling a huge JPEG takes little memory")
    func smallPictureOfAHugeOneTakesLittleMemory() async throws {
        var data = try TestPicture.gradient(16, 16).jpegData()
        let frame = try #require(data.firstRange(of: [0xFF, 0xC0]))
        // 16,000 x 16,000
        data.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0x3E, 0x80, 0x3E, 0x80])
        let path = folder.file("wide.jpg")
        try data.write(to: URL(filePath: path))
        let end = try await ImagesProgram.run([path])
        #expect(end.output == "picture 300x300\n", "\(end)")
        #expect(try #require(end.ownPeak) < 64 << 10 || SanitizedRun.isOn, "\(end.errors)")
    }
}

extension HugePictureTests {
    /// What a limit is called in code is nothing to people.
    @Test("Errors about limits are worded without names from the code")
    func limitsAreToldInWordsForPeople() throws {
        let data = try TestPicture.gradient(99, 99).pngData()
        for part in [\ImagePipeline.Limits.pixels, \.memory, \.fileSize] {
            var limits = ImagePipeline.Limits()
            limits[keyPath: part] = 100
            let file = folder.file("a.png")
            try data.write(to: URL(filePath: file))
            let error = #expect(throws: ImageError.self) { try ImageDecoder(limits: limits).decode(file) }
            let message = try #require(error?.message)
            #expect(
                error?.code == .tooLarge && message.contains("the 100 ") && !message.contains("ImagePipeline.Limits"))
            #expect(message.contains(part == \.fileSize ? "\(data.count) bytes" : "99x99 pixels"), "\(message)")
        }
    }
}
