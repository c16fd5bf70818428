import FoundationEssentials
import Glibc
import LKMetadata

/// A part of an image, with rotation.
public struct CropParameters: Sendable, Hashable {
    /// Turns by 90 degrees, counterclockwise.
    public var quarterTurns: Int

    /// An additional rotation, in degrees counterclockwise: -25...25.
    public var tilt: Double

    /// How much the image is enlarged behind the frame: from 1, where it just covers the frame, to 10.
    public var zoom: Double

    /// How far the frame is moved to the right of the centre, in frame widths; it stays within the image.
    public var offsetX: Double

    /// How far the frame is moved down from the centre, in frame heights.
    public var offsetY: Double

    /// The frame's width divided by its height; `nil` for the shape of the image after the quarter turns.
    public var aspectRatio: Double?

    /// Creates parameters; values outside their ranges are clamped.
    ///
    /// - Parameters:
    ///   - aspectRatio: The frame's width divided by its height.
    ///   - quarterTurns: Turns by 90 degrees, counterclockwise.
    ///   - tilt: An additional rotation, in degrees counterclockwise.
    ///   - zoom: How much the image is enlarged behind the frame.
    ///   - offsetX: How far the frame is to the right of the centre, in its widths.
    ///   - offsetY: How far the frame is below the centre, in its heights.
    public init(
        aspectRatio: Double? = nil, quarterTurns: Int = 0, tilt: Double = 0, zoom: Double = 1, offsetX: Double = 0,
        offsetY: Double = 0
    ) {
        self.aspectRatio = aspectRatio
        self.quarterTurns = quarterTurns
        self.tilt = tilt
        self.zoom = zoom
        self.offsetX = offsetX
        self.offsetY = offsetY
    }
}

/// The geometry of a crop frame in an image.
struct CropGeometry {
    /// The frame's sides, in image pixels.
    let width: Double
    let height: Double
    /// The frame's centre in the image.
    let middleX: Double
    let middleY: Double
    /// The angle, counterclockwise.
    let cosine: Double
    let sine: Double
    let quarterTurns: Int
    let isTilted: Bool

    /// The size of the crop at full resolution, so that nothing is enlarged.
    var size: PixelSize { PixelSize(width: max(1, Int(width + 1e-6)), height: max(1, Int(height + 1e-6))) }

    /// Creates the frame of parameters in an image.
    init(_ parameters: CropParameters, in size: PixelSize) {
        func bounded(_ value: Double, _ range: ClosedRange<Double>, else fallback: Double) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : fallback
        }
        quarterTurns = ((parameters.quarterTurns % 4) + 4) % 4
        let tilt = bounded(parameters.tilt, -25...25, else: 0)
        isTilted = tilt != 0
        let angle = tilt * .pi / 180
        // Exact for quarter turns, unlike sine and cosine.
        let (quarterCosine, quarterSine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarterTurns]
        cosine = cos(angle) * quarterCosine - sin(angle) * quarterSine
        sine = sin(angle) * quarterCosine + cos(angle) * quarterSine
        let (wide, high) = (Double(size.width), Double(size.height))
        let own = quarterTurns % 2 == 0 ? wide / high : high / wide
        let ratio = parameters.aspectRatio.map { bounded($0, 0.01...100, else: own) } ?? own
        // The image covers the turned frame, of `ratio` by 1.
        let (c, s) = (abs(cosine), abs(sine))
        let cover = max((c * ratio + s) / wide, (s * ratio + c) / high)
        let scale = cover * bounded(parameters.zoom, 1...10, else: 1)
        width = ratio / scale
        height = 1 / scale
        // The vector from the image's centre to the frame's, rotated into image coordinates.
        let right = bounded(parameters.offsetX, -100...100, else: 0) * width
        let down = bounded(parameters.offsetY, -100...100, else: 0) * height
        let roomX = max(0, (wide - (c * width + s * height)) / 2)
        let roomY = max(0, (high - (s * width + c * height)) / 2)
        middleX = wide / 2 + min(max(right * cosine - down * sine, -roomX), roomX)
        middleY = high / 2 + min(max(right * sine + down * cosine, -roomY), roomY)
    }
}
