import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct EXIFExcerptTests {
    /// EXIF with more than a JPEG has room for: a time, a position, a maker's note and a comment.
    private static let long = TIFFFixture.bytes([
        (0x0112, .short([1])),
        (
            0x8769,
            .directory([
                (0x9003, .ascii("2026:11:21 10:20:30")), (0x927C, .undefined([UInt8](repeating: 7, count: 70_000))),
                (0x9286, .undefined([UInt8](repeating: 7, count: 66_000))),
            ])
        ),
        (
            0x8825,
            .directory([
                (1, .ascii("S")), (2, .rational([(33, 1), (51, 1), (36, 1)])), (3, .ascii("E")),
                (4, .rational([(151, 1), (12, 1), (36, 1)])),
            ])
        ),
    ])

    private func isInSydney(_ metadata: PhotoMetadata) -> Bool {
        guard let coordinate = metadata.location?.coordinate else { return false }
        return abs(coordinate.latitude + 33.86) < 1e-9 && abs(coordinate.longitude - 151.21) < 1e-9
    }

    @Test("Shortening a long EXIF block keeps position and time")
    func positionAndTimeStay() throws {
        let excerpt = try #require(EXIFExcerpt(Self.long))
        #expect(excerpt.bytes.count < 1000)
        let file = try TestPicture.gradient(8, 8).jpegData(quality: 90, exif: excerpt.bytes)
        let metadata = try MetadataReader().metadata(of: [UInt8](file))
        #expect(isInSydney(metadata))
        #expect(metadata.date?.wallTime.description == "2026-11-21T10:20:30")
        #expect(metadata.warnings.isEmpty)
    }

    @Test("Cropping an image with a long EXIF block keeps the position")
    func cropOfAPictureWithLongEXIFKeepsThePosition() async throws {
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

    @Test("Truncated and damaged EXIF blocks are shortened without trapping")
    func damageDoesNoHarm() {
        for count in 0..<300 { _ = EXIFExcerpt(Array(Self.long[..<count])) }
        var random = SeededGenerator(seed: 64)
        for _ in 0..<300 {
            var bytes = Array(Self.long[..<400])
            random.damage(&bytes)
            guard let excerpt = EXIFExcerpt(bytes) else { continue }
            #expect(excerpt.bytes.count <= JPEGAssembly.maximumEXIFSize)
        }
    }
}
