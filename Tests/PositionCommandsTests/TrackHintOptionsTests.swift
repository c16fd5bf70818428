import Foundation
import LKTrackFormats
import TestSupport
import Testing

@testable import LKCommandLine
@testable import LKPositionCommands
@testable import LKSharedOptions

@Suite("Options about what a file of tracks does not say") struct TrackHintOptionsTests {
    private func hints(_ words: String...) throws -> TrackFormat.Hints {
        try ParsedArguments(["x.csv"] + words, for: .trackInfo).trackHints()
    }

    @Test("--column and --date state the meaning of columns and the first day")
    func values() throws {
        let found = try hints("--column", "time=Recorded at", "--column=latitude=a=b", "--date", "2024-02-29")
        #expect(found.columns == [.time: "Recorded at", .latitude: "a=b"])
        #expect(found.startDate == Date(timeIntervalSince1970: 1_709_164_800))
        #expect(try hints() == TrackFormat.Hints())
    }

    @Test(
        "Wrong values are usage errors",
        arguments: [
            ["--column", "time"], ["--column", "when=x"], ["--column", "time="], ["--column", "=x"], ["--column", ""],
            ["--column", "time=a", "--column", "time=b"], ["--date", "2023-02-29"], ["--date", "11.05.2024"],
            ["--date", "2024-5-1"], ["--date", ""], ["--date", "2024-05-11T08:00"], ["--date", "９９９９-01-01"],
        ])
    func wrong(words: [String]) throws {
        let arguments = try ParsedArguments(["x.csv"] + words, for: .trackInfo)
        let error = #expect(throws: ToolError.self) { try arguments.trackHints() }
        #expect(error?.code == .usage)
    }

    private func info(_ text: String, _ name: String) throws -> ToolError? {
        let folder = TemporaryFolder()
        try folder.write(name, Data(text.utf8))
        do throws(ToolError) {
            _ = try TrackReport(TrackInput(folder.file(name)), salvaging: false)
            return nil
        } catch { return error }
    }

    @Test("--salvage is advised only where it finds a position")
    func salvage() throws {
        let head = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
        let point = "<trkseg><trkpt lat=\"48\" lon=\"11\"/></trkseg>"
        let advice = "; --salvage uses the intact parts"
        #expect(try info(head + point + "<trkseg><trk", "a.gpx")?.message.hasSuffix(advice) == true)
        #expect(
            try info(head + "<name>A & B</name>" + point + "</trk></gpx>", "a.gpx")?.message.hasSuffix(advice) == true)
        #expect(try info(head + "<trkseg><trk", "a.gpx")?.message.hasSuffix(advice) == false)
        #expect(try info("{\"timelineObjects\":[{\"activitySegment\":", "a.json")?.message.hasSuffix(advice) == false)
    }

    @Test("Columns that are not understood come with the option that names them")
    func columns() throws {
        let error = try info("Breite,Hoehe\n48.1,500\n", "a.csv")
        #expect(error?.message.hasSuffix(", or name them with --column latitude=NAME --column longitude=NAME") == true)
    }
}
