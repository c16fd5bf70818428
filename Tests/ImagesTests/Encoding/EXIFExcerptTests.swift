import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct EXIFExcerptTests {
    /// EXIF with more than a JPEG has room for: a time, a position, a maker's note and a comment.
    private static let long: [UInt8] = {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value + Array(repeating: 0, count: 4 - value.count)
        }
        let (exif, gps) = (8 + 2 + 3 * 12 + 4, 8 + 2 + 3 * 12 + 4 + 2 + 3 * 12 + 4)
        let values = gps + 2 + 4 * 12 + 4
        let (note, comment) = (values + 68, values + 68 + 70_000)
        var bytes: [UInt8] = Array("II*\0".utf8) + number(8, 4)
        bytes += number(3, 2) + entry(0x0112, 3, 1, number(1, 2)) + entry(0x8769, 4, 1, number(exif, 4))
        bytes += entry(0x8825, 4, 1, number(gps, 4)) + number(0, 4)
        bytes += number(3, 2) + entry(0x9003, 2, 20, number(values + 48, 4))
        bytes += entry(0x927C, 7, 70_000, number(note, 4)) + entry(0x9286, 7, 66_000, number(comment, 4)) + number(0, 4)
        bytes += number(4, 2) + entry(1, 2, 2, Array("S\0".utf8)) + entry(2, 5, 3, number(values, 4))
        bytes += entry(3, 2, 2, Array("E\0".utf8)) + entry(4, 5, 3, number(values + 24, 4)) + number(0, 4)
        for (value, divisor) in [(33, 1), (51, 1), (36, 1), (151, 1), (12, 1), (36, 1)] {
            bytes += number(value, 4) + number(divisor, 4)
        }
        return bytes + Array("2026:11:21 10:20:30\0".utf8) + [UInt8](repeating: 7, count: 136_000)
    }()

    private func isInSydney(_ metadata: PhotoMetadata) -> Bool {
        guard let coordinate = metadata.location?.coordinate else { return false }
        return abs(coordinate.latitude + 33.86) < 1e-9 && abs(coordinate.longitude - 151.21) < 1e-9
    }

    @Test func positionAndTimeStay() throws {
        let excerpt = try #require(EXIFExcerpt(Self.long))
        #expect(excerpt.bytes.count < 1000)
        let file = try TestPicture.gradient(8, 8).jpegData(quality: 90, exif: excerpt.bytes)
        let metadata = try MetadataReader().metadata(of: [UInt8](file))
        #expect(isInSydney(metadata))
        #expect(metadata.date?.wallTime.description == "2026-11-21T10:20:30")
        #expect(metadata.warnings.isEmpty)
    }

    @Test func cropOfAPictureWithLongEXIFKeepsThePosition() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("long.png")
        try TestPicture.quarters(40, 30).pngData(compression: 1, texts: [], exif: Self.long).write(
            to: URL(filePath: path))
        let pipeline = ImagePipeline()
        let source = CroppedImageSource(
            original: FileImageSource(path: path, pipeline: pipeline), parameters: CropParameters(zoom: 2),
            pipeline: pipeline)
        let metadata = try MetadataReader().metadata(of: [UInt8](try await source.fullResolutionImageData()))
        #expect(isInSydney(metadata))
    }

    @Test func damageDoesNoHarm() {
        for count in 0..<300 { _ = EXIFExcerpt(Array(Self.long[..<count])) }
        var random = SeededGenerator(seed: 64)
        for _ in 0..<300 {
            var bytes = Array(Self.long[..<400])
            random.damage(&bytes)
            guard let excerpt = EXIFExcerpt(bytes) else { continue }
            #expect(excerpt.bytes.count <= JPEGAssembly.longestEXIF)
        }
    }
}
