/// The layout shared by all records of an output.
package struct OutputLayout: Sendable {
    /// The columns of CSV that a record fills.
    package var columns: [String]
    /// Whether the columns of CSV begin with the position of what is around the record.
    package var hasPosition = true
    /// Further columns before those of the record: members of the input.
    package var inputColumns: [String] = []
    /// What separates the columns of the CSV that was read, and of the CSV that is printed.
    package var separator = UInt8(ascii: ",")
    /// The members of JSON that a record may write; members of the input with these names get another.
    package var memberNames: [String] = []

    package init(
        columns: [String], hasPosition: Bool = true, inputColumns: [String] = [], separator: UInt8 = UInt8(ascii: ","),
        memberNames: [String] = []
    ) {
        self.columns = columns
        self.hasPosition = hasPosition
        self.inputColumns = inputColumns
        self.separator = separator
        self.memberNames = memberNames
    }

    /// The columns of a position that was not written in CSV; members of the input with these names need no others.
    package static let positionColumns = ["latitude", "longitude"]
}

/// An output form: how records, and what surrounds them, become bytes.
///
/// A record is printed in two steps, since records of a batch share their content: ``appendContent(of:_:to:)`` makes what the
/// record says, and ``appendEntry(_:_:to:content:)`` puts it into the line, row or feature of one point of the input. What it says is in
/// the table of the record's fields, which no form needs to know.
package protocol OutputForm: Sendable {
    /// Whether records include errors and attribution, besides the result.
    var isStructured: Bool { get }
    /// Returns how records become rows below a header, whose columns must be known before the first, or `nil` where
    /// records are not rows; rows of a CSV input are kept.
    func table(_ layout: OutputLayout) -> TableSyntax?
    /// Whether records are features with a geometry; what features of the input have of their own is kept.
    var isGeographic: Bool { get }
    /// Whether it prints members or columns of the input point.
    var keepsMembers: Bool { get }
    /// Which of those it names; a gap in a pattern has the index of one.
    var inputNames: [String] { get }
    /// Returns whether it may print keys with a prefix; costly values are omitted otherwise.
    func includes(keysBeginningWith prefix: String) -> Bool

    /// Returns what precedes all records: a header, or the beginning of a collection.
    ///
    /// - Parameters:
    ///   - layout: The columns.
    ///   - header: The header row of a CSV input.
    ///   - isBareCSV: Whether the input is CSV without a header, so that the output has none either.
    ///   - members: Members of a collection before its features.
    /// - Returns: The bytes; often none.
    func beginning(
        _ layout: OutputLayout, header: InputRow?, isBareCSV: Bool, members: [InputMember]
    ) -> [UInt8]

    /// Returns what follows all records, with members of a collection after its features.
    func ending(members: [InputMember]) -> [UInt8]

    /// The separator between two records of a collection.
    var separator: [UInt8] { get }

    /// Appends the content of a record, without line end, braces or anything else around it.
    func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8])

    /// Appends an entry: what is around a record, and the content that `content` appends.
    func appendEntry(
        _ entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void)

    /// Appends the entry of a question without an answer: it keeps its line, with empty columns or the sentence that
    /// explains why.
    func appendProblem(_ problem: String, of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8])
}

extension OutputForm {
    package var isStructured: Bool { false }
    package func table(_ layout: OutputLayout) -> TableSyntax? { nil }

    /// Whether records are rows of a table.
    package var isTabular: Bool { table(OutputLayout(columns: [])) != nil }

    package var isGeographic: Bool { false }
    package var keepsMembers: Bool { false }
    package var inputNames: [String] { [] }
    package func includes(keysBeginningWith prefix: String) -> Bool { false }
    package func beginning(
        _ layout: OutputLayout, header: InputRow?, isBareCSV: Bool, members: [InputMember]
    ) -> [UInt8] { [] }
    package func ending(members: [InputMember]) -> [UInt8] { [] }
    package var separator: [UInt8] { [] }

    /// Appends one record around which there is nothing else.
    package func append(_ record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        appendEntry(record.entry, layout, to: &bytes) { appendContent(of: record, layout, to: &$0) }
    }

    /// Appends one record as a separate line.
    package func appendLine(_ record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        append(record, layout, to: &bytes)
        // A feature alone is not part of a collection.
        if isGeographic { bytes.append(10) }
    }
}

/// Lines for a person.
struct TextForm: OutputForm {
    package func appendContent(of record: some OutputRecord, _ layout: OutputLayout, to bytes: inout [UInt8]) {
        record.appendText(to: &bytes)
    }

    package func appendEntry(
        _ entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8], content: (inout [UInt8]) -> Void
    ) {
        content(&bytes)
        bytes.append(10)
    }

    package func appendProblem(
        _ problem: String, of entry: OutputEntry, _ layout: OutputLayout, to bytes: inout [UInt8]
    ) {
        bytes.append(10)
    }
}

/// What a command prints; each use has its own forms.
package enum OutputUse {
    /// Positions of a receiver: `locate`.
    case fixes
    /// Points and places with addresses: `locate reverse` and `locate search`.
    case places
    /// Lists of things that may have a position.
    case records
    /// Other lists.
    case tables
}

/// A form of output under the word that `--format` has for it, or a template.
///
/// A new form is a file with its ``OutputForm`` and its word, and a line in ``all``: options, help, completions and settings
/// take their words from there.
package struct OutputFormat: Sendable, Equatable {
    /// The word of `--format`.
    package let word: String
    /// The uses it supports.
    package let uses: Set<OutputUse>
    /// What prints it.
    package let form: any OutputForm
    /// The template; `nil` for forms with a word.
    package private(set) var template: OutputTemplate?

    /// The forms with a word, in the order of help.
    package static let all: [OutputFormat] = [.text, .json, .csv, .tsv, .ndjson, .geojson, .nmea]

    package init(_ word: String, _ form: any OutputForm, for uses: Set<OutputUse>) {
        self.word = word
        self.uses = uses
        self.form = form
    }

    /// Lines for a person.
    package static let text = OutputFormat("text", TextForm(), for: [.fixes, .places, .records, .tables])

    /// Returns the form of `--template`.
    package static func template(_ template: OutputTemplate) -> OutputFormat {
        var format = OutputFormat("template", TemplateForm(template: template), for: [])
        format.template = template
        return format
    }

    /// Returns the words of `--format` of a command.
    package static func words(for use: OutputUse) -> [String] { all.filter { $0.uses.contains(use) }.map(\.word) }

    package static func == (left: OutputFormat, right: OutputFormat) -> Bool {
        left.word == right.word && left.template == right.template
    }
}
