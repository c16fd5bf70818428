import Images

/// The options of `locate photos thumbnail`, decoded.
struct PhotoThumbnailOptions {
    /// The forms of the output.
    enum Format: String, CaseIterable {
        case png, jpeg
    }

    /// The picture.
    var path: String
    /// The file to write; `-` for standard output.
    var output: String
    /// What is written.
    var format: Format
    /// The longest side, in pixels.
    var size = 256
    /// Whether the middle is shown as a square.
    var isSquare: Bool

    /// Decodes a command line; the format may be told by the name of the output.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        guard arguments.positionals.count == 1, let path = arguments.positionals.first, !path.isEmpty else {
            throw .usage("needs one picture: locate photos thumbnail FILE -o OUT --size N")
        }
        if path == "-" {
            throw .usage("a photo is read from a file, not from standard input; name it, or ./- for a file called -")
        }
        guard let output = try arguments.path("output") else {
            throw .usage("needs the file to write: -o OUT, ending in .png or .jpg, or - for standard output")
        }
        self.path = path
        self.output = output
        isSquare = arguments.flag("square")
        size = try arguments.count("size", minimum: 1, expected: "a number of pixels, such as 256") ?? size
        guard let format = try arguments.choice("format", Format.self) ?? Self.format(named: output) else {
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
