extension PhotoMetadata {
    /// How the stored pixels have to be rotated for an upright image, numbered as in EXIF.
    public enum Orientation: Int, Sendable, Hashable, Codable, CaseIterable {
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

        /// Whether orienting the image exchanges width and height.
        public var swapsSides: Bool { rawValue >= 5 }
    }
}

/// The transform from stored to upright pixels: one of the eight symmetries of a rectangle.
///
/// The columns of the matrix are the images of the stored right and down directions.
struct OrientationTransform: Hashable {
    private var (a, b, c, d) = (1, 0, 0, 1)

    static let none = OrientationTransform(1, 0, 0, 1)
    /// Exchanges left and right.
    static let mirroredLeftRight = OrientationTransform(-1, 0, 0, 1)
    /// Exchanges top and bottom.
    static let mirroredTopBottom = OrientationTransform(1, 0, 0, -1)

    /// Creates the transform x' = a x + c y, y' = b x + d y.
    private init(_ a: Int, _ b: Int, _ c: Int, _ d: Int) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    /// Returns a transform of counterclockwise quarter turns.
    static func counterclockwise(_ quarters: Int) -> OrientationTransform {
        var turn = OrientationTransform.none
        for _ in 0..<(quarters & 3) { turn = turn.followed(by: OrientationTransform(0, -1, 1, 0)) }
        return turn
    }

    /// Creates the transform from a video track's matrix; returns `nil` unless that consists of quarter turns,
    /// mirroring and scaling.
    init?(a: Int32, b: Int32, c: Int32, d: Int32) {
        let signs = [a, b, c, d].map { Int($0.signum()) }
        self.init(signs[0], signs[1], signs[2], signs[3])
        guard Self.exif.contains(self) else { return nil }
    }

    func followed(by next: OrientationTransform) -> OrientationTransform {
        OrientationTransform(
            next.a * a + next.c * b, next.b * a + next.d * b, next.a * c + next.c * d, next.b * c + next.d * d)
    }

    /// The equivalent EXIF orientation.
    var orientation: PhotoMetadata.Orientation {
        PhotoMetadata.Orientation(rawValue: (Self.exif.firstIndex(of: self) ?? 0) + 1) ?? .up
    }

    private static let exif = [
        OrientationTransform.none, mirroredLeftRight, OrientationTransform(-1, 0, 0, -1), mirroredTopBottom,
        OrientationTransform(0, 1, 1, 0),
        OrientationTransform(0, 1, -1, 0), OrientationTransform(0, -1, -1, 0), OrientationTransform(0, -1, 1, 0),
    ]
}
