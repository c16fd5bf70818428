import LKFormats
import LKMetadata

/// An error in reading, decoding or writing an image.
public struct ImageError: Error, Sendable {
    /// The kind of error.
    ///
    /// Compare with `==`; new kinds may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        /// The code's name.
        public var description: String { name }

        /// The file does not exist.
        public static let missing = Code(name: "missing")
        /// The system refused to read it, or it is not a regular file.
        public static let unreadable = Code(name: "unreadable")
        /// The format cannot be decoded.
        public static let unsupported = Code(name: "unsupported")
        /// The content is damaged beyond recovery.
        public static let damaged = Code(name: "damaged")
        /// The image or its file exceeds the limits.
        public static let tooLarge = Code(name: "too large")
        /// A library that this format needs is not installed.
        public static let unavailable = Code(name: "unavailable")
        /// The image could not be encoded or written.
        public static let notWritten = Code(name: "not written")
        /// The download failed.
        public static let notDownloaded = Code(name: "not downloaded")
        /// The request was cancelled.
        public static let canceled = Code(name: "cancelled")

        /// Returns whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? ImageError)?.code == code }
    }

    /// The kind of error.
    public let code: Code

    /// What happened, to which file or URL, and what to do.
    public let message: String

    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public let advice: String?

    /// The error of another module that this one comes from: of the metadata, of storage, of the network.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: What happened, to which file or URL.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - underlying: The error of another module that this one comes from.
    public init(_ code: Code, _ message: String, advice: String? = nil, underlying: (any Error)? = nil) {
        self.init(code, stating: Self.sentence(message, advice), advice: advice, underlying: underlying)
    }

    /// Creates an error from that of another module, whose message already ends with the advice.
    init(_ code: Code, stating message: String, advice: String?, underlying: (any Error)?) {
        self.code = code
        self.message = message
        self.advice = advice
        self.underlying = underlying
    }
}

extension ImageError: Hashable, CustomStringConvertible {}

extension ImageError: HashableError {}

extension ImageError {
    static func missingLibrary(_ format: String, _ library: String, package: String) -> ImageError {
        ImageError(
            .unavailable, "\(format) needs \(library), which is not installed",
            advice: "install it (Debian: \(package))")
    }

    static func damaged(
        _ name: String, _ format: String, _ reason: String, underlying: (any Error)? = nil
    ) -> ImageError {
        ImageError(
            .damaged, "\(name) is a damaged \(format) (\(reason))", advice: "copy it again from the original",
            underlying: underlying)
    }

    /// Creates the error for a file whose metadata cannot be read.
    ///
    /// - Parameters:
    ///   - error: The error of the metadata.
    ///   - name: The file.
    ///   - format: What it should be: `raw file`.
    init(_ error: MetadataError, _ name: String, _ format: String) {
        switch error.code {
        case .missing: self.init(.missing, stating: error.message, advice: error.advice, underlying: error)
        case .unreadable, .notAFile:
            self.init(.unreadable, stating: error.message, advice: error.advice, underlying: error)
        default: self = .damaged(name, format, error.message, underlying: error)
        }
    }

    static func beyondMemory(_ name: String, _ size: PixelSize, _ limits: ImagePipeline.Limits) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) pixels, which take more than the \(limits.memory) bytes of memory allowed for one image",
            advice: "ask for a smaller size, or make a smaller copy of it with another program")
    }

    static func tooManyPixels(_ name: String, _ size: PixelSize, _ limits: ImagePipeline.Limits) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) pixels, which is more than the \(limits.pixels) allowed for one image",
            advice: "make a smaller copy of it with another program")
    }

    static func tooManyBytes(_ name: String, _ size: Int, maximumSize: Int) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) bytes, which is more than the \(maximumSize) allowed for one image",
            advice: "make a smaller copy of it with another program")
    }
}
