import Foundation
import TestSupport
import Testing

@testable import LKMetadata

@Suite("Data of phones at the end of a file")
struct SamsungTrailerTests {
    private let folder = TemporaryFolder()

    private func complaint(_ edited: EditedFile, of old: [UInt8], _ edit: MetadataEdit) throws -> String? {
        try Data(old).write(to: URL(filePath: folder.file("old")))
        try Data(edited.bytes).write(to: URL(filePath: folder.file("new")))
        return try PatchCheck().complaint(
            about: edit, edited.patch, from: folder.file("old"), to: folder.file("new"))?.reason
    }

    private static func motionPhoto() -> [UInt8] {
        let video = Bytes.box("mpvd", SampleVideos.android)
        let start = HEIFEditingTests.bare().count
        return HEIFEditingTests.bare(end: video + SamsungData.motion(at: start + 8, video.count - 8))
    }

    @Test("The offset of a motion photo's video follows the video when a position is added")
    func theOffsetOfAMotionPhotosVideoFollowsTheVideo() throws {
        let old = Self.motionPhoto()
        #expect(SamsungData.video(of: old)?.type == Bytes.text("ftyp"))
        let edited = try EditedFile(old, by: EditedFile.setting())
        #expect(EditedFile.isNear(try edited.metadata().location, EditedFile.location()))
        let video = try #require(SamsungData.video(of: edited.bytes))
        #expect(video.type == Bytes.text("ftyp"))
        #expect(edited.bytes.count > old.count)
        #expect(edited.bytes.suffix(4).elementsEqual("SEFT".utf8))
        #expect(try complaint(edited, of: old, EditedFile.setting()) == nil)
    }

    @Test("A Samsung trailer that no longer points to its video or is no longer last is found")
    func aTrailerThatNoLongerFindsItsVideoIsNoticed() throws {
        let old = Self.motionPhoto()
        let good = try EditedFile(old, by: EditedFile.setting())
        let mark = Bytes.text("mpv2")
        let place = try #require(good.bytes.indices.last { good.bytes[$0...].starts(with: mark) }) + 7
        let (first, second) = (FileBytes(), FileBytes())
        first.open(bytes: old)
        var bad = good.bytes
        bad[place] &+= 1
        second.open(bytes: bad)
        #expect(try SamsungTrailer.difference(between: first, and: second)?.contains("no longer point") == true)
        second.open(bytes: good.bytes + [0])
        #expect(try SamsungTrailer.difference(between: first, and: second)?.contains("no longer the last") == true)
    }

    @Test("Editing is refused if an unknown box after the image would move")
    func anUnknownBoxAfterTheImageIsNotMoved() throws {
        let old = HEIFEditingTests.bare(end: Bytes.box("abcd", Bytes.zeros(20)))
        guard case .refused(let refusal) = try MetadataWriter().outcome(of: EditedFile.setting(), on: old) else {
            Issue.record("it was moved")
            return
        }
        #expect(refusal.reason == "data after its image may have to stay where they are")
    }

    @Test(
        "Samsung data of a slow-motion video stay last when a position is added or removed",
        arguments: EditableVideos.Order.allCases)
    func theDataOfASlowMotionVideoStayLast(_ order: EditableVideos.Order) throws {
        guard order != .movieLastToEnd, order != .picturesToEnd, order != .picturesToEndWithWide else { return }
        let trailer = SamsungData.trailer([(0x0A01, "Image_UTC_Data", Bytes.text("1719887400000"))])
        let old = EditableVideos.video(order) + Bytes.box("sefd", trailer)
        let edited = try EditedFile(old, by: EditedFile.setting())
        #expect(EditedFile.isNear(try edited.metadata().location, EditedFile.location()))
        #expect(Array(edited.bytes.suffix(trailer.count)) == trailer)
        #expect(EditableVideos.samples(of: edited.bytes) == EditableVideos.samples)
        #expect(try complaint(edited, of: old, EditedFile.setting()) == nil)
        let stripped = try EditedFile(edited.bytes, by: EditedFile.removing)
        #expect(try stripped.metadata().location == nil)
        #expect(Array(stripped.bytes.suffix(trailer.count)) == trailer)
    }

    @Test(
        "Editing is refused if XMP records the length of the primary image",
        arguments: [
            ("<rdf:li rdf:parseType='Resource'><C:Item I:Semantic='Primary' I:Length='%'/></rdf:li>", true),
            ("<rdf:li><C:Item><I:Semantic>Primary</I:Semantic><I:Length>%</I:Length></C:Item></rdf:li>", true),
            ("<rdf:li><C:Item I:Semantic='MotionPhoto' I:Length='%'/></rdf:li>", false),
        ])
    func aLengthOfTheImageInItsXMPIsNotMadeWrong(_ item: String, _ isOfPrimary: Bool) throws {
        func photo(_ length: String) -> [UInt8] {
            let text = XMPPacketTests.packet(
                "xmlns:C='http://ns.google.com/photos/1.0/container/' xmlns:I='http://ns.google.com/photos/1.0/container/item/'",
                "<C:Directory><rdf:Seq>\(item.replacingOccurrences(of: "%", with: length))</rdf:Seq></C:Directory>")
            return PhotoFixture.jpeg(PhotoFixture.appXMP(Array(text.utf8)))
        }
        #expect((try Edits.apply(Edits.sydney, to: photo("1234")) == nil) == isOfPrimary)
        #expect(try Edits.apply(Edits.sydney, to: photo("0")) != nil)
    }
}
