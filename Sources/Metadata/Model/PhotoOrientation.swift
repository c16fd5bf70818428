/// How the stored pixels have to be turned for the picture to be upright; the numbers are those of EXIF.
public enum PhotoOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by 180 degrees.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored left to right, then turned by 90 degrees counterclockwise.
    case leftMirrored = 5
    /// To be turned by 90 degrees clockwise.
    case right = 6
    /// Mirrored left to right, then turned by 90 degrees clockwise.
    case rightMirrored = 7
    /// To be turned by 90 degrees counterclockwise.
    case left = 8

    /// Whether the upright picture is as wide as the stored one is high.
    public var swapsSides: Bool { rawValue >= 5 }
}
