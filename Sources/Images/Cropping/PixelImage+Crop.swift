import Metadata

extension PixelImage {
    /// The part of the picture within a frame, turned.
    ///
    /// - Parameter parameters: The frame.
    /// - Returns: The part, of as many pixels as the picture has there.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func cropped(_ parameters: CropParameters) throws(ImageError) -> PixelImage {
        let geometry = CropGeometry(parameters, in: size)
        return geometry.isTilted ? try sampled(geometry) : try cut(geometry)
    }

    /// Without a tilt every pixel stays as it is.
    private func cut(_ geometry: CropGeometry) throws(ImageError) -> PixelImage {
        let isTurned = geometry.quarterTurns % 2 == 1
        let part = isTurned ? geometry.size.turned : geometry.size
        let area = PixelArea(
            x: min(max(0, Int((geometry.middleX - Double(part.width) / 2).rounded())), size.width - part.width),
            y: min(max(0, Int((geometry.middleY - Double(part.height) / 2).rounded())), size.height - part.height),
            size: part)
        let orientation = [PhotoOrientation.up, .left, .down, .right][geometry.quarterTurns]
        return try (cropped(to: area) ?? self).upright(from: orientation)
    }

    /// Each pixel from the four around its place.
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
