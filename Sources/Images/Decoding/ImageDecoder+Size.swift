public import Metadata

extension ImageDecoder {
    /// The size of the picture in a file, upright, by its header.
    ///
    /// - Parameter path: The file.
    /// - Returns: Width and height in pixels.
    /// - Throws: `ImageError`: `missing`, `unreadable`, `unsupported`, `damaged`, `tooLarge`, `unavailable`.
    public func size(of path: String) throws(ImageError) -> PixelSize {
        if let size = ImageBytes.metadata(of: path)?.size { return size }
        // Some headers only a decoder can read.
        return try size(of: ImageBytes.file(path, limit: limits.fileSize))
    }

    func size(of bytes: ImageBytes) throws(ImageError) -> PixelSize {
        let kind = try ImageKind(bytes.buffer, name: bytes.name)
        let turned = kind != .heif && bytes.metadata()?.orientation.swapsSides == true
        let size =
            switch kind {
            case .jpeg: try JPEGDecoder(bytes, limits: limits).size
            case .png: try PNGDecoder(bytes, limits: limits).size
            case .webp: try WebPDecoder(bytes, limits: limits).size
            case .heif: try HEIFDecoder(bytes, limits: limits).size
            }
        return turned ? size.turned : size
    }
}
