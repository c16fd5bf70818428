public import Metadata

extension PixelImage {
    /// The picture in a smaller size, each pixel the mean of the area it covers.
    ///
    /// - Parameter wanted: The new width and height; a side above the picture's own is left as it is.
    /// - Returns: The smaller picture; the same one where nothing is to be made smaller.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func downscaled(to wanted: PixelSize) throws(ImageError) -> PixelImage {
        let target = PixelSize(
            width: min(max(wanted.width, 1), size.width), height: min(max(wanted.height, 1), size.height))
        guard target != size else { return self }
        var scaler = try AreaScaler(from: size, to: target, hasAlpha: !isOpaque)
        for y in 0..<size.height { scaler.take(row(y)) }
        return PixelImage(
            scaler.buffer, size: target, stride: target.width * 4, isOpaque: isOpaque, colorSpace: colorSpace)
    }

    /// The picture as large as an option wants it, and cropped where it says so.
    ///
    /// - Parameter option: The size; ``ImageSizeOption/fullResolution`` changes nothing.
    /// - Returns: The picture, smaller or the same.
    /// - Throws: ``ImageError/Code/tooLarge`` without memory for it.
    public func downscaled(_ option: ImageSizeOption) throws(ImageError) -> PixelImage {
        try downscaled(to: option.scaledTarget(for: size)).cropped(for: option)
    }

    /// The middle that ``ImageSizeOption/cropSize(_:)`` shows, without copying; the same picture for other options.
    func cropped(for option: ImageSizeOption) -> PixelImage {
        let part = option.crop(of: size)
        let area = PixelArea(x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, size: part)
        return part == size ? self : cropped(to: area) ?? self
    }
}
