import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct GIFDecoderTests {
    private func quarters(_ size: PixelSize) -> GIFSample {
        GIFSample(canvas: size, size: size) { x, y in
            (x * 2 >= size.width ? 1 : 0) + (y * 2 >= size.height ? 2 : 0)
        }
    }

    private func decode(_ sample: GIFSample, _ size: ImageRequest.Size = .fullResolution) throws -> DecodedImage {
        try ImageDecoder().decode(Data(sample.bytes()), size: size)
    }

    @Test("The rows of a GIF are in order, interlaced or not", arguments: [false, true])
    func rowsAreInOrder(_ isInterlaced: Bool) throws {
        var sample = quarters(PixelSize(width: 40, height: 30))
        sample.isInterlaced = isInterlaced
        let whole = try decode(sample)
        #expect(try whole.image == TestPicture.quarters(40, 30) && !whole.isDamaged)
        let small = try decode(sample, .fitSize(PixelSize(width: 20, height: 20))).image
        #expect(try small == TestPicture.quarters(40, 30).downscaled(to: PixelSize(width: 20, height: 15)))
    }

    @Test("The first frame is drawn at its offset on a transparent canvas and clipped to it")
    func theFirstPictureLiesOnItsCanvas() throws {
        var sample = quarters(PixelSize(width: 8, height: 6))
        sample.canvas = PixelSize(width: 20, height: 10)
        (sample.x, sample.y) = (10, 5)
        let image = try decode(sample).image
        #expect(image.size == PixelSize(width: 20, height: 10) && !image.isOpaque)
        #expect(image[0, 0] == PixelImage.Pixel(red: 0, green: 0, blue: 0, alpha: 0))
        #expect(image[10, 5] == PixelImage.Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        #expect(image[17, 9] == PixelImage.Pixel(red: 255, green: 255, blue: 255, alpha: 255))
        // What goes beyond the canvas is cut off.
        (sample.x, sample.y) = (18, 9)
        #expect(try decode(sample).image[19, 9].red == 255)
        (sample.x, sample.y) = (65_535, 65_535)
        #expect(try decode(sample).image[19, 9].alpha == 0)
    }

    @Test("Pixels of the transparent index are transparent")
    func anIndexMayBeTransparent() throws {
        var sample = quarters(PixelSize(width: 8, height: 8))
        sample.transparent = 2
        let image = try decode(sample).image
        #expect(image[0, 0].alpha == 255 && image[0, 7].alpha == 0 && !image.isOpaque)
    }

    @Test("A GIF that claims a huge canvas is refused in little memory")
    func aHugeCanvasIsRefusedInLittleMemory() throws {
        var sample = quarters(PixelSize(width: 4, height: 4))
        sample.canvas = PixelSize(width: 65_535, height: 65_535)
        let error = #expect(throws: ImageError.self) { try decode(sample, .fitSize(PixelSize(width: 9, height: 9))) }
        #expect(error?.code == .tooLarge && error?.message.contains("65535x65535") == true)
        var bytes = quarters(PixelSize(width: 4, height: 4)).bytes()
        let descriptor = try #require(bytes.lastIndex(of: 0x2C))
        bytes.replaceSubrange(descriptor + 5..<descriptor + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        expect(.tooLarge) { _ = try ImageDecoder().decode(Data(bytes)) }
    }

    @Test("The error of an incomplete GIF says whether the color table or the image is missing")
    func whatIsMissingIsSaid() throws {
        var sample = quarters(PixelSize(width: 4, height: 4))
        sample.hasColors = false
        let error = #expect(throws: ImageError.self) { try decode(sample) }
        #expect(error?.code == .damaged && error?.message.contains("no colours") == true)
        let none = #expect(throws: ImageError.self) {
            try ImageDecoder().decode(Data(Array("GIF89a".utf8) + [4, 0, 4, 0, 0, 0, 0, 0x3B]))
        }
        #expect(none?.code == .damaged && none?.message.contains("no image") == true)
    }

    @Test("A truncated GIF is decoded as far as it goes and marked as damaged")
    func aCutOffPictureIsShownAsFarAsItGoes() throws {
        let bytes = quarters(PixelSize(width: 40, height: 30)).bytes()
        let decoded = try ImageDecoder().decode(Data(bytes.prefix(bytes.count - 600)))
        #expect(decoded.isDamaged && decoded.image[0, 0].red == 255)
    }
}
