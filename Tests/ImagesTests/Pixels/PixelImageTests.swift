import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct PixelImageTests {
    @Test("An image is turned upright from each orientation", arguments: PhotoMetadata.Orientation.allCases)
    func isTurnedUpright(_ orientation: PhotoMetadata.Orientation)
        throws
    {
        let stored = try TestPicture.gradient(37, 70)
        let upright = try stored.upright(from: orientation)
        #expect(upright.size == (orientation.swapsSides ? PixelSize(width: 70, height: 37) : stored.size))
        let (width, height) = (37, 70)
        for y in 0..<upright.size.height {
            for x in 0..<upright.size.width {
                let (fromX, fromY) =
                    switch orientation {
                    case .up: (x, y)
                    case .upMirrored: (width - 1 - x, y)
                    case .down: (width - 1 - x, height - 1 - y)
                    case .downMirrored: (x, height - 1 - y)
                    case .leftMirrored: (y, x)
                    case .right: (y, height - 1 - x)
                    case .rightMirrored: (width - 1 - y, height - 1 - x)
                    case .left: (width - 1 - y, x)
                    }
                #expect(upright[x, y] == stored[fromX, fromY])
            }
        }
    }

    @Test("A cropped part shares the pixels of its image, and is clipped to it")
    func partSharesThePixels() throws {
        let whole = try TestPicture.gradient(20, 10)
        let part = try #require(whole.cropped(to: PixelImage.Area(x: 15, y: -3, size: PixelSize(width: 9, height: 9))))
        #expect(part.size == PixelSize(width: 5, height: 6))
        #expect(part[0, 0] == whole[15, 0] && part[4, 5] == whole[19, 5])
        #expect(part.stride == whole.stride)
        #expect(whole.cropped(to: PixelImage.Area(x: 20, y: 0, size: PixelSize(width: 1, height: 1))) == nil)
        #expect(whole.cropped(to: PixelImage.Area(x: .max, y: 0, size: PixelSize(width: .max, height: 1))) == nil)
    }

    @Test("A uniform image stays uniform at every size")
    func flatPictureStaysFlatInEverySize() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<40 {
            let (width, height) = (Int.random(in: 1...700, using: &random), Int.random(in: 1...500, using: &random))
            let value = UInt8.random(in: 0...255, using: &random)
            for isOpaque in [true, false] {
                let flat = try PixelImage(size: PixelSize(width: width, height: height), isOpaque: isOpaque) { bytes in
                    bytes.initializeMemory(as: UInt8.self, repeating: value)
                    for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = isOpaque ? 255 : 128 }
                }
                let target = PixelSize(
                    width: Int.random(in: 1...width, using: &random), height: Int.random(in: 1...height, using: &random)
                )
                let small = try flat.downscaled(to: target)
                #expect(small.size == target)
                let alpha: UInt8 = isOpaque ? 255 : 128
                for y in 0..<target.height {
                    small.withRow(y) { row in
                        for index in stride(from: 0, to: row.count, by: 4) {
                            let isSame = row[index] == value && row[index + 2] == value && row[index + 3] == alpha
                            if !isSame { Issue.record("\(Array(row[index..<index + 4])) of \(value), \(alpha)") }
                        }
                    }
                }
            }
        }
    }

    @Test("A downscaled pixel is the mean of the area it covers")
    func smallPixelIsTheMeanOfItsArea() throws {
        let large = try TestPicture.gradient(101, 67)
        let small = try large.downscaled(to: PixelSize(width: 10, height: 9))
        for y in 0..<9 {
            for x in 0..<10 {
                var (sum, weights) = (0.0, 0.0)
                for fromY in 0..<67 {
                    let high = min(Double(fromY + 1), Double(y + 1) * 67 / 9) - max(Double(fromY), Double(y) * 67 / 9)
                    for fromX in 0..<101 where high > 0 {
                        let wide = min(Double(fromX + 1), Double(x + 1) * 10.1) - max(Double(fromX), Double(x) * 10.1)
                        guard wide > 0 else { continue }
                        sum += Double(large[fromX, fromY].green) * wide * high
                        weights += wide * high
                    }
                }
                #expect(abs(Double(small[x, y].green) - sum / weights) <= 1)
            }
        }
    }

    @Test("Colors of transparent pixels do not bleed when downscaling")
    func transparentColoursDoNotBleed() throws {
        let half = try PixelImage(size: PixelSize(width: 2, height: 1)) { bytes in
            bytes.copyBytes(from: [255, 0, 0, 255, 0, 255, 0, 0])
        }
        let one = try half.downscaled(to: PixelSize(width: 1, height: 1))
        #expect(one[0, 0] == PixelImage.Pixel(red: 255, green: 0, blue: 0, alpha: 128))
    }

    @Test("Images are never enlarged, and impossible sizes are refused")
    func nothingIsMadeLarger() throws {
        let image = try TestPicture.gradient(5, 4)
        #expect(try image.downscaled(to: PixelSize(width: 50, height: 40)) == image)
        expect(.tooLarge) { _ = try PixelImage(size: PixelSize(width: .max, height: 2)) { _ in } }
        expect(.tooLarge) { _ = try PixelImage(size: PixelSize(width: 0, height: 2)) { _ in } }
    }

    @Test("A crop size takes the middle of the image, also after turning it upright")
    func aSquareIsTheMiddleUpright() throws {
        let image = try TestPicture.quarters(60, 40)
        let square = try image.downscaled(.cropSize(PixelSize(width: 20, height: 20)))
        #expect(square.size == PixelSize(width: 20, height: 20))
        #expect(
            try square
                == image.downscaled(to: PixelSize(width: 30, height: 20)).cropped(
                    to: PixelImage.Area(x: 5, y: 0, size: PixelSize(width: 20, height: 20))))
        // Turned by its orientation, the middle stays the middle.
        let data = try TestPicture.jpeg(TestPicture.quarters(600, 400), orientation: 6)
        let box = PixelSize(width: 100, height: 50)
        let decoded = try ImageDecoder().decode(data, size: .cropSize(box))
        #expect(decoded.image.size == box && decoded.fullSize == PixelSize(width: 400, height: 600))
        // Blue and red above, white and green below.
        #expect(decoded.image[5, 5].blue > 200 && decoded.image[95, 5].red > 200 && decoded.image[95, 45].green > 200)
    }
}
