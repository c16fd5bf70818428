public import Metadata

/// How large a picture is wanted; sizes are in pixels of the upright picture, and nothing is ever made larger than it is.
public enum ImageSizeOption: Sendable, Hashable {
    /// As large as it can be inside the box.
    case fitSize(PixelSize)
    /// As small as it can be while it covers the box; not cropped.
    case fillSize(PixelSize)
    /// The middle of the picture in the shape of the box, such as a square, and of the box's size where the picture has as many
    /// pixels: what the box does not show of ``fillSize(_:)`` is cut off evenly at both sides.
    case cropSize(PixelSize)
    /// As it is.
    case fullResolution

    /// The size that a picture gets.
    ///
    /// - Parameter size: Its own size, upright.
    /// - Returns: The size with the same shape, or that of the box for ``cropSize(_:)``; never larger than `size`.
    public func target(for size: PixelSize) -> PixelSize {
        crop(of: scaledTarget(for: size))
    }

    /// The size that the whole picture is made smaller to, before its middle is cut out.
    func scaledTarget(for size: PixelSize) -> PixelSize {
        switch self {
        case .fullResolution: size
        case .fitSize(let box): Self.scaled(size, by: box) { $0 <= $1 }
        case .fillSize(let box), .cropSize(let box): Self.scaled(size, by: box) { $0 >= $1 }
        }
    }

    /// The size of the middle that is cut out of a picture that covers the box, or is smaller.
    func crop(of size: PixelSize) -> PixelSize {
        guard case .cropSize(let box) = self else { return size }
        let limit = 1 << 30
        let (width, height) = (min(max(box.width, 1), limit), min(max(box.height, 1), limit))
        if width <= size.width, height <= size.height { return PixelSize(width: width, height: height) }
        // The largest part in the box's shape.
        let ratio = Double(width) / Double(height)
        return PixelSize(
            width: max(1, min(size.width, Int((Double(size.height) * ratio).rounded()))),
            height: max(1, min(size.height, Int((Double(size.width) / ratio).rounded()))))
    }

    private static func scaled(
        _ size: PixelSize, by box: PixelSize, isByWidth: (Int, Int) -> Bool
    ) -> PixelSize {
        let limit = 1 << 30
        let (width, height) = (min(max(size.width, 1), limit), min(max(size.height, 1), limit))
        let (boxWidth, boxHeight) = (min(max(box.width, 1), limit), min(max(box.height, 1), limit))
        // Rounded, which never leaves the box: its sides are whole numbers too.
        func share(_ side: Int, _ part: Int, _ whole: Int) -> Int { max(1, (side * part + whole / 2) / whole) }
        if isByWidth(boxWidth * height, boxHeight * width) {
            guard boxWidth < width else { return size }
            return PixelSize(width: boxWidth, height: share(height, boxWidth, width))
        }
        guard boxHeight < height else { return size }
        return PixelSize(width: share(width, boxHeight, height), height: boxHeight)
    }

    /// Whether the longer side is bounded, and not the shorter one.
    var isFit: Bool { if case .fitSize = self { true } else { false } }

    /// The option for a picture whose sides are exchanged.
    var turned: ImageSizeOption {
        switch self {
        case .fitSize(let box): .fitSize(box.turned)
        case .fillSize(let box): .fillSize(box.turned)
        case .cropSize(let box): .cropSize(box.turned)
        case .fullResolution: .fullResolution
        }
    }
}
