import LKTrackFormats
import Testing

@testable import LKPositioning

@Suite("Errors of positioning") struct PositioningErrorTests {
    @Test("A code prints as its name, also in other texts")
    func code() {
        #expect("\(PositioningError.Code.canceled)" == "canceled")
        #expect("\([PositioningError.Code.noSatellites])" == "[no-satellites]")
    }

    @Test("An error of a file keeps its advice and has it beneath, and says its message once")
    func conversion() {
        let file = TrackFormatError(
            code: .unreadable, message: "a.gpx cannot be read", advice: "check the name", errno: 2)
        let error = PositioningError(file)
        #expect(
            error.code == .unreadable && error.message == "a.gpx cannot be read; check the name" && error.errno == 2)
        #expect(error.advice == "check the name" && error.underlying as? TrackFormatError == file)
        #expect(PositioningError(TrackFormatError(code: .refused, message: "b")).code == .malformed)
        // The error beneath is not compared.
        var bare = error
        bare.underlying = nil
        #expect(bare == error && Set([bare, error]).count == 1 && bare != PositioningError(.unreadable, "c"))
    }
}
