import Testing

@testable import LKPositioning

@Suite("Errors of positioning") struct PositioningErrorTests {
    @Test("A code prints as its name, also in other texts")
    func code() {
        #expect("\(PositioningError.Code.canceled)" == "canceled")
        #expect("\([PositioningError.Code.noSatellites])" == "[no-satellites]")
    }
}
