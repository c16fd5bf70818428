import LKFormats
import FoundationEssentials
import LKTrackFormats

extension CommandDescription {
    /// The options about what a file of tracks does not say itself.
    static let trackHints: [OptionDescription] = [
        .option(
            "column", "MEANING=NAME",
            "what a column of a CSV file is, such as time=recorded (may be repeated); MEANING is "
                + Suggestion.alternatives(TrackFormat.Hints.Column.allCases.map(\.rawValue))),
        .option(
            "date", "YYYY-MM-DD",
            "the day, in UTC, on which a file of NMEA begins that has no date, or a wrong one"),
    ]
}

extension ParsedArguments {
    /// Decodes `--column` and `--date`.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    func trackHints() throws(ToolError) -> TrackFormat.Hints {
        var hints = TrackFormat.Hints()
        for text in strings("column") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let meanings = Suggestion.alternatives(TrackFormat.Hints.Column.allCases.map(\.rawValue))
            guard parts.count == 2, let meaning = TrackFormat.Hints.Column(rawValue: String(parts[0])),
                !parts[1].isEmpty
            else {
                throw Self.wrong(
                    "column", text,
                    expected: "a meaning and the name of a column, such as time=recorded; meanings: \(meanings)")
            }
            guard hints.columns.updateValue(String(parts[1]), forKey: meaning) == nil else {
                throw .usage("--column \(text): another column is the \(meaning.rawValue) already")
            }
        }
        if let text = string("date") {
            guard let date = Self.day(text) else {
                throw Self.wrong("date", text, expected: "a day such as 2024-05-11")
            }
            hints.startDate = date
        }
        return hints
    }

    /// Returns the beginning of a day in UTC; `nil` for a text of another form, and for a day that does not exist.
    private static func day(_ text: String) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isWritten =
            parts.map(\.count) == [4, 2, 2] && parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isWritten, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else {
            return nil
        }
        let date = CivilDate(year: year, month: month, day: day)
        return date.isValid ? Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400) : nil
    }
}

extension TrackFormat.Hints {
    /// Returns which option states what a file does not say, such as `--date YYYY-MM-DD states the first one`.
    static func advice(on missing: Kind) -> String {
        switch missing {
        case .positionColumns: "name them with --column latitude=NAME --column longitude=NAME"
        case .timeColumn: "--column time=NAME states which"
        case .startDate: "--date YYYY-MM-DD states the first one"
        }
    }
}
