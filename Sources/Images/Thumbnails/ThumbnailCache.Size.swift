public import Metadata

extension ThumbnailCache {
    /// The sizes that the specification knows.
    public enum Size: String, Sendable, CaseIterable {
        /// At most 128 x 128 pixels.
        case normal = "normal"
        /// At most 256 x 256.
        case large = "large"
        /// At most 512 x 512.
        case xLarge = "x-large"
        /// At most 1024 x 1024.
        case xxLarge = "xx-large"

        /// The longest side, in pixels.
        public var side: Int {
            switch self {
            case .normal: 128
            case .large: 256
            case .xLarge: 512
            case .xxLarge: 1024
            }
        }

        /// The box that thumbnails are fitted into.
        public var box: PixelSize { PixelSize(width: side, height: side) }

        /// The smallest one for a side, in pixels; `nil` above the largest.
        init?(atLeast side: Int) {
            guard let size = Self.allCases.first(where: { $0.side >= side }) else { return nil }
            self = size
        }
    }
}
