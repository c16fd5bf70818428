import LKGeocoding
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

@Suite("BorderCheck")
struct BorderCheckTests {
    private func world() -> BorderWorld {
        var world = BorderWorld()
        world.addZone([(-60.5, -40.25), (70, -40), (70.125, 50), (-60, 49.875)], country: 0, zone: 0)
        world.addZone([(70, -40), (150, -40), (150, 50), (70.125, 50)], country: 1, zone: 1)
        return world
    }

    private func check(_ sections: [(section: GazetteerSection, bytes: [UInt8])]) -> BorderCheck {
        BorderCheck(regions: sections[0].bytes, cells: sections[1].bytes, edges: sections[2].bytes)
    }

    @Test("Finds nothing where the cells say what the lines say")
    func sound() throws {
        var overlay = world().overlay()
        var notes: [BuildReport] = []
        try check(BorderWorld.sections(of: overlay)).run(against: &overlay.resolver) { notes.append($0) }
        #expect(notes == [.note("0 of 200000 places are in another region than the lines say: ")])
    }

    @Test("Refuses a file in which a few square degrees belong to the wrong country")
    func wrong() throws {
        var overlay = world().overlay()
        // Ten squares on the sea south of the rest.
        let row = (90 - 60) * BorderFormat.columns + 180
        for cell in row..<row + 10 { overlay.cells[cell] = 1 << BorderFormat.numberShift }
        let sections = BorderWorld.sections(of: overlay)
        #expect(throws: GeocodingError.self) {
            try check(sections).run(against: &overlay.resolver) { _ in }
        }
    }
}
