import Metadata
import TestSupport
import Testing

@testable import Images

@Suite struct ImageSizeOptionTests {
    @Test func fitFitsFillFillsAndNeitherEnlarges() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            func size(_ most: Int) -> PixelSize {
                PixelSize(width: .random(in: 1...most, using: &random), height: .random(in: 1...most, using: &random))
            }
            let (own, box) = (size(9000), size(3000))
            let fit = ImageSizeOption.fitSize(box).target(for: own)
            let fill = ImageSizeOption.fillSize(box).target(for: own)
            #expect(fit.width <= min(box.width, own.width) && fit.height <= min(box.height, own.height))
            #expect(fit == own || fit.width == box.width || fit.height == box.height)
            #expect(fill.width >= min(box.width, own.width) && fill.height >= min(box.height, own.height))
            #expect(fill.width <= own.width && fill.height <= own.height)
            #expect(fill == own || fill.width == box.width || fill.height == box.height)
            #expect(ImageSizeOption.fullResolution.target(for: own) == own)
        }
    }

    @Test func extremesAreSizesToo() {
        let own = PixelSize(width: 65_500, height: 1)
        for side in [Int.min, -1, 0, 1, .max] {
            let target = ImageSizeOption.fitSize(PixelSize(width: side, height: side)).target(for: own)
            #expect(target.width >= 1 && target.height == 1 && target.width <= 65_500)
        }
    }

    @Test func equalityComparesBothSides() {
        let small = ImageSizeOption.fitSize(PixelSize(width: 1, height: 2))
        #expect(small != .fitSize(PixelSize(width: 2, height: 1)))
        #expect(small != .fillSize(PixelSize(width: 1, height: 2)))
        #expect(small != .fullResolution)
        #expect(small == .fitSize(PixelSize(width: 1, height: 2)))
    }
}
