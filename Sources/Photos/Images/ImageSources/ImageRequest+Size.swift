public import LKMetadata

extension ImageRequest {
    /// A requested image size, in pixels of the upright image; images are never enlarged.
    public enum Size: Sendable, Hashable {
        /// The largest size inside the box.
        case fitSize(PixelSize)
        /// The smallest size that covers the box; not cropped.
        case fillSize(PixelSize)
        /// The centre of the image in the shape and size of the box: ``fillSize(_:)``, cropped evenly at both sides.
        /// Smaller if the image has too few pixels.
        case cropSize(PixelSize)
        /// The original size.
        case fullResolution

        /// Returns the size of the result.
        ///
        /// - Parameter size: The image's own upright size.
        /// - Returns: The size, with the same shape or, for ``cropSize(_:)``, that of the box; never larger than `size`.
        public func target(for size: PixelSize) -> PixelSize {
            crop(of: scaledTarget(for: size))
        }

        /// Returns the size that the whole image is scaled to before cropping.
        func scaledTarget(for size: PixelSize) -> PixelSize {
            switch self {
            case .fullResolution: size
            case .fitSize(let box): Self.scaled(size, by: box) { $0 <= $1 }
            case .fillSize(let box), .cropSize(let box): Self.scaled(size, by: box) { $0 >= $1 }
            }
        }

        /// Returns the size of the crop, for an image scaled by ``scaledTarget(for:)``.
        func crop(of size: PixelSize) -> PixelSize {
            guard case .cropSize(let box) = self else { return size }
            let maximumSide = 1 << 30
            let (width, height) = (min(max(box.width, 1), maximumSide), min(max(box.height, 1), maximumSide))
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
            let maximumSide = 1 << 30
            let (width, height) = (min(max(size.width, 1), maximumSide), min(max(size.height, 1), maximumSide))
            let (boxWidth, boxHeight) = (min(max(box.width, 1), maximumSide), min(max(box.height, 1), maximumSide))
            // Rounding never exceeds the box, whose sides are integers too.
            func share(_ side: Int, _ part: Int, _ whole: Int) -> Int { max(1, (side * part + whole / 2) / whole) }
            if isByWidth(boxWidth * height, boxHeight * width) {
                guard boxWidth < width else { return size }
                return PixelSize(width: boxWidth, height: share(height, boxWidth, width))
            }
            guard boxHeight < height else { return size }
            return PixelSize(width: share(width, boxHeight, height), height: boxHeight)
        }

        /// Whether the longer side is limited rather than the shorter one.
        var isFit: Bool { if case .fitSize = self { true } else { false } }

        /// The option for an image with swapped sides.
        var turned: ImageRequest.Size {
            switch self {
            case .fitSize(let box): .fitSize(box.turned)
            case .fillSize(let box): .fillSize(box.turned)
            case .cropSize(let box): .cropSize(box.turned)
            case .fullResolution: .fullResolution
            }
        }
    }
}
