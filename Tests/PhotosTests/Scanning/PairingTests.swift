import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKPhotos

struct PairingTests {
    private func paired(_ files: [(String, String)]) async throws -> [String] {
        let test = TestLibrary()
        for (name, text) in files { try test.write(name, text) }
        let library = test.library(hasCatalog: false)
        try await library.reload()
        return library.allPhotos.assets
            .map { ([$0.fileName] + $0.companions.map(\.lastPathComponent)).joined(separator: "+") }.sorted()
    }

    private let date = "date=2014-05-24T10:00:00"

    @Test("A raw photo is the companion of its JPEG")
    func aRawPictureIsTheCompanionOfItsJPEG() async throws {
        #expect(
            try await paired([("A.CR2", "photo raw \(date)"), ("A.JPG", "photo jpeg \(date)"), ("B.CR2", "photo raw")])
                == ["A.JPG+A.CR2", "B.CR2"])
    }

    @Test("Files with one name but other dates are separate photos")
    func filesOfOneNameThatWereTakenAtOtherTimesAreTwo() async throws {
        #expect(
            try await paired([("A.CR2", "photo raw \(date)"), ("A.JPG", "photo jpeg date=2015-05-24T10:00:00")])
                == ["A.CR2", "A.JPG"])
    }

    @Test("A live photo pairs an image with its short video")
    func aLivePhotoIsOne() async throws {
        #expect(
            try await paired([
                ("A.HEIC", "photo heic live=1"), ("B.MOV", "photo mov live=1 duration=90"),
                ("C.JPG", "photo jpeg"), ("C.MOV", "photo mov duration=2.9"),
                ("D.JPG", "photo jpeg"), ("D.MP4", "photo mp4 duration=60"),
                ("E.JPG", "photo jpeg live=2"), ("E.MOV", "photo mov live=3 duration=2"),
            ]) == ["A.HEIC+B.MOV", "C.JPG+C.MOV", "D.JPG", "D.MP4", "E.JPG", "E.MOV"])
    }

    @Test("A short video taken at another time is not part of the photo")
    func aShortVideoOfAnotherTimeIsNoPartOfThePhoto() async throws {
        #expect(
            try await paired([
                ("A.JPG", "photo jpeg \(date)"), ("A.MP4", "photo mp4 duration=2 made=2014-05-24T08:00:03"),
                ("B.JPG", "photo jpeg \(date)"), ("B.MP4", "photo mp4 duration=2 made=2014-05-24T08:40:03"),
                ("C.JPG", "photo jpeg \(date) offset=7200"), ("C.MP4", "photo mp4 duration=2 made=2014-05-24T08:00:03"),
                ("D.JPG", "photo jpeg \(date) offset=7200"), ("D.MP4", "photo mp4 duration=2 made=2014-05-24T09:00:03"),
            ]) == ["A.JPG+A.MP4", "B.JPG", "B.MP4", "C.JPG+C.MP4", "D.JPG", "D.MP4"])
    }

    @Test("A companion supplies what its photo lacks")
    func whatOneFileDoesNotSayAnotherDoes() async throws {
        let test = TestLibrary()
        try test.write("A.JPG", "photo jpeg")
        try test.write("A.CR2", "photo raw \(date) at=35,139 camera=X")
        let library = test.library()
        try await library.reload()
        let asset = try #require(library.allPhotos.assets.first)
        #expect(asset.type == .jpeg && asset.date?.rule == .original && asset.location != nil)
        #expect(asset.camera?.model == "X")
    }
}
