import Metadata

extension PixelImage {
    /// A part of the picture, without copying.
    ///
    /// - Parameter area: What is wanted; what lies outside of the picture is left out.
    /// - Returns: The part, or `nil` when nothing of it is in the picture.
    public func cropped(to area: PixelArea) -> PixelImage? {
        guard let part = area.clipped(to: size) else { return nil }
        return PixelImage(
            buffer, size: part.size, stride: stride, offset: offset + part.y * stride + part.x * 4, isOpaque: isOpaque,
            colorSpace: colorSpace)
    }
}
