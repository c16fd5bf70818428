import CLKVideo
import Glibc
import LKMetadata

/// Videos: decodes a frame with an external program; see ``VideoProgram``.
extension ImageDecoder {
    /// Returns the frame at a tenth of the duration, upright; otherwise the first.
    func frame(
        of bytes: ImageBytes, _ option: ImageRequest.Size,
        programs: [VideoProgram] = [.thumbnailer, .ffmpeg]
    ) throws(ImageError) -> DecodedImage {
        let metadata = try Self.metadata(ofVideo: bytes)
        guard metadata.size != nil || metadata.seconds != nil else {
            throw .damaged(bytes.name, "video", "it states neither its size nor its duration")
        }
        if let size = metadata.size { try check(size, bytes) }
        let file = try Self.descriptor(of: bytes)
        defer { close(file) }
        // The container may state a wrong size.
        let target = metadata.size.map { option.scaledTarget(for: $0) }
        var side = target == metadata.size ? nil : target.map { max($0.width, $0.height) }
        // The shorter side has to be long enough despite rounding.
        if let longer = side, !option.isFit { side = longer + longer / 50 + 2 }
        let bounds = VideoProgram.Bounds(
            seconds: limits.programTime / .seconds(1),
            // Threads reserve much address space but use little memory.
            memory: max(limits.memory, 1 << 30) * 4, output: limits.fileSize)
        var isInstalled = false
        for program in programs {
            for position in [.tenth(seconds: metadata.seconds.map { $0 / 10 }), VideoProgram.Position.beginning] {
                do throws(VideoProgram.Failure) {
                    let png = try program.run(file, position, side: side, bounds, isCancelled)
                    if let image = decodeOutput(png, bytes, option, metadata) { return image }
                    isInstalled = true
                } catch {
                    if case .notInstalled = error { break }
                    isInstalled = true
                    if case .noOutput = error { continue }
                    throw Self.error(error, bytes.name, limits)
                }
            }
        }
        guard isInstalled else {
            throw ImageError(
                .unavailable,
                "\(bytes.name) is a video, whose frames only ffmpegthumbnailer or ffmpeg can decode, and neither is "
                    + "installed", advice: "install one (Debian: ffmpegthumbnailer)")
        }
        throw Self.noFrame(bytes.name)
    }

    /// Returns the error for a video without a frame: not `damaged`, because the program may lack a decoder.
    private static func noFrame(_ name: String) -> ImageError {
        ImageError(
            .unsupported,
            "no frame of the video \(name) can be decoded",
            advice: "play it to see whether it is damaged, and install ffmpeg if it is not")
    }

    /// Decodes a program's output; `nil` when it is not a complete PNG.
    private func decodeOutput(
        _ png: [UInt8], _ bytes: ImageBytes, _ option: ImageRequest.Size, _ metadata: PhotoMetadata
    ) -> DecodedImage? {
        guard let data = try? ImageBytes(png, name: bytes.name),
            let decoder = try? PNGDecoder(data, limits: limits),
            var image = try? decode(decoder, data, option, .up), !image.isDamaged
        else { return nil }
        if let size = metadata.size { image.fullSize = size }
        image.metadata = metadata
        return image
    }

    /// Returns the container's metadata; files without a valid container are not passed to a program.
    private static func metadata(ofVideo bytes: ImageBytes) throws(ImageError) -> PhotoMetadata {
        do throws(MetadataError) {
            if let path = bytes.path { return try MetadataReader().metadata(of: path) }
            return try MetadataReader().metadata(of: Array(bytes.buffer))
        } catch {
            throw ImageError(error, bytes.name, "video")
        }
    }

    private static func descriptor(of bytes: ImageBytes) throws(ImageError) -> Int32 {
        if let path = bytes.path { return try ImageBytes.open(path).file }
        let file = cvideo_memory_file(bytes.start, bytes.count)
        guard file >= 0 else {
            let reason = String(cString: strerror(errno))
            throw ImageError(
                .tooLarge, "\(bytes.name) cannot be given to a program (\(reason))", advice: "free some memory")
        }
        return file
    }

    private static func error(_ failure: VideoProgram.Failure, _ name: String, _ limits: ImagePipeline.Limits)
        -> ImageError
    {
        switch failure {
        case .canceled: return .canceled
        case .tooLarge: return .tooManyBytes(name, limits.fileSize, maximumSize: limits.fileSize)
        case .tooLong:
            return ImageError(
                .tooLarge,
                "decoding a frame of \(name) takes more than the \(limits.programTime.components.seconds) s allowed for it",
                advice: "try again when the machine is less busy, or make a smaller copy of the video")
        case .system(let what, let number):
            let reason = String(cString: strerror(number))
            return ImageError(
                .unavailable, "the program that decodes \(name) failed to \(what) (\(reason))",
                advice: "end other programs")
        case .noOutput, .notInstalled: return noFrame(name)
        }
    }
}
