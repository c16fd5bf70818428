/// A record that can also be sentences of NMEA 0183.
package protocol SentenceRecord: OutputRecord {
    /// The sentences with the ends of their lines; empty if they have no place for what the record has.
    var sentences: [String] { get }
}

extension OutputFormat {
    /// Sentences of NMEA 0183.
    package static let nmea = OutputFormat("nmea", NMEAForm(), for: [.fixes])
}

/// Sentences of NMEA 0183, which carry the position and satellites but no address.
private struct NMEAForm: OutputForm {
    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        guard let record = record as? any SentenceRecord else { return }
        for sentence in record.sentences { bytes += sentence.utf8 }
    }

    func appendEntry(
        _ entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        content(&bytes)
    }

    func appendProblem(_ problem: String, of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]) {}
}
