import LKCommandLine
import LKGeo
import LKGeocoding
import LKSharedOptions

/// Prints the points of a batch with their places in one form of output.
///
/// Points with the same names share a pattern: what the form says of the place, with gaps for the numbers that are each
/// point's own. It is made once and filled for each point.
struct PlaceFormatter: Sendable {
    /// The output format.
    let form: any OutputForm

    /// The columns and members that answers fill.
    var layout = OutputLayout.places

    /// Whether the form shows the nearest border, which takes time to find.
    let showsBorder: Bool

    /// The columns or members of the input that a template names; a gap in a pattern has the index of one.
    let templateColumns: [String]

    init(form format: OutputFormat) {
        form = format.form
        showsBorder = form.includes(keysBeginningWith: "border")
        templateColumns = form.inputNames
    }

    /// Whether points of CSV must bring their columns along; its rows are kept as they were written.
    var wantsColumns: Bool { form.keepsMembers && !form.isTabular }

    /// Whether points of other formats must bring their members along.
    var wantsAttributes: Bool { form.keepsMembers }

    /// Returns what precedes all points.
    ///
    /// - Parameters:
    ///   - header: The header row of a CSV input.
    ///   - isBareCSV: Whether the input is CSV without a header, so that the output has none either.
    ///   - members: Members of the collection before its features.
    /// - Returns: A header or the beginning of a collection; often nothing.
    func beginning(header: InputRow?, isBareCSV: Bool, members: [InputMember] = []) -> [UInt8] {
        form.beginning(layout, header: header, isBareCSV: isBareCSV, members: members)
    }

    /// Returns what follows all points, with members of the collection after its features.
    func ending(members: [InputMember] = []) -> [UInt8] { form.ending(members: members) }

    /// What separates points; it precedes every point but the first.
    var pointSeparator: [UInt8] { form.separator }

    /// Returns the part of the output that points with the same names have in common.
    func pattern(of placemark: Placemark) -> [UInt8] {
        var bytes: [UInt8] = []
        form.appendContent(of: PlaceReport(placemark, leavesGaps: true), layout, to: &bytes)
        return bytes
    }

    /// Appends a pattern, its gaps filled with the figures and the columns of a point.
    func fill(_ pattern: Span<UInt8>, _ figures: PointFigures?, of point: InputPoint, to bytes: inout [UInt8]) {
        OutputPattern.append(pattern, to: &bytes) { number, bytes in
            if let figures { PlaceFigure(rawValue: number)?.append(figures, to: &bytes) }
        } appendColumn: { index, bytes in
            if index < templateColumns.count { point.entry.appendField(templateColumns[index], to: &bytes) }
        }
    }

    /// Appends a point with its place.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - bytes: The output.
    ///   - fill: Appends the place's pattern with its gaps filled.
    func append(_ point: InputPoint, to bytes: inout [UInt8], fill: (inout [UInt8]) -> Void) {
        form.appendEntry(point.entry, layout, to: &bytes, content: fill)
    }

    /// Appends a point without an answer: it keeps its line, with empty columns or the sentence that explains why.
    func append(_ point: InputPoint, problem: String, to bytes: inout [UInt8]) {
        form.appendProblem(problem, of: point.entry, layout, to: &bytes)
    }
}

extension OutputLayout {
    /// Points with their places.
    static let places = OutputLayout(columns: PlaceReport.table.columns, memberNames: PlaceReport.table.memberNames)
}
