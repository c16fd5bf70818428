import Foundation
import Metadata

/// Where a frame lies in a picture.
struct CropGeometry {
    /// The frame's sides, in pixels of the picture.
    let width: Double
    let height: Double
    /// The frame's middle in the picture.
    let middleX: Double
    let middleY: Double
    /// The angle, counterclockwise.
    let cosine: Double
    let sine: Double
    let quarterTurns: Int
    let isTilted: Bool

    /// What a crop gives at most: a pixel for each pixel of the picture, so that nothing is enlarged.
    var size: PixelSize { PixelSize(width: max(1, Int(width + 1e-6)), height: max(1, Int(height + 1e-6))) }

    /// Places the frame of some parameters in a picture.
    init(_ parameters: CropParameters, in size: PixelSize) {
        func bounded(_ value: Double, _ range: ClosedRange<Double>, else fallback: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : fallback
        }
        quarterTurns = ((parameters.quarterTurns % 4) + 4) % 4
        let tilt = bounded(parameters.tilt, -25...25, else: 0)
        isTilted = tilt != 0
        let angle = tilt * .pi / 180
        // Exact for quarter turns, which sine and cosine are not.
        let (quarterCosine, quarterSine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarterTurns]
        cosine = cos(angle) * quarterCosine - sin(angle) * quarterSine
        sine = sin(angle) * quarterCosine + cos(angle) * quarterSine
        let (wide, high) = (Double(size.width), Double(size.height))
        let own = quarterTurns % 2 == 0 ? wide / high : high / wide
        let ratio = parameters.aspectRatio.map { bounded($0, 0.01...100, else: own) } ?? own
        // The picture covers the turned frame, of `ratio` by 1.
        let (c, s) = (abs(cosine), abs(sine))
        let cover = max((c * ratio + s) / wide, (s * ratio + c) / high)
        let scale = cover * bounded(parameters.zoom, 1...10, else: 1)
        width = ratio / scale
        height = 1 / scale
        // The way from the picture's middle to the frame's, turned back into the picture.
        let right = bounded(parameters.offsetX, -100...100, else: 0) * width
        let down = bounded(parameters.offsetY, -100...100, else: 0) * height
        let roomX = max(0, (wide - (c * width + s * height)) / 2)
        let roomY = max(0, (high - (s * width + c * height)) / 2)
        middleX = wide / 2 + min(max(right * cosine - down * sine, -roomX), roomX)
        middleY = high / 2 + min(max(right * sine + down * cosine, -roomY), roomY)
    }
}
