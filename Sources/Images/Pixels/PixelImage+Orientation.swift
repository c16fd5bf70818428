public import Metadata

extension PixelImage {
    /// The picture turned upright.
    ///
    /// - Parameter orientation: How the pixels are stored, as EXIF counts.
    /// - Returns: The upright picture; the same one for `.up`.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func upright(from orientation: PhotoOrientation) throws(ImageError) -> PixelImage {
        guard orientation != .up else { return self }
        let result = orientation.swapsSides ? size.turned : size
        let memory = try Self.memory(for: result)
        let across = MemoryLayout<UInt32>.size
        let (lastX, lastY) = ((size.width - 1) * across, (size.height - 1) * stride)
        // Where the upright picture's first pixel is stored, and the ways to its right and its lower neighbour.
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
        // By tiles, because one of the two is walked down its columns.
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
