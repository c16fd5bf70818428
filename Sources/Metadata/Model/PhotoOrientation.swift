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

/// How stored pixels become upright: one of the eight turns and mirrorings of a rectangle.
///
/// Columns of the matrix are where the right-hand and the downward direction of the stored image point to.
struct OrientationTransform: Hashable {
    private var (a, b, c, d) = (1, 0, 0, 1)

    static let none = OrientationTransform(1, 0, 0, 1)
    /// Left becomes right.
    static let mirroredLeftRight = OrientationTransform(-1, 0, 0, 1)
    /// Top becomes bottom.
    static let mirroredTopBottom = OrientationTransform(1, 0, 0, -1)

    /// x' = a x + c y, y' = b x + d y.
    private init(_ a: Int, _ b: Int, _ c: Int, _ d: Int) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    /// Quarter turns against the clock.
    static func counterclockwise(_ quarters: Int) -> OrientationTransform {
        var turn = OrientationTransform.none
        for _ in 0..<(quarters & 3) { turn = turn.followed(by: OrientationTransform(0, -1, 1, 0)) }
        return turn
    }

    /// The turn of a matrix of a video's track; `nil` for one that does anything else than turning by quarters, mirroring and
    /// scaling.
    init?(a: Int32, b: Int32, c: Int32, d: Int32) {
        let signs = [a, b, c, d].map { Int($0.signum()) }
        self.init(signs[0], signs[1], signs[2], signs[3])
        guard Self.exif.contains(self) else { return nil }
    }

    func followed(by next: OrientationTransform) -> OrientationTransform {
        OrientationTransform(
            next.a * a + next.c * b, next.b * a + next.d * b, next.a * c + next.c * d, next.b * c + next.d * d)
    }

    /// The same in EXIF's words.
    var orientation: PhotoOrientation { PhotoOrientation(rawValue: (Self.exif.firstIndex(of: self) ?? 0) + 1) ?? .up }

    private static let exif = [
        OrientationTransform.none, mirroredLeftRight, OrientationTransform(-1, 0, 0, -1), mirroredTopBottom,
        OrientationTransform(0, 1, 1, 0),
        OrientationTransform(0, 1, -1, 0), OrientationTransform(0, -1, -1, 0), OrientationTransform(0, -1, 1, 0),
    ]
}
