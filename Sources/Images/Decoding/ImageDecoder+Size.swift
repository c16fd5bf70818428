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
        let isUpright = kind == .heif || kind == .raw || kind == .video
        let turned = !isUpright && bytes.metadata()?.orientation.swapsSides == true
        let size =
            switch kind {
            case .jpeg: try JPEGDecoder(bytes, limits: limits).size
            case .png: try PNGDecoder(bytes, limits: limits).size
            case .webp: try WebPDecoder(bytes, limits: limits).size
            case .heif: try HEIFDecoder(bytes, limits: limits).size
            case .gif: try GIFDecoder(bytes, limits: limits).size
            case .tiff: try TIFFDecoder(bytes, limits: limits).size
            // Their sizes are among their metadata, or nowhere.
            case .raw, .video: try bytes.sizeByMetadata()
            }
        return turned ? size.turned : size
    }
}

extension ImageBytes {
    /// The size that the metadata say, upright.
    fileprivate func sizeByMetadata() throws(ImageError) -> PixelSize {
        guard let size = metadata()?.size else { throw .damaged(name, "file", "it says no size") }
        return size
    }
}
