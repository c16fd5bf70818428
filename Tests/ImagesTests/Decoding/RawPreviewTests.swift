import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct RawPreviewTests {
    private let folder = TemporaryFolder()

    private func write(_ sample: RawSample, orientation: Int = 6) throws -> String {
        let name = "photo.\(sample.rawValue)"
        try folder.write(name, Data(try sample.bytes(orientation: orientation)))
        return folder.file(name)
    }

    /// Quarters whose upper left one was red, after a turn to the right: blue, red above; white, green below.
    private func isUpright(_ image: PixelImage) -> Bool {
        func has(_ x: Int, _ y: Int, _ red: Int, _ green: Int, _ blue: Int) -> Bool {
            let pixel = image[image.size.width * x / 4, image.size.height * y / 4]
            return abs(Int(pixel.red) - red) < 40 && abs(Int(pixel.green) - green) < 40
                && abs(Int(pixel.blue) - blue) < 40
        }
        return has(1, 1, 0, 0, 255) && has(3, 1, 255, 0, 0) && has(1, 3, 255, 255, 255) && has(3, 3, 0, 255, 0)
    }

    @Test("The preview of a raw file is decoded upright, at full size and reduced", arguments: RawSample.allCases)
    func thePreviewIsShownUpright(_ sample: RawSample) throws {
        let path = try write(sample)
        #expect(try MetadataReader().metadata(of: path).format == .raw)
        let whole = try ImageDecoder().decode(path)
        #expect(whole.image.size == PixelSize(width: 400, height: 600) && !whole.isDamaged)
        #expect(isUpright(whole.image))
        let small = try ImageDecoder().decode(path, size: .fitSize(PixelSize(width: 90, height: 90)))
        #expect(small.image.size.height == 90 && abs(small.image.size.width - 60) <= 1, "\(small.image.size)")
        #expect(isUpright(small.image))
        // From memory it is the same.
        #expect(try ImageDecoder().decode(Data(contentsOf: URL(filePath: path))).image == whole.image)
    }

    @Test(
        "The size of a raw file is that of its sensor",
        arguments: [RawSample.cr2, .nef, .arw, .dng, .pef, .orf, .rw2, .cr3])
    func theSizeIsThatOfTheSensor(_ sample: RawSample) throws {
        let path = try write(sample)
        #expect(try ImageDecoder().size(of: path) == PixelSize(width: 4000, height: 6000))
        let decoded = try ImageDecoder().decode(path, size: .fitSize(PixelSize(width: 90, height: 90)))
        #expect(decoded.fullSize == PixelSize(width: 4000, height: 6000))
        #expect(decoded.metadata?.camera?.make != nil)
    }

    @Test("The smallest sufficient preview is used, or another one if it is damaged")
    func theSmallestThatSufficesIsTaken() throws {
        let bytes = try RawSample.cr3.bytes()
        let previews = try RawPreviews.find(of: bytes)
        #expect(previews.map(\.size?.width) == [160, 240, 600])
        // One that is damaged is passed over for a larger one, and then for a smaller one, which is told.
        func damaged(_ preview: EmbeddedImage) throws -> [UInt8] {
            let frame = try #require(
                bytes[preview.offset..<preview.offset + preview.count].indices.first {
                    bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA
                })
            var copy = bytes
            // The header of the scan, without which no decoder begins.
            copy.replaceSubrange(frame + 2..<frame + 5, with: [0, 3, 0])
            return copy
        }
        func decode(_ bytes: [UInt8], _ side: Int) throws -> DecodedImage {
            try ImageDecoder().decode(Data(bytes), size: .fitSize(PixelSize(width: side, height: side)))
        }
        let withoutMiddle = try decode(try damaged(previews[1]), 200)
        #expect(withoutMiddle.image.size.height == 200 && !withoutMiddle.isDamaged)
        let withoutLarge = try decode(try damaged(previews[2]), 500)
        #expect(withoutLarge.image.size.height == 240 && withoutLarge.isDamaged)
        #expect(try decode(bytes, 240).image.size == PixelSize(width: 160, height: 240))
    }

    @Test("Black bars of a raw file's thumbnail are cropped")
    func barsOfThumbnailsAreCutOff() throws {
        let image = try ImageDecoder().decode(
            Data(try RawSample.cr2.bytes(orientation: 1)), size: .fitSize(PixelSize(width: 150, height: 150))
        ).image
        #expect(image.size == PixelSize(width: 150, height: 100))
        #expect(image[10, 0].red > 150 && image[10, 99].blue > 150)
    }

    @Test("A raw file without a JPEG preview shows its small RGB image, and without either is unsupported")
    func withoutAJPEGSmallPixelsAreShown() throws {
        var file = TIFFSample()
        let pixels = file.add((0..<16 * 12).flatMap { _ in [200, 100, 50] as [UInt8] })
        let sensor = file.add(RawSample.lossless)
        file.directories = [
            .init(
                entries: [
                    (254, .long([0])), (256, .long([6000])), (257, .long([4000])), (258, .short([14])),
                    (259, .short([34713])),
                    (262, .short([32803])), (271, .ascii("NIKON")), (273, .blob(sensor)), (279, .long([60_022])),
                ], next: 1),
            .init(
                entries: [
                    (254, .long([1])), (256, .long([16])), (257, .long([12])), (258, .short([8, 8, 8])),
                    (259, .short([1])),
                    (262, .short([2])), (273, .blob(pixels)), (277, .short([3])), (278, .long([12])),
                    (279, .long([576])),
                ], next: nil),
        ]
        let decoded = try ImageDecoder().decode(Data(file.bytes()))
        #expect(decoded.image.size == PixelSize(width: 16, height: 12))
        #expect(decoded.image[3, 3] == PixelImage.Pixel(red: 200, green: 100, blue: 50, alpha: 255))
        file.directories[0].next = nil
        let error = #expect(throws: ImageError.self) { try ImageDecoder().decode(Data(file.bytes())) }
        #expect(error?.code == .unsupported && error?.message.contains("without a preview") == true, "\(error as Any)")
    }

    @Test("Previews that lie outside the file are rejected")
    func previewsOutsideOfTheFileAreNone() throws {
        for (offset, count) in [(0x7FFF_FFFF, 1000), (8, 0x7FFF_FFFF), (0, 0), (0xFFFF_FFFF, 0xFFFF_FFFF)] {
            var file = TIFFSample()
            file.directories = [
                .init(
                    entries: [
                        (254, .long([0])), (256, .long([6000])), (257, .long([4000])), (259, .short([34713])),
                        (262, .short([32803])), (513, .long([offset])), (514, .long([count])),
                    ], next: 0)
            ]
            #expect(throws: ImageError.self) { try ImageDecoder().decode(Data(file.bytes())) }
        }
    }

    @Test("A raw file cut off within its preview shows what is left, marked as damaged")
    func aFileThatIsCutOffShowsWhatIsThere() throws {
        let bytes = try RawSample.raf.bytes()
        let preview = try #require(try RawPreviews.find(of: bytes).last)
        let cut = Data(bytes.prefix(preview.offset + preview.count / 2))
        let decoded = try? ImageDecoder().decode(cut)
        #expect(decoded?.isDamaged != false)
    }

    @Test("Every truncated raw file decodes or is reported as damaged or unsupported", arguments: RawSample.allCases)
    func everyPrefixIsAPictureOrAnError(_ sample: RawSample) throws {
        let bytes = try sample.bytes()
        // Each in the long version; else the structure's first bytes, and some.
        let cuts = (0..<bytes.count).filter { Fixtures.isThorough || $0 < 300 && $0 % 97 == 0 || $0 % 499_999 == 0 }
        for count in cuts {
            do throws(ImageError) {
                _ = try ImageDecoder().decode(
                    Data(bytes.prefix(count)), size: .fitSize(PixelSize(width: 30, height: 30)))
            } catch {
                #expect([.damaged, .unsupported].contains(error.code), "\(count): \(error)")
            }
        }
    }

    @Test("Randomly damaged raw files never trap", arguments: RawSample.allCases)
    func damageDoesNoHarm(_ sample: RawSample) throws {
        let whole = try sample.bytes()
        var random = SeededGenerator(seed: 23)
        var limits = ImagePipeline.Limits()
        (limits.pixels, limits.memory, limits.programTime) = (1 << 20, 1 << 24, .seconds(2))
        for _ in 0..<Fixtures.rounds(160) {
            var bytes = whole
            // Where the structure is, and anywhere.
            var head = Array(bytes.prefix(400))
            random.damage(&head, faults: 3)
            bytes.replaceSubrange(0..<400, with: head.prefix(400))
            let picture = try ImageBytes(bytes, name: "damaged")
            _ = try? ImageDecoder(limits: limits).decode(picture, size: .fitSize(PixelSize(width: 9, height: 9)))
            _ = ImageDecoder(limits: limits).embedded(in: picture)
        }
    }

    @Test("A progressive request for a raw file delivers the thumbnail first, then the largest preview")
    func progressiveRequestsBeginWithTheThumbnail() async throws {
        var configuration = ImagePipeline.Configuration()
        configuration.threads = 1
        let source = FileImageSource(
            path: try write(.cr3), pipeline: ImagePipeline(configuration: configuration))
        var sizes: [PixelSize?] = []
        for await result in source.results(options: ImageRequest.Options(deliveryMode: .progressive)) {
            sizes.append(result.image?.size)
        }
        #expect(sizes.first == PixelSize(width: 107, height: 160))
        #expect(sizes.last == PixelSize(width: 400, height: 600))
        #expect(try await source.imageSize() == PixelSize(width: 4000, height: 6000))
        #expect(try await source.fullResolutionImageData() == Data(contentsOf: source.url))
    }

    /// ExifTool, where it is installed, finds the same bytes.
    @Test("The largest preview is byte for byte what ExifTool extracts", arguments: RawSample.allCases)
    func exifToolFindsTheSame(_ sample: RawSample) async throws {
        let program = "/usr/bin/exiftool"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            print("skipped: no exiftool")
            return
        }
        let path = try write(sample)
        let preview = try #require(try RawPreviews.find(at: path).last)
        let bytes = try Data(contentsOf: URL(filePath: path))
        var found: [Data] = []
        // What a maker calls the largest one.
        for tag in ["JpgFromRaw", "PreviewImage", "OtherImage"] {
            let out = folder.file("\(tag).jpg")
            let end = try await ChildProcess(
                ["/bin/sh", "-c", "\"$0\" -b -\(tag) \"$1\" > \"$2\"", program, path, out]
            ).end(seconds: 60)
            #expect(end.status != nil)
            found.append(try Data(contentsOf: URL(filePath: out)))
        }
        let wanted = bytes[preview.offset..<preview.offset + preview.count]
        #expect(found.contains { $0 == wanted }, "\(found.map(\.count)), not \(wanted.count)")
    }
}
