import Foundation
import Glibc
import LKMetadata
import LKStorage
import TestSupport
import Testing

@testable import LKPhotos

struct CatalogTests {
    private func filled() throws -> TestLibrary {
        let test = TestLibrary()
        try test.write(
            "a/one.jpg", "photo jpeg date=2014-05-24T10:00:00 at=35,139 city=Tokyo country=Japan camera=X100")
        try test.write("a/two.png", "photo png size=750x1334 comment=Screenshot")
        try test.write("a/two.CR2", "photo raw")
        try test.write("b/video.mov", "photo mov duration=12.5 live=abc date=1969-05-24T10:00:00")
        try test.write("b/notes.txt", "notes")
        return test
    }

    @Test("The second opening takes everything from the catalog and reads no file")
    func theSecondOpeningReadsNoFile() async throws {
        let test = try filled()
        let first = test.library()
        #expect(try await first.reload().readCount == 5)
        await first.finishWriting()
        test.log.clear()
        let second = test.library()
        #expect(try await second.reload().readCount == 0)
        #expect(test.log.read.isEmpty)
        #expect(second.groups == first.groups)
        for (left, right) in zip(first.allPhotos.assets, second.allPhotos.assets) {
            #expect(left.date == right.date && left.location == right.location && left.camera == right.camera)
            #expect(left.place == right.place && left.size == right.size && left.duration == right.duration)
            #expect(left.companions == right.companions && left.isScreenshot == right.isScreenshot)
        }
    }

    @Test("Only a changed file is read again, and identifiers stay")
    func onlyWhatHasChangedIsReadAgain() async throws {
        let test = try filled()
        let first = test.library()
        try await first.reload()
        await first.finishWriting()
        try test.write("a/one.jpg", "photo jpeg date=2015-05-24T10:00:00")
        test.log.clear()
        let second = test.library()
        try await second.reload()
        #expect(test.log.read == ["one.jpg"])
        let changed = second.allPhotos.assets.first { $0.fileName == "one.jpg" }
        #expect(changed?.date?.wallTime.year == 2015)
        #expect(Set(second.allPhotos.assets.map(\.id)) == Set(first.allPhotos.assets.map(\.id)))
    }

    @Test("The catalog can be deleted at any time")
    func itCanBeDeletedAtAnyTime() async throws {
        let test = try filled()
        let library = test.library()
        try await library.reload()
        await library.finishWriting()
        for suffix in ["", "-wal", "-shm"] { unlink(test.catalog + suffix) }
        try test.write("a/new.jpg")
        #expect(try await library.reload().problems.isEmpty)
        await library.finishWriting()
        #expect(try await test.library().reload().assetCount == 4)
        #expect(Set(test.library().allPhotos.assets.map(\.id)).isEmpty)
    }

    @Test("Photo identifiers are the same without the catalog")
    func identifiersOutliveTheCatalog() async throws {
        let test = try filled()
        let first = test.library()
        try await first.reload()
        let second = test.library(hasCatalog: false)
        try await second.reload()
        #expect(first.allPhotos.assets.map(\.id) == second.allPhotos.assets.map(\.id))
    }

    @Test("A damaged catalog is set aside and replaced")
    func aDamagedOneIsSetAsideAndMadeAnew() async throws {
        let test = try filled()
        let first = test.library()
        try await first.reload()
        await first.finishWriting()
        for suffix in ["-wal", "-shm"] { unlink(test.catalog + suffix) }
        try Data(repeating: 0x41, count: 5000).write(to: URL(filePath: test.catalog))
        let second = test.library()
        let report = try await second.reload()
        #expect(report.assetCount == 3 && report.readCount == 5)
        #expect(report.problems.map(\.code) == [.catalog])
        await second.finishWriting()
        #expect(access(test.catalog + ".damaged", F_OK) == 0)
        #expect(try await test.library().reload().readCount == 0)
    }

    @Test("A database of another program is left alone")
    func anotherProgramsDatabaseIsLeftAlone() async throws {
        let test = try filled()
        let other = try Database(test.catalog, .create)
        try other.execute("CREATE TABLE mine (x)")
        let report = try await test.library().reload()
        #expect(report.assetCount == 3)
        #expect(report.problems.map(\.code) == [.catalog])
        #expect(try other.integer("SELECT count(*) FROM sqlite_schema") == 1)
    }

    @Test(
        "A catalog that lacks tables or columns is set aside and replaced",
        arguments: [
            "DROP TABLE file", "DROP TABLE folder", "DROP TABLE change", "DROP TABLE catalog",
            "ALTER TABLE file RENAME COLUMN content TO other", "ALTER TABLE file ADD COLUMN other",
            "ALTER TABLE change DROP COLUMN wall", "ALTER TABLE catalog DROP COLUMN forgotten",
            "ALTER TABLE folder RENAME COLUMN path TO other", "PRAGMA user_version=0", "DELETE FROM catalog",
        ])
    func oneThatLacksTablesOrColumnsIsSetAsideAndMadeAnew(_ change: String) async throws {
        let test = try filled()
        let first = test.library()
        try await first.reload()
        await first.finishWriting()
        do {
            let database = try Database(test.catalog, .readWrite)
            try database.execute(change)
        }
        let second = test.library()
        let report = try await second.reload()
        #expect(report.assetCount == 3 && report.readCount == 5)
        #expect(report.problems.map(\.code) == [.catalog])
        #expect(report.problems.first?.message.contains("set aside") == true, "\(report.problems)")
        await second.finishWriting()
        let third = try await test.library().reload()
        #expect(third.readCount == 0 && third.problems.isEmpty)
    }

    @Test("The length of a video is read from an old catalog, and written as before: a number of seconds")
    func lengths() throws {
        // As version 0.1 has written a video of 640 x 480 and 1.25 s.
        let old: [UInt8] = [4, 9, 1, 8, 0, 0x80, 2, 0, 0, 0xE0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xF4, 0x3F]
        let pool = ContentPool()
        let read = try #require(old.withUnsafeBytes { ContentDecoder.content($0, sharing: pool) })
        #expect(read.duration == 1.25 && read.format == .mp4)
        var metadata = PhotoMetadata(format: .mp4)
        metadata.storedSize = PixelSize(width: 640, height: 480)
        metadata.duration = .milliseconds(1250)
        #expect(ContentEncoder.bytes(FileContent(metadata, sharing: pool)) == old)
    }

    @Test("The error of a photo keeps the advice and the error of its metadata")
    func underlying() {
        let below = MetadataError(code: .malformed, message: "a.jpg is cut", advice: "copy it", path: "a.jpg")
        let error = PhotosError(below, path: RawPath("a.jpg"))
        #expect(error.code == .damaged && error.advice == "copy it" && error.underlying as? MetadataError == below)
        #expect(error.message == "a.jpg is cut; copy it")
        #expect(error == PhotosError(below, path: RawPath("a.jpg")) && Set([error, error]).count == 1)
    }

    @Test("Catalog entries decode to what was encoded, and damaged entries never trap")
    func contentsSurviveBytesAndDamageIsNoContent() throws {
        let pool = ContentPool()
        var metadata = PhotoMetadata(format: .heic)
        metadata.storedSize = PixelSize(width: 4032, height: 3024)
        metadata.orientation = .left
        metadata.date = Samples.wallTime("2014-05-24T10:00:00").map {
            PhotoDate(wallTime: $0, offset: -5400, rule: .makerNote, offsetRule: .assumed)
        }
        metadata.location = Samples.asset("a", at: (-35.5, -139.25)).location
        metadata.location?.altitude = -3
        metadata.location?.altitudeReference = .ellipsoid
        metadata.location?.timestamp = Date(timeIntervalSince1970: 1_400_000_000.5)
        metadata.location?.isVoid = true
        metadata.duration = .seconds(1.25)
        metadata.camera = Camera()
        metadata.camera?.make = String(repeating: "é", count: 5000)
        metadata.placeCreated = Samples.place("Japan", nil, "")
        metadata.liveIdentifier = "x"
        let content = FileContent(metadata, sharing: pool)
        let bytes = ContentEncoder.bytes(content)
        let read = try #require(bytes.withUnsafeBytes { ContentDecoder.content($0, sharing: pool) })
        #expect(read.date == content.date && read.location == content.location && read.size == content.size)
        #expect(read.duration == 1.25 && read.place?.value == content.place?.value && read.liveIdentifier == "x")
        #expect((read.camera?.value.make?.utf8.count ?? 0) <= 4096)
        for length in bytes.indices {
            #expect(bytes[..<length].withUnsafeBytes { ContentDecoder.content($0, sharing: pool) } == nil)
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            var damaged = bytes
            damaged[Int.random(in: 0..<120, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            _ = damaged.withUnsafeBytes { ContentDecoder.content($0, sharing: pool) }
        }
    }
}
