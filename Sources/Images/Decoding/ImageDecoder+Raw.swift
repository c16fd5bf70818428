import Metadata

/// Raw files of cameras, of which the JPEG is shown that the camera made: nothing is developed here.
extension ImageDecoder {
    /// The smallest preview of a raw file that suffices for a size, upright; the largest where none does.
    ///
    /// Where one is damaged the next larger is shown, and then the next smaller, which counts as damaged. Files without a JPEG may
    /// have a small copy of other pixels, which libtiff decodes.
    func preview(
        of bytes: ImageBytes, _ metadata: PhotoMetadata?, _ option: ImageSizeOption
    ) throws(ImageError) -> DecodedImage {
        let previews = try Self.previews(in: bytes)
        let orientation = metadata?.orientation ?? .up
        let stored = metadata?.storedSize ?? previews.last?.size
        // The first of each, of the preview that was wanted.
        var failure: ImageError?
        var damaged: DecodedImage?
        for (preview, isSmaller) in Self.order(previews, for: option, stored, orientation).prefix(Self.mostTries) {
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
        // Some have only a few uncompressed pixels for the display of the camera.
        if let decoder = try? TIFFDecoder(bytes, limits: limits, isCancelled, isPreview: true) {
            var image = try decode(decoder, bytes, option, orientation)
            image.metadata = metadata
            if let size = metadata?.size { image.fullSize = size }
            return image
        }
        throw ImageError(
            .unsupported,
            "\(bytes.name) is a raw file without a preview that can be decoded; develop it with another program")
    }

    /// Where the previews are.
    private static func previews(in bytes: ImageBytes) throws(ImageError) -> [EmbeddedImage] {
        do throws(MetadataError) {
            if let path = bytes.path { return try RawPreviews.find(at: path) }
            return try RawPreviews.find(of: Array(bytes.buffer))
        } catch {
            switch error.code {
            case .missing: throw ImageError(.missing, error.message)
            case .unreadable, .notAFile: throw ImageError(.unreadable, error.message)
            default: throw .damaged(bytes.name, "raw file", error.message)
            }
        }
    }

    /// Those that suffice, the smallest first, then the others, the largest first.
    private static func order(
        _ previews: [EmbeddedImage], for option: ImageSizeOption, _ stored: PixelSize?, _ orientation: PhotoOrientation
    ) -> [(EmbeddedImage, isSmaller: Bool)] {
        guard let stored else { return [] }
        let target = (orientation.swapsSides ? option.turned : option).scaledTarget(for: stored)
        // A preview may be a little narrower than the sensor; a pixel in a hundred is not missed.
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
        _ preview: EmbeddedImage, of bytes: ImageBytes, _ option: ImageSizeOption, _ stored: PixelSize?,
        _ orientation: PhotoOrientation
    ) throws(ImageError) -> DecodedImage {
        let part = try bytes.part(preview.offset..<preview.offset + preview.count, limit: limits.fileSize)
        var decoder = try JPEGDecoder(part, limits: limits)
        try check(decoder.size, bytes)
        let size = decoder.size
        // Some phones turn the preview and not the sensor's pixels.
        let isTurned = stored.map { ($0.width > $0.height) != (size.width > size.height) } == true
        let isUpright = orientation.swapsSides && isTurned
        let turn = isUpright ? .up : orientation
        let option = turn.swapsSides ? option.turned : option
        let target = option.scaledTarget(for: size)
        var pixels = try decoder.decode(atLeast: target)
        if let stored, !isUpright, max(size.width, size.height) <= Self.longestThumbnail {
            pixels.image = pixels.image.cropped(toShapeOf: stored)
        }
        let image = try pixels.image.downscaled(option).upright(from: turn)
        return DecodedImage(
            image: image, fullSize: turn.swapsSides ? size.turned : size, isDamaged: pixels.isDamaged)
    }

    /// More damaged previews than this are not read; each may be as large as the file.
    private static let mostTries = 4

    /// Thumbnails of up to this side may have bars, as EXIF's of 160 x 120 have for pictures of another shape.
    private static let longestThumbnail = 320
}

extension ImageDecoder {
    /// The smallest preview of a raw file, for a first look.
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
