/// Why a text is not read on; whoever has the file makes an error of its own from it, which says its name.
package struct XMLFailure: Error, Hashable, Sendable {
    /// The kind of a failure.
    package enum Kind: Sendable {
        /// There is no memory for a parser.
        case noMemory
        /// The text is no well-formed XML, or not what its reader understands.
        case malformed
        /// Something is larger or deeper than anything of sense.
        case tooLarge
        /// The text declares entities.
        case entities
    }

    /// The kind.
    package let kind: Kind

    /// What is wrong, without file and line.
    package let reason: String

    /// The line, counted from 1.
    package let line: Int

    /// Makes a failure.
    package init(_ kind: Kind, _ reason: String, line: Int) {
        self.kind = kind
        self.reason = reason
        self.line = line
    }
}
