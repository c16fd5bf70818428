/// Reads a recording of NMEA sentences of any size, sentence by sentence, in constant memory.
///
/// ```swift
/// let reader = try NMEAReader(path: "walk.nmea")
/// while let record = try reader.next() {
///     for report in record.reports { print(record.line, report) }
/// }
/// ```
package final class NMEAReader {
    /// One sentence of the recording with its reports.
    package struct Record: Sendable {
        /// The line of the file, counted from 1.
        package let line: Int
        /// The sentence as in the file, without its newline.
        package let sentence: [UInt8]
        /// The reports that it causes; often none.
        package let reports: [PositionReport]
        /// The epoch after the sentence; `nil` before any time of day.
        let epoch: Int?
        /// Whether the first report is of the epoch that the sentence ends.
        var beginsWithLateReport = false
    }

    private let chunks: FileChunks
    private var splitter = NMEALineSplitter()
    private var decoder: NMEADecoder
    private var ready: [Record] = []
    private var position = 0
    private var isAtEnd = false
    private var list = WarningList()
    /// Whether some sentence had a checksum.
    private var hasChecksums = false
    /// Whose positions are read.
    private(set) var sources = NMEASourceChoice()

    /// The first 100 sentences dropped because they are damaged.
    var warnings: [TrackWarnings.Warning] { list.first }

    /// The number of sentences dropped because they are damaged.
    var warningCount: Int { list.count + splitter.droppedSentences }

    /// The sentences dropped because they are damaged.
    package var damage: TrackWarnings { TrackWarnings(first: warnings, count: warningCount) }

    /// The line of an incomplete sentence at the end of the recording; `nil` if there is none.
    private(set) var tornLine: Int?

    /// The number of sentences dropped because they are longer than ``NMEALineSplitter/maximumSentenceLength``.
    package var droppedSentences: Int { splitter.droppedSentences }

    /// The counts of sentences so far.
    package var statistics: NMEADecoder.Statistics { decoder.statistics }

    /// Opens a recording.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when the file cannot be opened.
    package init(
        path: String, name: String? = nil, dateRule: NMEADecoder.DateRule = .asWritten
    ) throws(TrackFormatError) {
        chunks = try FileChunks(path: path, name: name, size: 16_384)
        decoder = NMEADecoder(dateRule: dateRule)
    }

    /// Reads from an open descriptor, which the caller closes.
    ///
    /// - Parameters:
    ///   - fileDescriptor: A file, a pipe or a device; reading blocks until data arrive.
    ///   - name: Its name in messages.
    ///   - dateRule: The treatment of dates that gpsd doubts.
    package init(fileDescriptor: Int32, name: String, dateRule: NMEADecoder.DateRule = .asWritten) {
        chunks = FileChunks(fileDescriptor: fileDescriptor, name: name, size: 16_384)
        decoder = NMEADecoder(dateRule: dateRule)
    }

    /// Reads a recording in chunks.
    ///
    /// - Parameters:
    ///   - chunks: The file.
    ///   - dateRule: The treatment of dates that gpsd doubts.
    package init(_ chunks: FileChunks, dateRule: NMEADecoder.DateRule = .asWritten) {
        self.chunks = chunks
        decoder = NMEADecoder(dateRule: dateRule)
    }

    /// Applies what is known from the rest of a recording: the date of its first sentence, and which receiver counts.
    func begin(at start: NMEARecordingStart) {
        decoder.clock.presumedDate = start.date
        decoder.clock.dayShift = start.dayShift
        sources = start.sources
    }

    /// Returns the fix of the last epoch, if the recording ends before the sentence that completes it.
    func finalReport() -> PositionReport? { decoder.finish() }

    /// Returns the next sentence; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails.
    package func next() throws(TrackFormatError) -> Record? {
        while position == ready.count {
            guard !isAtEnd else { return nil }
            ready.removeAll(keepingCapacity: true)
            position = 0
            let chunk = try chunks.next()
            if chunk.isEmpty {
                isAtEnd = true
                finish()
            } else {
                splitter.append(
                    chunk,
                    broken: { list.add($0, "the sentence that begins \"\(Self.excerpt($1))\" is damaged") }, decode)
            }
        }
        defer { position += 1 }
        return ready[position]
    }

    /// Processes the end of the recording, unless it may be only part of a sentence: it has neither a newline nor the
    /// checksum that other sentences have.
    private func finish() {
        let line = splitter.isInSentence ? splitter.line : nil
        var isWhole = false
        splitter.finish { line, sentence in
            guard !hasChecksums || NMEAChecksum.isPresent(sentence) else { return }
            isWhole = true
            decode(line, sentence)
        }
        if hasChecksums, !isWhole { tornLine = line }
    }

    private func decode(_ line: Int, _ sentence: [UInt8]) {
        guard sources.accepts(sentence) else {
            return ready.append(Record(line: line, sentence: sentence, reports: [], epoch: decoder.epoch))
        }
        let (before, wrongValues) = (decoder.statistics, decoder.wrongValues)
        let reports = decoder.decode(sentence)
        let after = decoder.statistics
        if decoder.wrongValues > wrongValues {
            list.add(line, "\"\(Self.excerpt(sentence))\" has a latitude, longitude, time or date that does not exist")
        } else if after.wrongChecksums > before.wrongChecksums {
            list.add(line, "the checksum of \"\(Self.excerpt(sentence))\" is wrong")
        } else if after.malformed > before.malformed, sentence.first == UInt8(ascii: "$") {
            // AIS sentences begin with "!" and are ignored in tracks.
            list.add(line, "\"\(Self.excerpt(sentence))\" is not a sentence of NMEA 0183")
        } else if !hasChecksums {
            hasChecksums = NMEAChecksum.isPresent(sentence)
        }
        ready.append(
            Record(
                line: line, sentence: sentence, reports: reports, epoch: decoder.epoch,
                beginsWithLateReport: decoder.beganWithLateReport))
    }

    private static func excerpt(_ sentence: [UInt8]) -> String { String(decoding: sentence.prefix(40), as: UTF8.self) }
}
