/// The size of a picture, in pixels.
public struct PixelSize: Sendable, Hashable, Codable {
    /// Pixels from left to right.
    public var width: Int

    /// Pixels from top to bottom.
    public var height: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - width: Pixels from left to right.
    ///   - height: Pixels from top to bottom.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size with width and height exchanged.
    public var turned: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// Width and height: `4032x3024`.
    public var description: String { "\(width)x\(height)" }
}
