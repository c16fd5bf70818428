import FoundationEssentials
import Images

/// `locate photos thumbnail`: a small picture of a photo or video.
enum PhotoThumbnailCommand {
    static func run(_ options: PhotoThumbnailOptions, output: Output) throws(ToolError) {
        if options.output != "-", OutputFile.isSame(options.path, options.output) {
            throw ToolError(
                .cannotCreate, "\(options.output) is the picture itself, which is not replaced; name another file")
        }
        // What is begun is finished, and then the signal is what the status tells.
        let stop = try? StopRequest()
        let bytes: [UInt8]
        do throws(ImageError) {
            // Without a home folder there is no cache, and that is all.
            var thumbnailer = Thumbnailer(cache: try? ThumbnailCache.user())
            // A frame of a video may take seconds.
            thumbnailer.decoder.isCancelled = { @Sendable in
                do throws(ToolError) { try stop?.check() } catch { return true }
                return false
            }
            let image =
                options.isSquare
                ? try thumbnailer.squareThumbnail(of: options.path, side: options.size)
                : try thumbnailer.thumbnail(of: options.path, side: options.size)
            bytes = [UInt8](try image.data(options.format == .png ? .png() : .jpeg()))
        } catch {
            try stop?.check()
            throw ToolError(error)
        }
        try stop?.check()
        if options.output == "-" { return try output.write(bytes) }
        try OutputFile.write(options.output) { file throws(ToolError) in
            try OutputFile.write(bytes, to: file, name: options.output)
        }
        try stop?.check()
    }
}
