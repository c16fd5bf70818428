import Metadata

/// Pictures for a first look, which come quickly and are coarse.
extension ImageDecoder {
    /// The thumbnail that is embedded in a file, upright and without the bars that cameras put beside wide pictures; of a raw file
    /// the smallest preview.
    ///
    /// - Returns: `nil` where there is none that can be decoded.
    func embedded(in bytes: ImageBytes) -> DecodedImage? {
        guard let kind = try? ImageKind(bytes.buffer, name: bytes.name) else { return nil }
        if kind == .heif {
            guard var decoder = try? HEIFDecoder(bytes, limits: limits), let pixels = decoder.decodeThumbnail() else {
                return nil
            }
            return DecodedImage(image: pixels.image, fullSize: decoder.size)
        }
        if kind == .raw || kind == .tiff { return smallestPreview(of: bytes) }
        guard let metadata = bytes.metadata(), let stored = metadata.storedSize, let thumbnail = metadata.thumbnail,
            thumbnail.format == .jpeg, thumbnail.offset >= 0, thumbnail.count > 0,
            thumbnail.offset <= bytes.count, thumbnail.count <= bytes.count - thumbnail.offset
        else { return nil }
        let range = thumbnail.offset..<thumbnail.offset + thumbnail.count
        guard var decoder = try? JPEGDecoder(bytes, range: range, limits: limits),
            decoder.size.width <= 4096, decoder.size.height <= 4096,
            let pixels = try? decoder.decode(eighths: 8),
            let image = try? pixels.image.cropped(toShapeOf: stored).upright(from: metadata.orientation)
        else { return nil }
        return DecodedImage(image: image, fullSize: metadata.size ?? stored, metadata: metadata)
    }

    /// A large JPEG at an eighth of its size, which takes a fraction of the time; `nil` for anything else.
    func coarse(_ bytes: ImageBytes) -> DecodedImage? {
        guard case .jpeg? = try? ImageKind(bytes.buffer, name: bytes.name),
            var decoder = try? JPEGDecoder(bytes, limits: limits), (try? check(decoder.size, bytes)) != nil,
            decoder.size.width * decoder.size.height >= 2_000_000
        else { return nil }
        let size = decoder.size
        let metadata = bytes.metadata()
        let orientation = metadata?.orientation ?? .up
        guard let pixels = try? decoder.decode(eighths: 1), let image = try? pixels.image.upright(from: orientation)
        else { return nil }
        return DecodedImage(
            image: image, fullSize: orientation.swapsSides ? size.turned : size, isDamaged: pixels.isDamaged,
            metadata: metadata)
    }
}

extension PixelImage {
    /// The middle of the picture, in the shape of another.
    func cropped(toShapeOf whole: PixelSize) -> PixelImage {
        guard whole.width > 0, whole.height > 0 else { return self }
        let width = Double(size.height) * Double(whole.width) / Double(whole.height)
        let height = Double(size.width) * Double(whole.height) / Double(whole.width)
        // Rounding of a small picture's sides makes no bars.
        let isSame = abs(width - Double(size.width)) <= 2 || abs(height - Double(size.height)) <= 2
        guard !isSame else { return self }
        let part = PixelSize(
            width: max(1, min(size.width, Int(width.rounded()))),
            height: max(1, min(size.height, Int(height.rounded()))))
        let area = PixelArea(x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, size: part)
        return cropped(to: area) ?? self
    }
}
