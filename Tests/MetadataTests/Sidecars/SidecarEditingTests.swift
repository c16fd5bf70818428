import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Changes of sidecars")
struct SidecarEditingTests {
    private let folder = TemporaryFolder()

    private func write(_ name: String, _ attributes: String) throws {
        try folder.write(name, Data(Bytes.xmp(attributes)))
    }

    private func outcome(_ name: String, _ edit: MetadataEdit, sharesStem: Bool = false) throws
        -> SidecarEditing.Outcome
    {
        try SidecarEditing.outcome(
            of: edit, on: Array(folder.file(name).utf8), sharesStem: sharesStem, reading: FileBytes())
    }

    /// The names of the sidecars that change, which then do.
    private func apply(_ name: String, _ edit: MetadataEdit, sharesStem: Bool = false) throws -> [String] {
        guard case .changes(let changes) = try outcome(name, edit, sharesStem: sharesStem) else { return ["refused"] }
        return try changes.map { change in
            let path = String(decoding: change.path, as: UTF8.self)
            let old = FileManager.default.contents(atPath: path)
            #expect((old == nil) == (change.patch == nil))
            if let old, let patch = change.patch {
                var bytes = [UInt8](old)
                for splice in patch.splices.reversed() { bytes.replaceSubrange(splice.range, with: splice.bytes) }
                #expect(bytes == change.content && patch.newCount == change.content.count)
            }
            try Data(change.content).write(to: URL(filePath: path))
            return (path as NSString).lastPathComponent
        }
    }

    private func read(_ name: String) -> XMPProperties? {
        Sidecars(of: folder.file(name), reading: FileBytes()).properties
    }

    @Test("A new sidecar is named after the full file name, and equal edits and removals create none")
    func withoutOneItIsNamedAfterTheWholePhoto() throws {
        #expect(try apply("IMG.CR2", XMPEdits.everything()) == ["IMG.CR2.xmp"])
        #expect(read("IMG.CR2")?.placeCreated == XMPEdits.place)
        #expect(abs((read("IMG.CR2")?.location?.coordinate.latitude ?? 0) - 56.946_285_31) < 1e-8)
        #expect(read("IMG.CR2")?.sidecarForExtension == "CR2")
        #expect(try apply("IMG.CR2", XMPEdits.everything()) == [])
        #expect(try apply("none", XMPEdits.everything()) == ["none.xmp"])
        #expect(try apply("nothing.JPG", XMPEdits.removal) == [])
    }

    @Test(
        "An existing sidecar is updated in whichever form its name has",
        arguments: ["IMG.xmp", "IMG.XMP", "IMG.CR2.XMP"])
    func theFormThatIsThereIsWritten(_ name: String) throws {
        try write(name, "tiff:Make='M'")
        #expect(try apply("IMG.CR2", XMPEdits.everything()) == [name])
        #expect(read("IMG.CR2")?.camera.make == "M" && read("IMG.CR2")?.placeCreated == XMPEdits.place)
        #expect(folder.names == [name])
    }

    @Test("A sidecar shared by two photos is copied to the photo's own before editing")
    func aSidecarThatPhotosShareIsNotOverwrittenByEither() throws {
        try write("IMG.xmp", "tiff:Make='M'")
        #expect(try apply("IMG.HEIC", XMPEdits.everything(), sharesStem: true) == ["IMG.HEIC.xmp"])
        #expect(read("IMG.MOV")?.location == nil && read("IMG.HEIC")?.location != nil)
        #expect(read("IMG.HEIC")?.camera.make == "M")
    }

    @Test("A sidecar that states its photo's extension is edited only for that photo")
    func aSidecarThatSaysWhoseItIsIsTheirs() throws {
        try write("IMG.xmp", "photoshop:SidecarForExtension='CR2'")
        #expect(try apply("IMG.JPG", XMPEdits.everything()) == ["IMG.JPG.xmp"])
        #expect(try apply("IMG.cr2", XMPEdits.everything(), sharesStem: true) == ["IMG.xmp"])
    }

    @Test("Removal clears the position from all sidecars of a photo")
    func whatIsRemovedGoesFromAllOfThem() throws {
        let position = "exif:GPSLatitude='1,0N' exif:GPSLongitude='2,0E' tiff:Make='M'"
        try write("IMG.JPG.xmp", position)
        try write("IMG.xmp", position)
        #expect(try apply("IMG.JPG", XMPEdits.removal, sharesStem: true) == ["IMG.JPG.xmp", "IMG.xmp"])
        #expect(read("IMG.JPG")?.location == nil && read("IMG.JPG")?.camera.make == "M")
    }

    @Test("A damaged sidecar is refused, an empty one is filled, and a folder in its place is an error")
    func damagedOnesAreRefusedAndEmptyOnesFilled() throws {
        try folder.write("A.JPG.xmp", Data("<rdf:RDF>".utf8))
        #expect(try apply("A.JPG", XMPEdits.everything()) == ["refused"])
        try folder.write("B.JPG.xmp", Data())
        #expect(try apply("B.JPG", XMPEdits.everything()) == ["B.JPG.xmp"])
        #expect(read("B.JPG")?.placeCreated == XMPEdits.place)
        try FileManager.default.createDirectory(atPath: folder.file("C.xmp"), withIntermediateDirectories: false)
        #expect(throws: MetadataError.self) { try outcome("C.JPG", XMPEdits.everything()) }
        #expect(
            try SidecarEditing.outcome(of: MetadataEdit(), on: [0x41, 0], sharesStem: false, reading: FileBytes())
                == .refused(EditRefusal("its name has a zero byte")))
    }

    @Test(
        "A patch contains only the bytes that differ",
        arguments: [
            ("abcdef", "abXdef", [2..<3]), ("abc", "abc", []), ("", "abc", [0..<0]), ("aaa", "aa", [2..<3]),
            ("abc", "", [0..<3]), ("aa", "aaa", [2..<2]),
        ] as [(String, String, [Range<Int>])])
    func patchesSayOnlyWhatDiffers(_ old: String, _ new: String, _ ranges: [Range<Int>]) {
        #expect(FilePatch(from: Array(old.utf8), to: Array(new.utf8)).splices.map(\.range) == ranges)
    }
}
