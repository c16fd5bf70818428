public import LKMetadata

extension PixelImage {
    /// Returns the part of the image within a frame, rotated.
    ///
    /// - Parameter parameters: The frame.
    /// - Returns: The part, at full resolution.
    /// - Throws: ``ImageError/Code/tooLarge`` when out of memory.
    public func cropped(_ parameters: CropParameters) throws(ImageError) -> PixelImage {
        let geometry = CropGeometry(parameters, in: size)
        return geometry.isTilted ? try sampled(geometry) : try cut(geometry)
    }

    /// Copies the pixels of a frame without a tilt unchanged.
    private func cut(_ geometry: CropGeometry) throws(ImageError) -> PixelImage {
        let isTurned = geometry.quarterTurns % 2 == 1
        let part = isTurned ? geometry.size.turned : geometry.size
        let area = PixelImage.Area(
            x: min(max(0, Int((geometry.middleX - Double(part.width) / 2).rounded())), size.width - part.width),
            y: min(max(0, Int((geometry.middleY - Double(part.height) / 2).rounded())), size.height - part.height),
            size: part)
        let orientation = [PhotoMetadata.Orientation.up, .left, .down, .right][geometry.quarterTurns]
        return try (cropped(to: area) ?? self).upright(from: orientation)
    }

    /// Samples the pixels of a tilted frame by bilinear interpolation.
    private func sampled(_ geometry: CropGeometry) throws(ImageError) -> PixelImage {
        let result = geometry.size
        let memory = try Self.memory(for: result)
        let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
        var index = 0
        for y in 0..<result.height {
            let down = Double(y) + 0.5 - Double(result.height) / 2
            for x in 0..<result.width {
                let right = Double(x) + 0.5 - Double(result.width) / 2
                let placeX = geometry.middleX + right * geometry.cosine - down * geometry.sine - 0.5
                let placeY = geometry.middleY + right * geometry.sine + down * geometry.cosine - 0.5
                blend(placeX, placeY, into: bytes + index)
                index += 4
            }
        }
        return PixelImage(
            memory, size: result, stride: result.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }

    private func blend(_ x: Double, _ y: Double, into pixel: UnsafeMutablePointer<UInt8>) {
        let placeX = min(max(x, 0), Double(size.width - 1))
        let placeY = min(max(y, 0), Double(size.height - 1))
        let (left, top) = (Int(placeX), Int(placeY))
        let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
        let (shareX, shareY) = (Float(placeX - Double(left)), Float(placeY - Double(top)))
        let corners = [
            (row(top) + left * 4, (1 - shareX) * (1 - shareY)), (row(top) + right * 4, shareX * (1 - shareY)),
            (row(bottom) + left * 4, (1 - shareX) * shareY), (row(bottom) + right * 4, shareX * shareY),
        ]
        var alpha: Float = 0
        for (corner, share) in corners { alpha += share * Float(corner.load(fromByteOffset: 3, as: UInt8.self)) }
        for part in 0..<3 {
            var sum: Float = 0
            for (corner, share) in corners {
                let weight = share * Float(corner.load(fromByteOffset: 3, as: UInt8.self))
                sum += weight * Float(corner.load(fromByteOffset: part, as: UInt8.self))
            }
            pixel[part] = alpha > 0 ? UInt8(min(255, sum / alpha + 0.5)) : 0
        }
        pixel[3] = UInt8(min(255, alpha + 0.5))
    }
}

extension PixelImage {
    /// Returns a part of the image, without copying.
    ///
    /// - Parameter area: The area; parts outside the image are ignored.
    /// - Returns: The part, or `nil` when it is outside the image.
    public func cropped(to area: PixelImage.Area) -> PixelImage? {
        guard let part = area.clipped(to: size) else { return nil }
        return PixelImage(
            buffer, size: part.size, stride: stride, offset: offset + part.y * stride + part.x * 4, isOpaque: isOpaque,
            colorSpace: colorSpace)
    }
}

extension PixelImage {
    /// Returns the image rotated upright.
    ///
    /// - Parameter orientation: The orientation of the stored pixels, as in EXIF.
    /// - Returns: The upright image; the same one for `.up`.
    /// - Throws: ``ImageError/Code/tooLarge`` when out of memory.
    public func upright(from orientation: PhotoMetadata.Orientation) throws(ImageError) -> PixelImage {
        guard orientation != .up else { return self }
        let result = orientation.swapsSides ? size.turned : size
        let memory = try Self.memory(for: result)
        let across = MemoryLayout<UInt32>.size
        let (lastX, lastY) = ((size.width - 1) * across, (size.height - 1) * stride)
        // The offset of the upright image's first pixel, and the steps to its right and lower neighbours.
        let (start, right, below) =
            switch orientation {
            case .up: (0, across, stride)
            case .upMirrored: (lastX, -across, stride)
            case .down: (lastX + lastY, -across, -stride)
            case .downMirrored: (lastY, across, -stride)
            case .leftMirrored: (0, stride, across)
            case .right: (lastY, -stride, across)
            case .rightMirrored: (lastX + lastY, -stride, -across)
            case .left: (lastX, stride, -across)
            }
        let source = row(0) + start
        let target = memory.base.assumingMemoryBound(to: UInt32.self)
        // In tiles, because one of the two is traversed by column.
        let tile = 32
        for top in Swift.stride(from: 0, to: result.height, by: tile) {
            for left in Swift.stride(from: 0, to: result.width, by: tile) {
                for y in top..<min(top + tile, result.height) {
                    let line = target + y * result.width
                    for x in left..<min(left + tile, result.width) {
                        line[x] = source.loadUnaligned(fromByteOffset: x * right + y * below, as: UInt32.self)
                    }
                }
            }
        }
        return PixelImage(
            memory, size: result, stride: result.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }
}

extension PixelImage {
    /// Returns the image at a smaller size, each pixel the mean of the area it covers.
    ///
    /// - Parameter wanted: The new width and height, limited to the image's own.
    /// - Returns: The smaller image; the same one if it is small enough.
    /// - Throws: ``ImageError/Code/tooLarge`` when out of memory.
    public func downscaled(to wanted: PixelSize) throws(ImageError) -> PixelImage {
        let target = PixelSize(
            width: min(max(wanted.width, 1), size.width), height: min(max(wanted.height, 1), size.height))
        guard target != size else { return self }
        var scaler = try AreaScaler(from: size, to: target, hasAlpha: !isOpaque)
        for y in 0..<size.height { scaler.addRow(row(y)) }
        return PixelImage(
            scaler.buffer, size: target, stride: target.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }

    /// Returns the image at the size of an option, cropped if requested.
    ///
    /// - Parameter option: The size; ``ImageRequest/Size/fullResolution`` changes nothing.
    /// - Returns: The image, smaller or the same.
    /// - Throws: ``ImageError/Code/tooLarge`` when out of memory.
    public func downscaled(_ option: ImageRequest.Size) throws(ImageError) -> PixelImage {
        try downscaled(to: option.scaledTarget(for: size)).cropped(for: option)
    }

    /// Returns the crop of ``ImageRequest/Size/cropSize(_:)``, without copying; the same image for other options.
    func cropped(for option: ImageRequest.Size) -> PixelImage {
        let part = option.crop(of: size)
        let area = PixelImage.Area(x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, size: part)
        return part == size ? self : cropped(to: area) ?? self
    }
}

extension PixelImage {
    /// A rectangle of pixels, from the upper left corner of an image.
    public struct Area: Sendable, Hashable {
        /// Columns to the left of it.
        public var x: Int
        /// Rows above it.
        public var y: Int
        /// Its width and height.
        public var size: PixelSize

        /// Creates a rectangle.
        public init(x: Int, y: Int, size: PixelSize) {
            self.x = x
            self.y = y
            self.size = size
        }

        /// Returns the intersection with an image of a size, or `nil` when it is empty.
        func clipped(to whole: PixelSize) -> PixelImage.Area? {
            func part(_ start: Int, _ length: Int, _ whole: Int) -> Range<Int>? {
                let (end, overflow) = start.addingReportingOverflow(length)
                let lower = max(start, 0)
                let upper = overflow ? whole : min(end, whole)
                return length > 0 && lower < upper ? lower..<upper : nil
            }
            guard let columns = part(x, size.width, whole.width), let rows = part(y, size.height, whole.height) else {
                return nil
            }
            return PixelImage.Area(
                x: columns.lowerBound, y: rows.lowerBound, size: PixelSize(width: columns.count, height: rows.count))
        }
    }
}
