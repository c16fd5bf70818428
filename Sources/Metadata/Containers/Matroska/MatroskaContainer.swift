/// A file of Matroska or WebM.
enum MatroskaContainer {
    /// Reads what the file says into `findings`, whose format is what the first bytes promise and may be corrected.
    static func read(_ file: FileBytes, into findings: inout Findings) throws(MetadataError) {}
}
