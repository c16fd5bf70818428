package import FoundationEssentials
import LKGeo

/// Reads a recording of NMEA sentences epoch by epoch: files of tracks and replays use the same fixes.
///
/// An epoch has one report. Of several fixes the last is the best, and the fix counts although another sentence of the
/// epoch states none, such as that of a single satellite system. Sentences of a second receiver are ignored.
package final class NMEAEpochReader {
    /// A sentence, and the epochs that it ends.
    package struct Step {
        /// The sentence as in the file, without its newline; `nil` at the end of the file.
        package let sentence: [UInt8]?
        /// Fixes, "no fix" and views of the sky, with their lines.
        package fileprivate(set) var reports: [(report: PositionReport, line: Int)]
    }

    /// A date so long ago may be that of a receiver whose week number has wrapped: 1024 weeks, in seconds.
    private static let rollover = 1024 * 7 * 86_400.0

    /// The maximum distance of a date from 1970, in seconds: some 300 years.
    private static let maximumDate = 1e10

    private let reader: NMEAReader
    /// Whether the date is stated from outside, and beyond doubt.
    private let isDated: Bool
    private let start: NMEARecordingStart
    private let now: Date
    /// The fix, or the absence of one, of the current epoch.
    private var held: (report: PositionReport, epoch: Int?, line: Int)?
    private var latest: Date?
    /// The last epoch that was read, and its last line.
    private var place: (epoch: Int?, line: Int) = (nil, 0)
    private var isAtEnd = false
    private var hasTimes = false
    private var hasFixes = false
    private var doubtedDate: Date?
    private var skipped = 0

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - chunks: The recording. It is searched for its first date before it is read.
    ///   - now: The present, from which it follows which dates are doubtful.
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails.
    package init(_ chunks: FileChunks, now: Date = .now) throws(TrackFormatError) {
        let startDate = chunks.hints.startDate
        if let startDate, !(abs(startDate.timeIntervalSince1970) <= Self.maximumDate) {
            throw TrackFormatError(code: .inapplicable, message: "\(chunks.name) cannot begin on such a date")
        }
        isDated = startDate != nil
        start = try NMEARecordingStart(chunks.lookahead(), startDate: startDate)
        reader = NMEAReader(chunks)
        reader.begin(at: start)
        self.now = now
    }

    /// The sentences dropped because they are damaged, and notes about the recording.
    package var warnings: TrackWarnings {
        var warnings = reader.damage
        warnings.notes = notes
        return warnings
    }

    /// The line of an incomplete sentence at the end of the recording; `nil` if there is none.
    var tornLine: Int? { reader.tornLine }

    /// What is noteworthy about the recording so far, but no damage.
    var notes: [TrackWarnings.Note] {
        var notes: [TrackWarnings.Note] = []
        if isAtEnd, hasFixes, !hasTimes {
            notes.append(TrackWarnings.Note("the file states no date, so times are unknown", missing: .startDate))
        }
        if let doubtedDate {
            let shifted = (doubtedDate + Self.rollover).formatted(.iso8601.year().month().day())
            let stated = doubtedDate.formatted(.iso8601.year().month().day())
            notes.append(
                TrackWarnings.Note(
                    "the dates, from \(stated), are used as they are; if the receiver's week number has wrapped, they are "
                        + "1024 weeks later, from \(shifted)", missing: .startDate))
        }
        let ignored = reader.sources.ignored
        if !ignored.isEmpty {
            notes.append(
                TrackWarnings.Note("the positions of a second source (\(ignored.joined(separator: ", "))) are left out")
            )
        }
        if skipped > 0 {
            let fixes = skipped == 1 ? "1 fix whose time goes back is" : "\(skipped) fixes whose times go back are"
            notes.append(TrackWarnings.Note("\(fixes) left out: two receivers are mixed"))
        }
        return notes
    }

    /// Returns the next sentence with the reports that are complete; `nil` at the end.
    ///
    /// - Throws: ``TrackFormatError/Code/unreadable`` when reading fails.
    package func next() throws(TrackFormatError) -> Step? {
        guard !isAtEnd else { return nil }
        guard let record = try reader.next() else {
            isAtEnd = true
            var step = Step(sentence: nil, reports: [])
            if let report = reader.finalReport() { handle(report, place.epoch, place.line, &step) }
            flush(&step)
            return step
        }
        var step = Step(sentence: record.sentence, reports: [])
        for (index, report) in record.reports.enumerated() {
            let isLate = index == 0 && record.beginsWithLateReport
            handle(report, isLate ? place.epoch : record.epoch, isLate ? place.line : record.line, &step)
        }
        place = (record.epoch, record.line)
        return step
    }

    private func handle(_ report: PositionReport, _ epoch: Int?, _ line: Int, _ step: inout Step) {
        switch report {
        case .sky: step.reports.append((report, line))
        case .fix(let location):
            if !continues(epoch, location) { flush(&step) }
            held = (report, epoch, line)
        case .noFix(let time):
            if let held, isSame(held.epoch, epoch) { return }
            // Another epoch of the same time, as with a compass that states a time of its own.
            if let time, case .fix(let location)? = held?.report, location.timestamp == time { return }
            flush(&step)
            held = (report, epoch, line)
        }
    }

    /// Returns whether a fix replaces the held report, because it is of the same epoch.
    private func continues(_ epoch: Int?, _ location: Location) -> Bool {
        guard let held else { return true }
        if isSame(held.epoch, epoch) { return true }
        guard case .fix(let before) = held.report else { return false }
        // Sentences without a time of day.
        if epoch == nil, held.epoch == nil { return before.coordinate == location.coordinate }
        return before.timestamp.map { $0 == location.timestamp } ?? false
    }

    private func isSame(_ one: Int?, _ other: Int?) -> Bool { one != nil && one == other }

    private func flush(_ step: inout Step) {
        guard let (report, _, line) = held.take() else { return }
        guard case .fix(var location) = report else { return step.reports.append((report, line)) }
        hasFixes = true
        if let time = location.timestamp {
            hasTimes = true
            if start.alternates, let latest, time < latest, time >= latest - NMEARecordingStart.maximumStepBack {
                skipped += 1
                return
            }
            latest = time
            if !isDated, time + Self.rollover <= now {
                doubtedDate = doubtedDate ?? time
                location.timestampDoubt = .weekRollover
            }
        }
        step.reports.append((.fix(location), line))
    }
}
