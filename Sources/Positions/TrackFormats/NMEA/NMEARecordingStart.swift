import FoundationEssentials
import LKFormats
import LKGeo

/// What a recording states only later, but its first sentences need: their date, and which receiver counts.
struct NMEARecordingStart: Sendable {
    /// The date of the first sentence; `nil` if the recording has none.
    private(set) var date: CivilDate?
    /// How many days later the dates are than the sentences state.
    private(set) var dayShift = 0
    /// The receiver that is read.
    private(set) var sources = NMEASourceChoice()
    /// Whether two receivers of one kind are mixed: their times alternate.
    private(set) var alternates = false

    /// The number of bytes searched for receivers.
    ///
    /// The search for a date continues until there is one.
    private static let head = 1 << 16
    /// The maximum number of seconds by which alternating times go back.
    static let maximumStepBack = 30.0
    /// Times alternate if they go back at least this often, in this percentage of epochs.
    private static let alternation = (minimumCount: 5, percent: 25)

    /// Creates the start of a recording by searching it.
    ///
    /// - Parameters:
    ///   - chunks: The recording from its first sentence; consumed.
    ///   - startDate: An instant of its first day, if that is known better than the recording states it.
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails.
    init(_ chunks: FileChunks, startDate: Date? = nil) throws(TrackFormatError) {
        var positions: [NMEASourceChoice.Source: Int] = [:]
        var (head, dated) = ([[UInt8]](), nil as Int?)
        var splitter = NMEALineSplitter()
        var search = DateSearch()
        var size = 0
        while size < Self.head || dated == nil {
            let chunk = try chunks.next()
            var sentences: [[UInt8]] = []
            let add = { (_: Int, sentence: [UInt8]) in sentences.append(sentence) }
            if chunk.isEmpty { splitter.finish(add) } else { splitter.append(chunk, add) }
            let isHead = size < Self.head
            size += chunk.count
            if isHead {
                head += sentences
                for sentence in sentences where NMEASourceChoice.hasPosition(sentence) {
                    if let source = NMEASourceChoice.source(sentence) { positions[source, default: 0] += 1 }
                }
                guard size >= Self.head || chunk.isEmpty else { continue }
                sources = NMEASourceChoice(positions: positions)
                search.sources = sources
                // The date in the head, from the chosen receiver.
                sentences = head
            }
            for sentence in sentences where dated == nil { dated = search.firstDay(sentence) }
            if chunk.isEmpty { break }
        }
        if let startDate {
            let day = Int((startDate.timeIntervalSince1970 / 86_400).rounded(.down))
            dayShift = dated.map { day - $0 } ?? 0
            dated = day
        }
        date = dated.map { CivilDate(dayNumber: $0) }
        alternates = Self.alternates(head, sources)
    }

    private static func alternates(_ sentences: [[UInt8]], _ sources: NMEASourceChoice) -> Bool {
        var (sources, decoder) = (sources, NMEADecoder())
        decoder.clock.presumedDate = CivilDate(dayNumber: 0)
        var (last, epochs, steps) = (nil as Double?, 0, 0)
        for sentence in sentences where sources.accepts(sentence) {
            for case .fix(let location) in decoder.decode(sentence) {
                guard let time = location.timestamp?.timeIntervalSinceReferenceDate, time != last else { continue }
                epochs += 1
                if let last, time < last, time >= last - maximumStepBack { steps += 1 }
                last = time
            }
        }
        return steps >= alternation.minimumCount && steps * 100 >= epochs * alternation.percent
    }

    /// Searches for the first date, counting the midnights before it.
    private struct DateSearch {
        var sources = NMEASourceChoice()
        private var decoder = NMEADecoder()
        private let day: Int

        init() {
            // Any day will do, since only the difference counts.
            let date = CivilDate(year: 2000, month: 1, day: 1)
            day = date.dayNumber
            decoder.clock.presumedDate = date
        }

        /// Returns the day of the first sentence, once this one states a date.
        mutating func firstDay(_ sentence: [UInt8]) -> Int? {
            guard sources.accepts(sentence), !Self.isTimeless(sentence) else { return nil }
            var presumed = decoder.clock.presumedDate ?? CivilDate(dayNumber: day)
            let hour = decoder.clock.hour
            _ = decoder.decode(sentence)
            guard let stated = decoder.clock.statedDate else { return nil }
            // Midnight may be between the previous sentence and this one.
            if decoder.clock.hour < hour { presumed.day += 1 }
            return stated.dayNumber - presumed.dayNumber + day
        }

        /// Returns whether a sentence has neither a time of day nor a date, as most sentences of a recording.
        private static func isTimeless(_ sentence: [UInt8]) -> Bool {
            guard sentence.count > 6, let kind = NMEASentence(tag: sentence[1..<6]) else { return false }
            return kind == .gsa || kind == .gsv || kind == .vtg
        }
    }
}
