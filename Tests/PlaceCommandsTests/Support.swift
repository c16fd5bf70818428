@testable import LKCommandLine
@testable import LKPlaceCommands

/// All points of a source.
func points(_ source: inout some PointSource) throws -> [InputPoint] {
    var points: [InputPoint] = []
    while let batch = try source.next() { batch.forEach { points.append($0) } }
    return points
}

extension SearchReport {
    /// The match as the tool prints it in JSON, without the end of the line.
    var json: String {
        var formatter = SearchFormatter(form: .json, isBatch: query != nil)
        var bytes: [UInt8] = []
        formatter.append(self, to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}
