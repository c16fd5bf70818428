import Foundation
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite("A check of what an edit made")
struct PatchCheckTests {
    private let folder = TemporaryFolder()
    private static let kinds = ["jpeg", "png", "webp", "tiff"]

    private func bytes(_ kind: String) throws -> [UInt8] {
        if kind == "jpeg" {
            return PhotoFixture.jpeg(
                PhotoFixture.app1(PhotoFixture.camera), PhotoFixture.segment(0xFE, Bytes.text("a comment")))
        }
        if kind == "webp" {
            return PhotoFixture.webP(
                PhotoFixture.riff("VP8X", [8, 0, 0, 0, 99, 0, 0, 49, 0, 0]),
                PhotoFixture.riff("EXIF", PhotoFixture.camera),
                PhotoFixture.riff("VP8L", [0x2F, 99, 0x40, 0x0C, 0, 0, 1, 2, 3]))
        }
        if kind == "tiff" { return Edits.tiff }
        return try #require(PhotoFixture.ofEachKind.first { $0.name == kind }).bytes
    }

    private func complaint(
        _ edit: MetadataEdit, _ patch: FilePatch, _ old: [UInt8], _ new: [UInt8]
    ) throws -> String? {
        try folder.write("old", Data(old))
        try folder.write("new", Data(new))
        return try PatchCheck().complaint(about: edit, patch, from: folder.file("old"), to: folder.file("new"))?.reason
    }

    private func patch(_ edit: MetadataEdit, _ old: [UInt8]) throws -> FilePatch {
        guard case .patch(let patch) = try MetadataWriter().outcome(of: edit, on: old) else {
            throw CancellationError()
        }
        return patch
    }

    @Test("The check accepts correct patches in every format", arguments: kinds)
    func whatIsMeantIsFound(kind: String) throws {
        let old = try bytes(kind)
        for edit in [Edits.sydney, Edits.removal, MetadataEdit()] {
            let patch = try patch(edit, old)
            #expect(try complaint(edit, patch, old, patch.applied(to: old)) == nil)
        }
    }

    @Test("The check accepts names as IPTC shortens them, and rejects another city")
    func whereIPTCCountsNamesAreAsItHasThem() throws {
        // A digest of another state of IPTC: a program has changed that, and left XMP as it was.
        let iptc = PhotoFixture.dataset(2, 90, Bytes.text("Rom"))
        let old = PhotoFixture.jpeg(
            PhotoFixture.app13(iptc, digest: Array(repeating: 7, count: 16)),
            PhotoFixture.appXMP(Bytes.xmp("photoshop:City='Paris'")))
        var edit = MetadataEdit()
        var place = PhotoPlace()
        (place.city, place.countryCode) = ("Llanfairpwllgwyngyllgogerychwyrndrobwll", "GB")
        edit.placeShown = .set(place)
        edit.keywords = [String(repeating: "long ", count: 20)]
        let patch = try patch(edit, old)
        let new = patch.applied(to: old)
        #expect(try PhotoFixture.metadata(new).placeShown?.countryCode == "GBR")
        #expect(try complaint(edit, patch, old, new) == nil)
        place.city = "Cardiff"
        edit.placeShown = .set(place)
        #expect(try complaint(edit, patch, old, new) == "its place names are not the intended ones")
    }

    @Test("Place names are written and removed in every format, and keywords stay", arguments: kinds)
    func namesOfPlacesAreWrittenAndRemovedInEachContainer(kind: String) throws {
        let old = try bytes(kind)
        var edit = Edits.sydney
        var place = PhotoPlace()
        (place.city, place.country, place.countryCode) = ("Sydney", "Australia", "AU")
        (edit.placeShown, edit.placeCreated, edit.keywords) = (.set(place), .set(place), ["harbour"])
        let first = try patch(edit, old)
        let new = first.applied(to: old)
        #expect(try complaint(edit, first, old, new) == nil)
        var removal = Edits.removal
        (removal.placeShown, removal.placeCreated) = (.remove, .remove)
        let second = try patch(removal, new)
        let without = second.applied(to: new)
        #expect(try complaint(removal, second, new, without) == nil)
        #expect(!without.indices.contains { without[$0...].starts(with: "Sydney".utf8) })
        #expect(try PhotoFixture.metadata(without).keywords == ["harbour"])
    }

    @Test("The check finds every wrong, missing or additional byte", arguments: kinds)
    func eachByteThatIsWrongIsFound(kind: String) throws {
        let old = try bytes(kind)
        let patch = try patch(Edits.sydney, old)
        let new = patch.applied(to: old)
        for place in Fixtures.cuts(new.indices) {
            var damaged = new
            damaged[place] ^= 0x10
            #expect(try complaint(Edits.sydney, patch, old, damaged) != nil, "\(place)")
        }
        #expect(try complaint(Edits.sydney, patch, old, Array(new.dropLast())) != nil)
        #expect(try complaint(Edits.sydney, patch, old, new + [0]) != nil)
        #expect(try complaint(Edits.sydney, patch, old, old) != nil)
    }

    /// A patch that was done exactly, but does what it must not.
    @Test("The check finds patches that change other metadata or the image, or miss their purpose", arguments: kinds)
    func patchesThatDoMoreThanWasMeantAreFound(kind: String) throws {
        let old = try bytes(kind)
        let good = try patch(Edits.sydney, old)
        var bad = FilePatch(oldCount: old.count)
        let maker = Array("NIKON".utf8)
        for splice in good.splices {
            var bytes = splice.bytes
            if let place = bytes.indices.first(where: { bytes[$0...].starts(with: maker) }) { bytes[place] = 0x58 }
            bad.replace(splice.range, with: bytes)
        }
        if bad == good {
            let place = try #require(old.indices.first { old[$0...].starts(with: maker) })
            bad.replace(place..<place + 1, with: [0x58])
        }
        #expect(try complaint(Edits.sydney, bad, old, bad.applied(to: old)) != nil)
        // A byte of the image.
        bad = good
        let place = old.count - (kind == "png" ? 18 : 3)
        bad.replace(place..<place + 1, with: [0x58])
        #expect(try complaint(Edits.sydney, bad, old, bad.applied(to: old)) == "its image data changed")
        #expect(try complaint(Edits.edit(-33.8569, 151.2153), good, old, good.applied(to: old)) != nil)
        #expect(try complaint(Edits.removal, good, old, good.applied(to: old)) != nil)
        let nothing = FilePatch(oldCount: old.count)
        #expect(try complaint(Edits.removal, nothing, old, old) == "it still has a position")
    }

    @Test(
        "The check accepts correct edits of sample photos",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence))
    func samplesPassWhenTheyAreRight() throws {
        let (writer, check) = (MetadataWriter(), PatchCheck())
        var count = 0
        for path in PhotoSamples.paths {
            for edit in [Edits.sydney, Edits.removal] {
                guard case .patch(let patch)? = try? writer.outcome(of: edit, on: path), !patch.isEmpty,
                    let data = FileManager.default.contents(atPath: path)
                else { continue }
                let new = folder.file("new")
                try Data(patch.applied(to: Array(data))).write(to: URL(filePath: new))
                let complaint = try check.complaint(about: edit, patch, from: path, to: new)
                #expect(complaint == nil, "\(path): \(complaint?.reason ?? "")")
                count += 1
            }
        }
        print("\(count) edits of samples checked")
        #expect(count > (Fixtures.isThorough ? 250 : 40))
    }
}
