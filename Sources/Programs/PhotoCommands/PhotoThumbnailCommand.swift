import FoundationEssentials
package import LKCommandLine
import LKImages
import LKPhotoInput
import LKPhotos
import LKSharedOptions
import LKStorage

extension CommandDescription {
    /// `locate photos thumbnail`: a thumbnail.
    package static let photosThumbnail = CommandDescription(
        path: ["photos", "thumbnail"],
        summary: "write a thumbnail of a photo or video",
        usage: ["FILE -o OUT --size N [--square]"],
        discussion: [
            "The thumbnail is upright, fits into a square of N pixels, and is never larger than the photo. Up to "
                + "1024 pixels it comes from the thumbnail cache that all programs of the user share, and is stored "
                + "there. OUT is PNG or JPEG by its extension. An existing file is replaced only once the thumbnail is "
                + "complete, and without --force only if locate has made it. No thumbnail goes through a symbolic link or "
                + "replaces FILE.",
            "A raw file is shown by its embedded preview, an animation by its first image, and a video by a frame a "
                + "tenth of the way through. ffmpegthumbnailer or ffmpeg, whichever is installed, decodes the frame, "
                + "within 30 seconds.",
        ],
        arguments: [
            ArgumentDescription(
                name: "FILE",
                help: "a JPEG, PNG, WebP, GIF, TIFF, HEIC or AVIF, a raw file of a camera, or an MP4, MOV or MKV",
                completion: .files)
        ],
        options: PhotoThumbnailOptions.all,
        examples: [
            .init("write a thumbnail", "locate photos thumbnail IMG_0001.JPG -o small.jpg --size 512"),
            .init("write it to standard output", "locate photos thumbnail IMG_0001.HEIC -o - > small.png"),
        ],
        action: CommandAction(
            sample: ["x.jpg", "--output=x.png"], PhotoThumbnailOptions.init, run: PhotoThumbnailCommand.run)
    )
}

/// `locate photos thumbnail`: a thumbnail of a photo or video.
enum PhotoThumbnailCommand {
    static func run(_ options: PhotoThumbnailOptions, output: Output) throws(ToolError) -> ExitCode {
        let file =
            try options.output == "-"
            ? nil : OutputFile(options.output, .image, isForced: options.isForced, inputs: [options.path])
        // Work in progress is finished, and the exit status is then the signal's.
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
            bytes = try image.markedData(options.format == .png ? .png() : .jpeg())
        } catch {
            try stop?.check()
            throw ToolError(error)
        }
        try stop?.check()
        guard let file else {
            try output.write(bytes)
            return .success
        }
        try file.fill(bytes)
        try stop?.check()
        return .success
    }
}

/// The options of `locate photos thumbnail`, decoded.
struct PhotoThumbnailOptions {
    /// The forms of the output.
    enum Format: String, CaseIterable {
        case png, jpeg
    }

    /// The image.
    var path: String
    /// The file to write; `-` for standard output.
    var output: String
    /// Whether to replace a file that `locate` has not made.
    var isForced: Bool
    /// What is written.
    var format: Format
    /// The longest side, in pixels.
    var size: Int
    /// Whether the middle is shown as a square.
    var isSquare: Bool

    static let output = Option(
        "output", .path("OUT"), "the file to write; - is standard output, as PNG unless --format says otherwise")
    static let size = Option(
        "size", .count(from: 1, expected: "a number of pixels, such as 256"), default: 256,
        "maximum length of the longer side, in pixels"
    ).settable()
    static let square = Flag("square", "crop to a centred square of N pixels")
    static let format = Option(
        "format", .choice(Format.self), "output format (default: by the name of the output)")

    static let all: [any OptionDeclaration] = [output, OutputKind.force, size, square, format]

    /// Decodes a command line; the name of the output may give the format.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs one photo: locate photos thumbnail FILE -o OUT --size N")
        }
        if path == "-" {
            throw .usage("a photo is read from a file, not from standard input; name it, or ./- for a file called -")
        }
        guard let output = try arguments[Self.output] else {
            throw .usage("needs the file to write: -o OUT, ending in .png or .jpg, or - for standard output")
        }
        self.path = path
        self.output = output
        isForced = arguments[OutputKind.force]
        isSquare = arguments[Self.square]
        size = try arguments[Self.size]
        guard let format = try arguments[Self.format] ?? Self.format(named: output) else {
            throw .usage("--output \(output): expected a name that ends in .png or .jpg, or --format png or jpeg")
        }
        self.format = format
    }

    private static func format(named output: String) -> Format? {
        let name = output.lowercased()
        if name == "-" || name.hasSuffix(".png") { return .png }
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") ? .jpeg : nil
    }
}

extension OutputKind {
    /// A thumbnail.
    static var image: OutputKind { OutputKind(isMarked: PixelImage.isMarked) }
}
