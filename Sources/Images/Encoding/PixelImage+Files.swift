import Storage
public import FoundationEssentials

extension PixelImage {
    /// The formats that pictures are written in.
    public enum FileFormat: Sendable, Hashable {
        /// Without loss, with alpha; 0, which is not compressed, to 9.
        case png(compression: Int = 6)
        /// Small, without alpha; quality 1 to 100.
        case jpeg(quality: Int = 85)
    }

    /// The bytes of a file in a format.
    ///
    /// - Parameter format: PNG or JPEG.
    /// - Returns: The file's bytes.
    /// - Throws: ``ImageError/Code/unavailable``, ``ImageError/Code/notWritten``.
    public func data(_ format: FileFormat) throws(ImageError) -> Data {
        switch format {
        case .png(let compression): try pngData(compression: compression)
        case .jpeg(let quality): try jpegData(quality: quality)
        }
    }

    /// Writes the picture to a file, durably: at any moment either the old content is there or the new.
    ///
    /// - Parameters:
    ///   - path: The file; what is there is replaced.
    ///   - format: What is written; when left out, PNG for a path that ends in `.png`, else JPEG.
    /// - Throws: ``ImageError/Code/unavailable``, ``ImageError/Code/notWritten``; then what was there is untouched.
    public func write(to path: String, as format: FileFormat? = nil) throws(ImageError) {
        let isPNG = path.lowercased().hasSuffix(".png")
        try ImageFileWriter.write(try data(format ?? (isPNG ? .png() : .jpeg())), to: path)
    }
}
