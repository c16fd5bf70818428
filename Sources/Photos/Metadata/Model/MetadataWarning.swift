extension PhotoMetadata {
    /// A problem in a file, such as unreadable or contradictory data; everything else is still returned.
    public struct Warning: Sendable, Hashable, Codable {
        /// What is wrong.
        public var message: String

        /// The byte offset in the file.
        public var offset: Int?

        /// What it is about; not part of an archive.
        package var subject = Subject.structure

        /// What a warning is about.
        package enum Subject: Sendable, Hashable {
            /// The structure of the file, or a value of no other subject.
            case structure
            /// A date that the file has and that cannot be read.
            case date
            /// A position that the file has and that cannot be read, or that contradicts another.
            case position
            /// A position without hemispheres, which is read as north and east.
            case hemispheres
            /// A sidecar that contradicts the photo, or cannot be read and may have what the photo lacks.
            case contradiction
        }

        private enum CodingKeys: String, CodingKey { case message, offset }

        /// Creates a warning.
        ///
        /// - Parameters:
        ///   - message: What is wrong.
        ///   - offset: The byte offset in the file.
        public init(_ message: String, offset: Int? = nil) {
            self.message = message
            self.offset = offset
        }

        /// Creates a warning about a date or a position.
        ///
        /// - Parameters:
        ///   - message: What is wrong.
        ///   - offset: The byte offset in the file.
        ///   - subject: What it is about.
        package init(_ message: String, offset: Int? = nil, subject: Subject) {
            self.init(message, offset: offset)
            self.subject = subject
        }
    }
}

extension PhotoMetadata.Warning: CustomStringConvertible {
    /// The message with the byte offset.
    public var description: String { offset.map { "\(message) (at byte \($0))" } ?? message }
}
