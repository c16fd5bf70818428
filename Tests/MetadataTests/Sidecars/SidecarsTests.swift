import Foundation
import Glibc
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Sidecars of photos")
struct SidecarsTests {
    private let folder = TemporaryFolder()

    private func write(_ name: String, _ attributes: String) throws {
        try Data(Bytes.xmp(attributes)).write(to: URL(filePath: folder.file(name)))
    }

    private func sidecars(_ name: String) -> Sidecars { Sidecars(of: folder.file(name), reading: FileBytes()) }

    @Test("The sidecar of the full name takes precedence, and the other supplies what it lacks")
    func thePhotosWholeNameWinsAndTheOtherFillsUp() throws {
        try write("IMG.JPG.xmp", "tiff:Make='First'")
        try write("IMG.xmp", "tiff:Make='Second' photoshop:City='Riga'")
        let found = sidecars("IMG.JPG")
        #expect(found.files.map { ($0.path as NSString).lastPathComponent } == ["IMG.JPG.xmp", "IMG.xmp"])
        #expect(found.properties?.camera.make == "First")
        #expect(found.properties?.placeShown.city == "Riga")
        #expect(found.warnings.isEmpty)
    }

    @Test("A sidecar shared by name can state which photo it belongs to")
    func aSharedSidecarMaySayWhichPhotoItIsFor() throws {
        try write("IMG.xmp", "photoshop:SidecarForExtension='CR2' tiff:Make='Raw'")
        #expect(sidecars("IMG.cr2").properties?.camera.make == "Raw")
        #expect(sidecars("IMG.JPG").files.isEmpty)
        try write("B.xmp", "tiff:Make='Both'")
        #expect(sidecars("B.NEF").properties?.camera.make == "Both")
        #expect(sidecars("B.JPG").properties?.camera.make == "Both")
        // Its own name says enough.
        try write("C.JPG.xmp", "photoshop:SidecarForExtension='CR2' tiff:Make='Own'")
        #expect(sidecars("C.JPG").properties?.camera.make == "Own")
    }

    @Test("A photo without a sidecar has no sidecar properties and no warnings")
    func mostPhotosHaveNone() {
        let found = sidecars("none.jpg")
        #expect(found.files.isEmpty && found.properties == nil && found.warnings.isEmpty)
    }

    @Test("Each sidecar that cannot be read gives a warning")
    func whatCannotBeReadIsAWarning() throws {
        try Data("no XMP".utf8).write(to: URL(filePath: folder.file("A.JPG.xmp")))
        try FileManager.default.createDirectory(atPath: folder.file("A.xmp"), withIntermediateDirectories: false)
        #expect(mkfifo(folder.file("A.XMP"), 0o600) == 0)
        let found = sidecars("A.JPG")
        #expect(found.files.isEmpty)
        #expect(found.warnings.count == 3)
    }

    @Test("Sidecars are found for file names that are not valid UTF-8")
    func namesNeedNotBeUTF8() throws {
        let name: [UInt8] = Array(folder.file("").utf8) + [0xFF, 0xFE, 0x2E, 0x4A]
        let path = (name + Array(".xmp".utf8)).map { CChar(bitPattern: $0) } + [0]
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        let text = Bytes.xmp("tiff:Make='Maker'")
        #expect(Glibc.write(descriptor, text, text.count) == text.count)
        close(descriptor)
        #expect(Sidecars(of: name, reading: FileBytes()).properties?.camera.make == "Maker")
    }

    @Test("Sidecar names are derived from photo names, and photo names from sidecar names")
    func namesAreMadeAndTakenApart() {
        func candidates(_ name: String) -> [String] {
            SidecarName.candidates(of: Array(name.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(candidates("/a.b/IMG.JPG") == ["/a.b/IMG.JPG.xmp", "/a.b/IMG.JPG.XMP", "/a.b/IMG.xmp", "/a.b/IMG.XMP"])
        #expect(candidates("/a.b/IMG") == ["/a.b/IMG.xmp", "/a.b/IMG.XMP"])
        #expect(candidates(".hidden") == [".hidden.xmp", ".hidden.XMP"])
        #expect(SidecarName.base(of: Array("IMG.JPG.XMP".utf8)) == Array("IMG.JPG".utf8))
        #expect(SidecarName.base(of: Array("IMG.JPG".utf8)) == nil)
        #expect(SidecarName.base(of: Array(".xmp".utf8)) == nil)
    }
}
