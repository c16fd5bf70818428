import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct ImageSizeOptionTests {
    @Test("Fit, fill and crop give sizes that match the box and never enlarge")
    func fitFitsFillFillsAndNeitherEnlarges() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            func size(_ maximum: Int) -> PixelSize {
                PixelSize(
                    width: .random(in: 1...maximum, using: &random), height: .random(in: 1...maximum, using: &random))
            }
            let (own, box) = (size(9000), size(3000))
            let fit = ImageRequest.Size.fitSize(box).target(for: own)
            let fill = ImageRequest.Size.fillSize(box).target(for: own)
            #expect(fit.width <= min(box.width, own.width) && fit.height <= min(box.height, own.height))
            #expect(fit == own || fit.width == box.width || fit.height == box.height)
            #expect(fill.width >= min(box.width, own.width) && fill.height >= min(box.height, own.height))
            #expect(fill.width <= own.width && fill.height <= own.height)
            #expect(fill == own || fill.width == box.width || fill.height == box.height)
            #expect(ImageRequest.Size.fullResolution.target(for: own) == own)
            let crop = ImageRequest.Size.cropSize(box).target(for: own)
            #expect(crop.width <= min(box.width, own.width) && crop.height <= min(box.height, own.height))
            // The box, or the largest part in its shape.
            #expect(crop == box || crop.width == own.width || crop.height == own.height)
            let error = abs(crop.width * box.height - crop.height * box.width)
            #expect(error <= max(box.width, box.height) || crop.width == 1 || crop.height == 1)
        }
    }

    @Test("Extreme boxes and images still give sizes of at least one pixel")
    func extremesAreSizesToo() {
        let own = PixelSize(width: 65_500, height: 1)
        for side in [Int.min, -1, 0, 1, .max] {
            let target = ImageRequest.Size.fitSize(PixelSize(width: side, height: side)).target(for: own)
            #expect(target.width >= 1 && target.height == 1 && target.width <= 65_500)
            for height in [Int.min, 1, .max] {
                let crop = ImageRequest.Size.cropSize(PixelSize(width: side, height: height)).target(for: own)
                #expect(crop.width >= 1 && crop.height == 1 && crop.width <= 65_500)
            }
        }
    }

    @Test("Sizes are equal only if the mode, width and height are")
    func equalityComparesBothSides() {
        let small = ImageRequest.Size.fitSize(PixelSize(width: 1, height: 2))
        #expect(small != .fitSize(PixelSize(width: 2, height: 1)))
        #expect(small != .fillSize(PixelSize(width: 1, height: 2)))
        #expect(small != .fullResolution)
        #expect(small == .fitSize(PixelSize(width: 1, height: 2)))
    }
}
