import Metadata

/// Why there is no picture, or why it could not be written: what happened, with which file or address, and what to do.
public struct ImageError: Error, Hashable, Sendable {
    /// The kind of a failure.
    ///
    /// Compare with `==`; new kinds may be added.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// There is no such file.
        public static let missing = Code(name: "missing")
        /// The system refused to read, or it is no regular file.
        public static let unreadable = Code(name: "unreadable")
        /// The picture is of a kind that cannot be decoded here.
        public static let unsupported = Code(name: "unsupported")
        /// The content is damaged so that nothing can be had of it.
        public static let damaged = Code(name: "damaged")
        /// The picture, or its file, is beyond the limits.
        public static let tooLarge = Code(name: "too large")
        /// A library that this kind of picture needs is not installed.
        public static let unavailable = Code(name: "unavailable")
        /// The picture could not be encoded or written.
        public static let notWritten = Code(name: "not written")
        /// The web did not give it.
        public static let notDownloaded = Code(name: "not downloaded")
        /// Nobody wants it any more.
        public static let cancelled = Code(name: "cancelled")

        /// Whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? ImageError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, with which file or address, and what to do, as a sentence.
    public let message: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: A sentence for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension ImageError: CustomStringConvertible {
    /// The ``message``.
    public var description: String { message }
}

extension ImageError {
    static func missingLibrary(_ format: String, _ library: String, package: String) -> ImageError {
        ImageError(.unavailable, "\(format) needs \(library), which is not installed; install it (Debian: \(package))")
    }

    static func damaged(_ name: String, _ format: String, _ reason: String) -> ImageError {
        ImageError(.damaged, "\(name) is a damaged \(format) (\(reason)); copy it again from where it came")
    }

    static func beyondMemory(_ name: String, _ size: PixelSize, _ limits: DecodeLimits) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) pixels, which take more than the \(limits.memory) bytes of memory allowed for one "
                + "picture; ask for a smaller size, or make a smaller copy of it with another program")
    }

    static func tooManyPixels(_ name: String, _ size: PixelSize, _ limits: DecodeLimits) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) pixels, which is more than the \(limits.pixels) allowed for one picture; make a "
                + "smaller copy of it with another program")
    }

    static func tooManyBytes(_ name: String, _ size: Int, limit: Int) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) bytes, which is more than the \(limit) allowed for one picture; make a smaller copy "
                + "of it with another program")
    }
}
