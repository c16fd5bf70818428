import FoundationEssentials
import LKGeo
import LKMetadata
import Testing

@testable import LKPlanning
@testable import LKTagging

/// What `print` shows of plans and outcomes.
@Suite("Short descriptions of plans and outcomes") struct ShortDescriptionTests {
    @Test("A planned photo prints as its path and action, an action as what is written or the reason")
    func plans() throws {
        let coordinate = try #require(Coordinate(latitude: 52.5, longitude: 13.25))
        var edit = MetadataEdit()
        edit.location = .set(PhotoLocation(coordinate: coordinate))
        edit.keywords = ["a", "b"]
        #expect("\(edit)" == "position 52.5,13.25, 2 keywords")
        #expect("\(MetadataEdit())" == "no change")
        #expect("\(PlannedPhoto.Action.write(edit))" == "write: position 52.5,13.25, 2 keywords")
        #expect("\(PlannedPhoto.Action.keep(.hasPosition))" == "keep: it has a position already")
        let error = TaggingError(code: .unreadable, message: "1.jpg cannot be read", path: "1.jpg")
        let photo = PlannedPhoto(unreadable: URL(filePath: "/photos/1.jpg"), error)
        #expect("\(photo)" == "/photos/1.jpg: fail: 1.jpg cannot be read")
        #expect("\(PlannedPlace.Action.skip(.noPosition))" == "skip: it has no position")
    }

    @Test("An outcome prints as its path and action, a code as its name")
    func outcomes() {
        #expect("\(PhotoOutcome(path: "/photos/1.jpg", action: .notBegun))" == "/photos/1.jpg: not begun")
        #expect("\(TaggingError.Code.busy)" == "busy")
        #expect("\(MetadataError.Code.notAFile)" == "not a file")
        let edit = PhotoEdit(path: "/photos/1.xmp", .create([1, 2, 3]))
        #expect("\(edit)" == "/photos/1.xmp: a new file of 3 bytes")
    }
}
