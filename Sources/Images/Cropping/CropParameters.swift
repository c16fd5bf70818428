/// Which part of a picture is wanted, and how it is turned.
public struct CropParameters: Sendable, Hashable {
    /// Turns by 90 degrees, counterclockwise.
    public var quarterTurns: Int

    /// A further turn, in degrees counterclockwise: -25...25.
    public var tilt: Double

    /// How much the picture is enlarged behind the frame: 1, where it just covers it, to 10.
    public var zoom: Double

    /// How far the frame is moved to the right from the middle, in widths of the frame; no further than the picture goes.
    public var offsetX: Double

    /// How far the frame is moved down from the middle, in heights of the frame.
    public var offsetY: Double

    /// The frame's width divided by its height; `nil` for the shape of the picture after its quarter turns.
    public var aspectRatio: Double?

    /// Makes parameters; values beyond their ranges count as the nearest within.
    ///
    /// - Parameters:
    ///   - aspectRatio: The frame's width divided by its height.
    ///   - quarterTurns: Turns by 90 degrees, counterclockwise.
    ///   - tilt: A further turn, in degrees counterclockwise.
    ///   - zoom: How much the picture is enlarged behind the frame.
    ///   - offsetX: How far the frame is to the right of the middle, in its widths.
    ///   - offsetY: How far the frame is below the middle, in its heights.
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
