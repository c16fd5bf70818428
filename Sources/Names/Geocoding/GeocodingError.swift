import Glibc
package import LKFormats
package import LKStorage

/// Why geocoding failed: what happened, where, and what to do about it.
///
/// A point without a name (open sea) is not an error; its placemark is empty.
public struct GeocodingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    ///
    /// Later versions may add kinds, so compare instead of switching exhaustively.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, as printed.
        public let description: String

        /// A data file is missing or cannot be read.
        public static let dataUnreadable = Code(description: "dataUnreadable")
        /// A data file is inconsistent: truncated, overwritten or not in this format.
        public static let dataDamaged = Code(description: "dataDamaged")
        /// A data file was made for another version of this library.
        public static let dataUnsupported = Code(description: "dataUnsupported")
        /// The input from which a data file is built is wrong.
        public static let inputInvalid = Code(description: "inputInvalid")
        /// A data file cannot be written.
        public static let outputFailed = Code(description: "outputFailed")
        /// A template has an unknown keyword.
        public static let templateInvalid = Code(description: "templateInvalid")
        /// The request cannot be sent: a public service needs a User-Agent of the caller's own, or the text has no
        /// letters.
        public static let requestInvalid = Code(description: "requestInvalid")
        /// A web service cannot be reached: no network, unknown host, connection refused, TLS failure.
        public static let serviceUnreachable = Code(description: "serviceUnreachable")
        /// A service did not answer in time, or the overall time limit has passed.
        public static let timedOut = Code(description: "timedOut")
        /// A service is overloaded or failing (429, 5xx), even after retries.
        public static let serviceOverloaded = Code(description: "serviceOverloaded")
        /// A service rejects the request (4xx), for example because of a wrong address or a missing key.
        public static let serviceRefused = Code(description: "serviceRefused")
        /// A service has blocked this program or machine; further requests would make it worse.
        public static let serviceBlocked = Code(description: "serviceBlocked")
        /// A service's answer is invalid: HTML instead of JSON, JSON with unexpected members, or too large.
        public static let answerInvalid = Code(description: "answerInvalid")
        /// The task or the request was cancelled.
        public static let canceled = Code(description: "cancelled")

        /// Returns whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? GeocodingError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code

    /// What happened, where, and what to do, as one sentence.
    public let message: String

    /// What to do: the end of ``message``; `nil` where there is nothing to advise.
    public let advice: String?

    /// The underlying failure, if there is one.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened, and where.
    ///   - advice: What to do; it becomes the end of the message.
    ///   - underlying: The underlying failure, if there is one.
    public init(_ code: Code, _ message: String, advice: String? = nil, underlying: (any Error)? = nil) {
        self.code = code
        self.message = Self.sentence(message, advice)
        self.advice = advice
        self.underlying = underlying
    }

    /// Creates an error from another one; the message is complete.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: The message, which ends with the advice.
    ///   - advice: The advice in it; `nil` for none.
    ///   - underlying: The other error.
    package init(_ code: Code, complete message: String, advice: String?, underlying: any Error) {
        (self.code, self.message, self.advice, self.underlying) = (code, message, advice, underlying)
    }

    /// Creates an error from a file error, with the same message.
    package init(_ code: Code, _ error: StorageError) {
        self.init(code, complete: error.message, advice: error.advice, underlying: error)
    }

    /// Returns the error for a file that could not be written.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - error: What was thrown.
    /// - Returns: The error itself if it is of this type, else one with `outputFailed`.
    package static func unwritten(_ path: String, _ error: any Error) -> GeocodingError {
        switch error {
        case let error as GeocodingError: error
        case let error as StorageError: GeocodingError(.outputFailed, error)
        default: GeocodingError(.outputFailed, "cannot write \(path)", underlying: error)
        }
    }

    /// The message, followed by the underlying failure unless the message says it.
    public var description: String {
        guard let underlying else { return message }
        let reason = "\(underlying)"
        return message.contains(reason) ? message : "\(message) (\(reason))"
    }
}

extension GeocodingError: DescribedError {}

extension GeocodingError {
    /// Returns the error of a cancelled request.
    static func canceled() -> GeocodingError { GeocodingError(.canceled, "the question for a place was cancelled") }

    /// Returns the error of a request that timed out.
    static func timedOut() -> GeocodingError {
        GeocodingError(.timedOut, "no provider named the place within the time limit; allow more time, or try again")
    }
}

extension SectionedFile {
    /// Reads header and section table of a data file of places.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - kind: The kind that it must have.
    ///   - name: Its name in messages.
    ///   - remedy: What to do about a damaged file.
    ///   - update: What to do about one of another version.
    /// - Throws: ``GeocodingError/Code/dataDamaged`` or ``GeocodingError/Code/dataUnsupported``.
    package init(
        data bytes: UnsafeRawBufferPointer, _ kind: Kind, name: String, remedy: String, update: String
    ) throws(GeocodingError) {
        do throws(Failure) { try self.init(bytes, kind) } catch {
            switch error {
            case .damaged(let what):
                throw GeocodingError(.dataDamaged, "\(name) is damaged: \(what)", advice: remedy)
            case .otherVersion(let version):
                throw GeocodingError(
                    .dataUnsupported, "\(name) has format \(version), this program reads \(kind.version)",
                    advice: update)
            }
        }
    }
}

extension MappedFile {
    /// Creates a mapping of a data file of places, without following another user's links.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - kind: The extension of such files, with its dot.
    ///   - remedy: What to do about an empty file.
    /// - Throws: ``GeocodingError/Code/dataUnreadable``, or ``GeocodingError/Code/dataDamaged`` for an empty file.
    package convenience init(data path: String, kind: String, remedy: String) throws(GeocodingError) {
        let file: Int32
        do throws(TrustedPath.Refusal) { file = try TrustedPath.openInput(path, O_NONBLOCK) } catch {
            throw GeocodingError(
                .dataUnreadable, complete: error.message("cannot read \(path)", opening: path), advice: error.advice(),
                underlying: error)
        }
        defer { close(file) }
        do throws(Failure) { try self.init(descriptor: file) } catch {
            switch error {
            case .system(let code):
                throw GeocodingError(.dataUnreadable, "cannot read \(path): \(systemErrorText(code))")
            case .notRegular:
                throw GeocodingError(
                    .dataUnreadable, "\(path) is not a file", advice: "give the path of a \(kind) file")
            case .empty: throw GeocodingError(.dataDamaged, "\(path) is empty", advice: remedy)
            }
        }
    }
}
