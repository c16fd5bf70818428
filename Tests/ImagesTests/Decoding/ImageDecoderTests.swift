import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct ImageDecoderTests {
    private let folder = TemporaryFolder()
    private let decoder = ImageDecoder()

    @Test("A PNG decodes to the same pixels", arguments: [true, false])
    func pngComesBackAsItWas(isOpaque: Bool) throws {
        let image = try TestPicture.gradient(61, 43, isOpaque: isOpaque)
        let path = folder.file("a.png")
        try image.write(to: URL(filePath: path))
        let decoded = try decoder.decode(path)
        #expect(decoded.image == image && decoded.image.isOpaque == isOpaque && !decoded.isDamaged)
    }

    @Test("A JPEG keeps the color profile")
    func colourProfileIsKept() throws {
        var profile = [UInt8](repeating: 0, count: 180)
        profile.replaceSubrange(0..<4, with: [0, 0, 0, 180])
        profile.replaceSubrange(8..<12, with: [2, 0x10, 0, 0])
        profile.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
        profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
        profile.replaceSubrange(68..<80, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
        profile.replaceSubrange(128..<144, with: [0, 0, 0, 1] + Array("desc".utf8) + [0, 0, 0, 144, 0, 0, 0, 36])
        profile.replaceSubrange(
            144..<167, with: Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 11] + Array("Display P3\0".utf8))
        let space = PixelImage.ColorSpace(profile: profile)
        #expect(space.name == "Display P3")
        let image = try PixelImage(size: PixelSize(width: 8, height: 8), colorSpace: space, isOpaque: true) {
            $0.initializeMemory(as: UInt8.self, repeating: 255)
        }
        #expect(try decoder.decode(image.jpegData()).image.colorSpace == space)
    }

    @Test("A JPEG is turned upright from each EXIF orientation, at full size and reduced", arguments: 1...8)
    func jpegIsUprightInEveryOrientation(_ orientation: Int) throws {
        let upright = try TestPicture.quarters(64, 32)
        // What turns the upright picture into the stored one is the other way round.
        let inverse = [1, 2, 3, 4, 5, 8, 7, 6][orientation - 1]
        let stored = try upright.upright(from: try #require(PhotoMetadata.Orientation(rawValue: inverse)))
        let data = try TestPicture.jpeg(stored, orientation: orientation)
        for option in [ImageRequest.Size.fullResolution, .fitSize(PixelSize(width: 16, height: 16))] {
            let image = try decoder.decode(data, size: option).image
            #expect(image.size == option.target(for: upright.size))
            for (x, y) in [(2, 2), (image.size.width - 3, 2), (2, image.size.height - 3)] {
                let (wanted, got) = (upright[x * 64 / image.size.width, y * 32 / image.size.height], image[x, y])
                #expect(abs(Int(wanted.red) - Int(got.red)) < 60 && abs(Int(wanted.green) - Int(got.green)) < 60)
            }
        }
        let path = folder.file("o.jpg")
        try data.write(to: URL(filePath: path))
        #expect(try decoder.size(of: path) == upright.size)
    }

    @Test("A reduced JPEG has exactly the requested size")
    func smallPictureOfALargeOneIsOfTheSizeAsked() throws {
        let data = try TestPicture.gradient(1200, 901).jpegData()
        for side in [1, 7, 75, 150, 151, 300, 599, 600, 601, 899, 1199, 5000] {
            let option = ImageRequest.Size.fitSize(PixelSize(width: side, height: side))
            let decoded = try decoder.decode(data, size: option)
            #expect(decoded.image.size == option.target(for: PixelSize(width: 1200, height: 901)))
            #expect(decoded.fullSize == PixelSize(width: 1200, height: 901))
        }
    }

    /// Each prefix gives the picture, part of it with the mark, or an error.
    @Test("Every truncated image decodes, is marked as damaged, or is an error", arguments: ["jpeg", "png"])
    func everyPrefixIsAPictureOrAnError(_ format: String) throws {
        let image = try TestPicture.gradient(24, 16)
        let data = format == "png" ? try image.pngData() : try TestPicture.jpeg(image, orientation: 6)
        var damaged = 0
        for count in Fixtures.cuts(0..<data.count) {
            do {
                let decoded = try decoder.decode(data.prefix(count))
                #expect(decoded.fullSize.width * decoded.fullSize.height == 24 * 16)
                if decoded.isDamaged { damaged += 1 }
            } catch {
                #expect(error.code == .damaged || error.code == .unsupported, "\(error)")
            }
        }
        #expect(damaged > 0)
        #expect(try !decoder.decode(data).isDamaged)
    }

    @Test("Flipped bits in an image never trap", arguments: ["jpeg", "png"])
    func flippedBitsDoNoHarm(_ format: String) throws {
        let image = try TestPicture.gradient(24, 16)
        let data = format == "png" ? try image.pngData() : try TestPicture.jpeg(image, thumbnail: image)
        var limited = ImagePipeline.Limits()
        limited.memory = 1 << 24
        var random = SeededGenerator(seed: 3)
        var results = 0
        for _ in 0..<Fixtures.rounds(3000) {
            var copy = data
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = copy.startIndex + Int.random(in: 0..<copy.count, using: &random)
                copy[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            let bytes = try ImageBytes(copy, name: "flipped")
            if (try? ImageDecoder(limits: limited).decode(bytes, size: .fitSize(PixelSize(width: 9, height: 9)))) != nil
            {
                results += 1
            }
            _ = ImageDecoder(limits: limited).embedded(in: bytes)
            _ = bytes.exifBlock().flatMap { EXIFCopy($0) }.map { copy in
                var copy = copy
                copy.describe(PixelSize(width: 1, height: 1))
            }
        }
        #expect(results > 0)
    }

    @Test("An image over the limits is refused with its size")
    func hugePictureIsRefusedWithItsSize() throws {
        var data = try TestPicture.gradient(16, 16).jpegData()
        // The sides in the frame's header.
        let frame = try #require(data.firstRange(of: [0xFF, 0xC0]))
        data.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        do {
            _ = try decoder.decode(data, size: .fitSize(PixelSize(width: 100, height: 100)))
            Issue.record("no error")
        } catch {
            #expect(error.code == .tooLarge)
            #expect(error.message.contains("65500x65500"))
        }
        var limits = ImagePipeline.Limits()
        limits.memory = 1000
        expect(.tooLarge) { _ = try ImageDecoder(limits: limits).decode(TestPicture.gradient(99, 99).pngData()) }
    }

    @Test("A missing file, an unreadable one, a pipe and data without an image each have their error")
    func whatIsNoPictureIsSaid() throws {
        expect(.missing) { _ = try decoder.image(at: folder.file("none.jpg")) }
        expect(.unreadable) { _ = try decoder.image(at: folder.path) }
        expect(.unsupported) { _ = try decoder.decode(Data("BM, say".utf8)) }
        expect(.damaged) { _ = try decoder.decode(Data("GIF89a, say".utf8)) }
        expect(.damaged) { _ = try decoder.decode(Data()) }
        let pipe = folder.file("pipe.jpg")
        #expect(mkfifo(pipe, 0o600) == 0)
        expect(.unreadable) { _ = try decoder.image(at: pipe) }
    }

    @Test("A failed write leaves the folder as it was, and a successful one replaces the file")
    func writingKeepsTheOldFileWhenItFails() throws {
        let image = try TestPicture.gradient(4, 4)
        expect(.notWritten) { try image.write(to: URL(filePath: folder.file("no/such/folder.png"))) }
        expect(.notWritten) { try image.write(to: URL(filePath: folder.path + "/")) }
        let path = folder.file("b.jpg")
        try image.write(to: URL(filePath: path), as: .jpeg(quality: 50))
        try image.write(to: URL(filePath: path))
        #expect(folder.names == ["b.jpg"])
        #expect(try decoder.image(at: path).size == image.size)
    }

    @Test("Photos from many cameras are decoded at the requested size or refused with a message")
    func samplesOfManyCamerasAreDecodedOrRefused() throws {
        guard let samples = Fixtures.folder("photos") else {
            print("skipped: no shared/data/photos")
            return
        }
        var decoded = 0
        var kinds: Set<String> = []
        let found = FileManager.default.enumerator(at: samples, includingPropertiesForKeys: nil)?.allObjects ?? []
        for url in Fixtures.some(found.compactMap { $0 as? URL }.sorted { $0.path < $1.path }) {
            let option = ImageRequest.Size.fitSize(PixelSize(width: 160, height: 160))
            do {
                let result = try decoder.decode(url.path, size: option)
                #expect(result.image.size == option.target(for: result.fullSize), "\(url.path)")
                #expect(try decoder.size(of: url.path) == result.fullSize, "\(url.path)")
                decoded += 1
                kinds.insert(url.pathExtension.lowercased())
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
        #expect(
            decoded > (Fixtures.isThorough ? 200 : 30)
                && kinds.isSuperset(of: Fixtures.isThorough ? ["jpg", "png", "webp", "heic", "avif"] : ["jpg", "png"]),
            "\(decoded) \(kinds)")
    }
}
