/// The colour of a pixel, not multiplied by alpha.
public struct Pixel: Sendable, Hashable {
    /// 0...255.
    public var red: UInt8
    /// 0...255.
    public var green: UInt8
    /// 0...255.
    public var blue: UInt8
    /// 0 is transparent, 255 opaque.
    public var alpha: UInt8

    /// Makes a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
