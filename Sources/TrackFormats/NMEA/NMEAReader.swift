/// Reads a recording of NMEA sentences of any size, sentence by sentence, in constant memory.
///
/// ```swift
/// let reader = try NMEAReader(path: "walk.nmea")
/// while let record = try reader.next() {
///     for report in record.reports { print(record.line, report) }
/// }
/// ```
public final class NMEAReader {
    /// One sentence of the recording and what it says.
    public struct Record: Sendable {
        /// The line of the file, counted from 1.
        public let line: Int
        /// The sentence without its line end, as it stands in the file.
        public let sentence: [UInt8]
        /// What the receiver reported with it; often nothing.
        public let reports: [PositionReport]
    }

    private let chunks: FileChunks
    private var splitter = NMEALineSplitter()
    private var decoder: NMEADecoder
    private var ready: [Record] = []
    private var position = 0
    private var isAtEnd = false

    /// Sentences given up because they are longer than ``NMEALineSplitter/longestSentence``.
    public var droppedSentences: Int { splitter.droppedSentences }

    /// Counts of what the decoder read and dropped.
    public var statistics: NMEADecoder.Statistics { decoder.statistics }

    /// Opens a recording.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when the file cannot be opened.
    public init(path: String, dateRule: NMEADecoder.DateRule = .asWritten) throws(TrackFormatError) {
        chunks = try FileChunks(path: path, size: 16_384)
        decoder = NMEADecoder(dateRule: dateRule)
    }

    /// Reads from an open descriptor, which the caller closes.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file, a pipe or a device; reading waits for it.
    ///   - name: What errors call it.
    ///   - dateRule: What becomes of dates that gpsd doubts.
    public init(fileDescriptor: Int32, name: String, dateRule: NMEADecoder.DateRule = .asWritten) {
        chunks = FileChunks(fileDescriptor: fileDescriptor, name: name, size: 16_384)
        decoder = NMEADecoder(dateRule: dateRule)
    }

    /// Reads a recording that is given piece by piece.
    ///
    /// - Parameters:
    ///   - chunks: The file.
    ///   - dateRule: What becomes of dates that gpsd doubts.
    public init(_ chunks: FileChunks, dateRule: NMEADecoder.DateRule = .asWritten) {
        self.chunks = chunks
        decoder = NMEADecoder(dateRule: dateRule)
    }

    /// The next sentence; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails.
    public func next() throws(TrackFormatError) -> Record? {
        while position == ready.count {
            guard !isAtEnd else { return nil }
            ready.removeAll(keepingCapacity: true)
            position = 0
            let chunk = try chunks.next()
            if chunk.isEmpty {
                isAtEnd = true
                splitter.finish(take)
            } else {
                splitter.append(chunk, take)
            }
        }
        defer { position += 1 }
        return ready[position]
    }

    private func take(_ line: Int, _ sentence: [UInt8]) {
        ready.append(Record(line: line, sentence: sentence, reports: decoder.decode(sentence)))
    }
}
