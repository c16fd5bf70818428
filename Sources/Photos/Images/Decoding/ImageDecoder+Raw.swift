import LKMetadata

/// Raw files: decodes the camera's embedded JPEG preview; nothing is developed.
extension ImageDecoder {
    /// Returns the smallest preview of a raw file that is large enough, upright; otherwise the largest.
    ///
    /// If it is damaged, the next larger is used, then the next smaller, which counts as damaged. Files without a
    /// JPEG preview may have a small uncompressed image, which libtiff decodes.
    func preview(
        of bytes: ImageBytes, _ metadata: PhotoMetadata?, _ option: ImageRequest.Size
    ) throws(ImageError) -> DecodedImage {
        let previews = try Self.previews(in: bytes)
        let orientation = metadata?.orientation ?? .up
        let stored = metadata?.storedSize ?? previews.last?.size
        // The first failure and the first damaged image.
        var failure: ImageError?
        var damaged: DecodedImage?
        for (preview, isSmaller) in Self.order(previews, for: option, stored, orientation).prefix(Self.maximumTries) {
            do throws(ImageError) {
                var image = try decode(preview, of: bytes, option, stored, orientation)
                image.metadata = metadata
                if let size = metadata?.size { image.fullSize = size }
                guard image.isDamaged else {
                    image.isDamaged = isSmaller && (failure != nil || damaged != nil)
                    return image
                }
                damaged = damaged ?? image
            } catch {
                failure = failure ?? error
            }
        }
        if let damaged { return damaged }
        if let failure { throw failure }
        // Some files have only a small uncompressed image for the camera's display.
        if let decoder = try? TIFFDecoder(bytes, limits: limits, isCancelled, isPreview: true) {
            var image = try decode(decoder, bytes, option, orientation)
            image.metadata = metadata
            if let size = metadata?.size { image.fullSize = size }
            return image
        }
        throw ImageError(
            .unsupported,
            "\(bytes.name) is a raw file without a preview that can be decoded",
            advice: "develop it with another program")
    }

    /// Finds the previews.
    private static func previews(in bytes: ImageBytes) throws(ImageError) -> [EmbeddedImage] {
        do throws(MetadataError) {
            if let path = bytes.path { return try RawPreviews.find(at: path) }
            return try RawPreviews.find(of: Array(bytes.buffer))
        } catch {
            throw ImageError(error, bytes.name, "raw file")
        }
    }

    /// Returns the previews that are large enough, smallest first, then the others, largest first.
    private static func order(
        _ previews: [EmbeddedImage], for option: ImageRequest.Size, _ stored: PixelSize?,
        _ orientation: PhotoMetadata.Orientation
    ) -> [(EmbeddedImage, isSmaller: Bool)] {
        guard let stored else { return [] }
        let target = (orientation.swapsSides ? option.turned : option).scaledTarget(for: stored)
        // A preview may be slightly narrower than the sensor image; 1 % is acceptable.
        func suffices(_ image: EmbeddedImage) -> Bool {
            guard let size = image.size else { return false }
            let (long, short) = (max(size.width, size.height), min(size.width, size.height))
            return long * 100 >= max(target.width, target.height) * 99
                && short * 100 >= min(target.width, target.height) * 99
        }
        let enough = previews.filter { suffices($0) }
        let others = previews.reversed().filter { !suffices($0) }
        return enough.map { ($0, false) } + others.map { ($0, !enough.isEmpty || $0 != others.first) }
    }

    private func decode(
        _ preview: EmbeddedImage, of bytes: ImageBytes, _ option: ImageRequest.Size, _ stored: PixelSize?,
        _ orientation: PhotoMetadata.Orientation
    ) throws(ImageError) -> DecodedImage {
        let part = try bytes.part(preview.offset..<preview.offset + preview.count, maximumSize: limits.fileSize)
        var decoder = try JPEGDecoder(part, limits: limits)
        try check(decoder.size, bytes)
        let size = decoder.size
        // Some phones rotate the preview but not the sensor's pixels.
        let isTurned = stored.map { ($0.width > $0.height) != (size.width > size.height) } == true
        let isUpright = orientation.swapsSides && isTurned
        let turn = isUpright ? .up : orientation
        let option = turn.swapsSides ? option.turned : option
        let target = option.scaledTarget(for: size)
        var pixels = try decoder.decode(atLeast: target)
        if let stored, !isUpright, max(size.width, size.height) <= Self.maximumThumbnailSide {
            pixels.image = pixels.image.cropped(toShapeOf: stored)
        }
        let image = try pixels.image.downscaled(option).upright(from: turn)
        return DecodedImage(
            image: image, fullSize: turn.swapsSides ? size.turned : size, isDamaged: pixels.isDamaged)
    }

    /// The most previews tried; each may be as large as the file.
    private static let maximumTries = 4

    /// The longest side, in pixels, of thumbnails that may have black bars, such as EXIF's 160 x 120 for other aspect
    /// ratios.
    private static let maximumThumbnailSide = 320
}

extension ImageDecoder {
    /// Returns the smallest preview of a raw file, for progressive delivery.
    func smallestPreview(of bytes: ImageBytes) -> DecodedImage? {
        guard let metadata = bytes.metadata(), metadata.format == .raw,
            let preview = try? Self.previews(in: bytes).first,
            var image = try? decode(preview, of: bytes, .fullResolution, metadata.storedSize, metadata.orientation)
        else { return nil }
        image.metadata = metadata
        if let size = metadata.size { image.fullSize = size }
        return image
    }
}
