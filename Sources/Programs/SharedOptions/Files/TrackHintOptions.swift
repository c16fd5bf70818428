import FoundationEssentials
package import LKCommandLine
import LKFormats
package import LKTrackFormats

/// `--column` and `--date`: what a file of tracks does not say itself.
package enum TrackHintOptions {
    package static let column = Option(
        repeatable: "column", ValueKind("MEANING=NAME", decode: columnName),
        "what a column of a CSV file is, such as time=recorded (may be repeated); MEANING is \(meanings)")
    static let date = Option(
        "date", ValueKind("YYYY-MM-DD", decode: day),
        "the day, in UTC, on which a file of NMEA begins that has no date, or a wrong one")
    package static let all: [any OptionDeclaration] = [column, date]

    private static let meanings = Suggestion.alternatives(TrackFormat.Hints.Column.allCases.map(\.rawValue))

    /// What a column is.
    package struct Column: Sendable {
        package var meaning: TrackFormat.Hints.Column
        package var name: String
    }

    private static func columnName(_ text: String) throws(ValueProblem) -> Column {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let meaning = TrackFormat.Hints.Column(rawValue: String(parts[0])), !parts[1].isEmpty
        else {
            throw .expected("a meaning and the name of a column, such as time=recorded; meanings: \(meanings)")
        }
        return Column(meaning: meaning, name: String(parts[1]))
    }

    /// Returns the beginning of a day in UTC, unless the text has another form or the day does not exist.
    private static func day(_ text: String) throws(ValueProblem) -> Date {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isWritten =
            parts.map(\.count) == [4, 2, 2] && parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isWritten, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            case let date = CivilDate(year: year, month: month, day: day), date.isValid
        else { throw .expected("a day such as 2024-05-11") }
        return Date(timeIntervalSince1970: Double(date.dayNumber) * 86_400)
    }
}

extension ParsedArguments {
    /// Decodes `--column` and `--date`.
    ///
    /// - Throws: A usage error that names the option, its value and what is expected.
    package func trackHints() throws(ToolError) -> TrackFormat.Hints {
        var hints = TrackFormat.Hints()
        for column in try self[TrackHintOptions.column] {
            guard hints.columns.updateValue(column.name, forKey: column.meaning) == nil else {
                let word = column.meaning.rawValue
                throw .usage("--column \(word)=\(column.name): another column is the \(word) already")
            }
        }
        if let date = try self[TrackHintOptions.date] { hints.startDate = date }
        return hints
    }
}

extension TrackFormat.Hints {
    /// Returns which option states what a file does not, such as `--date YYYY-MM-DD states the first one`.
    package static func advice(on missing: Kind) -> String {
        switch missing {
        case .positionColumns: "name them with --column latitude=NAME --column longitude=NAME"
        case .timeColumn: "--column time=NAME states which"
        case .startDate: "--date YYYY-MM-DD states the first one"
        }
    }
}
