import Foundation
import Glibc
import LKGeo
import TestSupport
import Testing

@testable import LKMetadata

@Suite struct BadInputTests {
    private func failure<Value>(_ body: () throws(MetadataError) -> Value) -> MetadataError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    /// The facts or a clear error, whatever the bytes are; the same for memory and file.
    private func check(_ bytes: [UInt8], _ reader: MetadataReader) {
        do {
            let photo = try reader.metadata(of: bytes)
            #expect(photo.warnings.count <= 16)
            if let location = photo.location { #expect(abs(location.coordinate.latitude) <= 90) }
            if let size = photo.storedSize { #expect(size.width > 0 && size.height > 0) }
        } catch {
            #expect([.unknownFormat, .malformed, .empty].contains(error.code), "\(error)")
            #expect(!error.message.isEmpty)
        }
    }

    @Test("Every truncated photo gives metadata or a clear error", arguments: PhotoFixture.ofEachKind.map(\.name))
    func eachPrefixYieldsFactsOrAClearError(name: String) throws {
        let bytes = try #require(PhotoFixture.ofEachKind.first { $0.name == name }).bytes
        let reader = MetadataReader()
        let whole = try reader.metadata(of: bytes)
        #expect(whole.storedSize != nil)
        for count in 0..<bytes.count { check(Array(bytes[..<count]), reader) }
    }

    @Test("Randomly damaged photos give metadata or a clear error", arguments: PhotoFixture.ofEachKind.map(\.name))
    func mutationsYieldFactsOrAClearError(name: String) throws {
        let bytes = try #require(PhotoFixture.ofEachKind.first { $0.name == name }).bytes
        let reader = MetadataReader()
        var random = SeededGenerator(seed: 20_261_121)
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: damaged[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
                default: damaged.removeSubrange(place..<min(damaged.count, place + 3))
                }
                if damaged.isEmpty { damaged = [0] }
            }
            check(damaged, reader)
        }
    }

    /// A hundred thousand of them in the long version, which is made for the address sanitizer.
    @Test(
        "Randomly damaged samples give metadata or a clear error within a time limit",
        .enabled(if: PhotoSamples.folder != nil, PhotoSamples.absence))
    func mutationsOfSamplesYieldFactsOrAClearError() throws {
        let reader = MetadataReader()
        var random = SeededGenerator(seed: 6)
        let isSanitized = ProcessInfo.processInfo.environment["LOCATIONKIT_SANITIZED"] != nil
        let wanted = Fixtures.isThorough ? 100_000 : isSanitized ? 1000 : 10_000
        let rounds = wanted / max(1, PhotoSamples.paths.count) + 1
        var count = 0
        var slowest = 0.0
        for path in PhotoSamples.paths {
            guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { continue }
            // The head is what says something; a long file's other bytes are its image.
            let head = Array(data.count < 300_000 ? data : data.prefix(40_000))
            for _ in 0..<rounds {
                var damaged = head
                random.damage(&damaged)
                slowest = max(slowest, processorTime { check(damaged, reader) }.seconds)
                count += 1
            }
        }
        #expect(count >= wanted * 9 / 10)
        #expect(slowest < 20)
        if Fixtures.isThorough { print("\(count) mutations of samples, the slowest in \(slowest) s") }
    }

    @Test(
        "Does not read through another user's link to a third user's file",
        .enabled(if: geteuid() == 0, "only root can make links of other users"), arguments: [true, false])
    func untrustedLink(keepsFolder: Bool) throws {
        let folder = TemporaryFolder()
        let reader = MetadataReader(keepsFolder: keepsFolder)
        try Data("GIF89a".utf8 + [1, 0, 1, 0, 0, 0, 0, 0x3B]).write(to: URL(filePath: folder.file("a.gif")))
        chown(folder.file("a.gif"), 2002, 2002)
        symlink("a.gif", folder.file("link.gif"))
        symlink(".", folder.file("way"))
        // Links of root's are followed.
        for path in ["a.gif", "link.gif", "way/a.gif", "way/link.gif"] {
            #expect(try reader.metadata(of: folder.file(path)).format == .gif)
        }
        lchown(folder.file("link.gif"), 2001, 2001)
        for path in ["link.gif", "way/link.gif"] {
            let error = try #require(failure { () throws(MetadataError) in try reader.metadata(of: folder.file(path)) })
            #expect(error.code == .unreadable && error.errno == EACCES && error.path == folder.file(path))
            #expect(error.message.contains("link.gif is a symbolic link of another user (uid 2001) to a.gif"))
        }
        lchown(folder.file("way"), 2001, 2001)
        let other = MetadataReader(keepsFolder: keepsFolder)
        let error = try #require(
            failure { () throws(MetadataError) in try other.metadata(of: folder.file("way/a.gif")) })
        #expect(
            error.message == "\(folder.file("way/a.gif")): \(folder.file("way")) is a symbolic link of another user "
                + "(uid 2001) to .; name what it leads to itself")
    }

    @Test("Opens files one after the other in several folders, and by names alone")
    func recentFolder() throws {
        let folder = TemporaryFolder()
        let bytes = FileBytes(keepsFolder: true)
        for name in ["a", "b", "ab"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
            try Data(name.utf8).write(to: URL(filePath: folder.file("\(name)/f")))
        }
        for name in ["a", "a", "ab", "b", "a", "b", "ab"] {
            try bytes.open(folder.file("\(name)/f"))
            #expect(bytes.count == name.utf8.count)
        }
        #expect(failure { () throws(MetadataError) in try bytes.open(folder.file("a/g")) }?.code == .missing)
        #expect(failure { () throws(MetadataError) in try bytes.open(folder.file("c/f")) }?.code == .missing)
        #expect(failure { () throws(MetadataError) in try bytes.open(folder.file("a/f/")) }?.errno == ENOTDIR)
    }

    @Test("A pipe, a folder, a link loop and a missing, empty or foreign file each have their error")
    func whatIsNoFileIsSaidSo() throws {
        let folder = TemporaryFolder()
        let reader = MetadataReader()
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        symlink("loop", folder.file("loop"))
        #expect(failure { () throws(MetadataError) in try reader.metadata(of: folder.file("pipe")) }?.code == .notAFile)
        #expect(failure { () throws(MetadataError) in try reader.metadata(of: folder.path) }?.code == .notAFile)
        #expect(failure { () throws(MetadataError) in try reader.metadata(of: "/dev/null") }?.code == .notAFile)
        let loop = try #require(failure { () throws(MetadataError) in try reader.metadata(of: folder.file("loop")) })
        #expect(loop.code == .unreadable)
        #expect(loop.errno == ELOOP)
        let missing = try #require(failure { () throws(MetadataError) in try reader.metadata(of: folder.file("none")) })
        #expect(missing.code == .missing)
        #expect(missing.path == folder.file("none"))
        #expect(missing.message.contains(folder.file("none")))
        #expect(failure { () throws(MetadataError) in try reader.metadata(of: "a\0b") }?.code == .missing)
        try Data().write(to: URL(filePath: folder.file("empty.jpg")))
        #expect(
            failure { () throws(MetadataError) in try reader.metadata(of: folder.file("empty.jpg")) }?.code == .empty)
        try Data("no photo".utf8).write(to: URL(filePath: folder.file("text.jpg")))
        #expect(
            failure { () throws(MetadataError) in try reader.metadata(of: folder.file("text.jpg")) }?.code
                == .unknownFormat)
    }

    @Test("The format is detected from content, not from the file name")
    func theContentDecidesAndNotTheName() throws {
        let folder = TemporaryFolder()
        let path = folder.file("picture.txt")
        try Data(PhotoFixture.png()).write(to: URL(filePath: path))
        #expect(try MetadataReader().metadata(of: path).format == .png)
    }

    @Test("PhotoMetadata reads the file of a URL, and names one that is not there")
    func metadataOfURL() throws {
        let folder = TemporaryFolder()
        let url = URL(filePath: folder.file("picture.png"))
        #expect(failure { () throws(MetadataError) in try PhotoMetadata(contentsOf: url) }?.code == .missing)
        try Data(PhotoFixture.png()).write(to: url)
        #expect(try PhotoMetadata(contentsOf: url) == MetadataReader().metadata(of: url.path))
    }

    @Test("A file whose name is not valid UTF-8 is read")
    func namesThatAreNoUTF8AreRead() throws {
        let folder = TemporaryFolder()
        var name = Array(folder.path.utf8CString.dropLast()) + [0x2F, -1, -2, 0]
        let descriptor = open(&name, O_WRONLY | O_CREAT, 0o600)
        let bytes = PhotoFixture.png()
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        let photo = try name.withUnsafeBufferPointer { name in
            try MetadataReader().metadata(of: try #require(name.baseAddress))
        }
        #expect(photo.format == .png)
    }

    /// Files of four gigabytes that take no room: their beginnings lead readers far away.
    @Test(
        "Files of four gigabytes are read in pieces within a time limit",
        arguments: ["jpeg", "png", "tiff", "gif", "webp", "raf", "heic", "mp4", "mov", "mkv", "cr3"])
    func hugeFilesAreReadInPieces(kind: String) throws {
        let folder = TemporaryFolder()
        let path = folder.file("huge")
        let beginning: [UInt8] =
            switch kind {
            case "jpeg": [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
            case "png": [0x89] + Bytes.text("PNG\r\n\u{1A}\n") + PhotoFixture.chunk("IHDR", Bytes.zeros(13))
            case "tiff": Bytes.text("II*\0") + [0xF0, 0xFF, 0xFF, 0x7F]
            case "gif": PhotoFixture.gif([0x21, 0xFE]).dropLast(15) + []
            case "webp": Bytes.text("RIFF") + Bytes.zeros(4) + Bytes.text("WEBP")
            case "heic", "mp4", "mov", "mkv", "cr3": BoxDamageTests.samples.first { $0.name == kind }?.bytes ?? []
            default: Array(PhotoFixture.raf.prefix(100))
            }
        try Data(beginning).write(to: URL(filePath: path))
        #expect(truncate(path, 4 << 30) == 0)
        let bytes = FileBytes()
        try bytes.open(path)
        #expect(bytes.count == 4 << 30)
        #expect(try bytes.byte(at: 4 << 30 - 1) == 0)
        #expect(try bytes.byte(at: 4 << 30) == nil)
        #expect(try bytes.bytes(at: 0, count: 1 << 30) == nil)
        let reading = processorTime {
            failure { () throws(MetadataError) in try MetadataReader().metadata(of: path) }
        }
        #expect(reading.seconds < 20)
    }

    @Test("A file truncated while open reads as shorter")
    func aFileThatIsCutOffMeanwhileHasFewerBytes() throws {
        let folder = TemporaryFolder()
        let path = folder.file("photo")
        try Data(count: 200_000).write(to: URL(filePath: path))
        let bytes = FileBytes()
        try bytes.open(path)
        #expect(truncate(path, 50_000) == 0)
        #expect(try bytes.byte(at: 150_000) == nil)
        #expect(try bytes.byte(at: 49_999) == 0)
    }

    @Test("EXIF tables that refer to each other many times end within a time limit")
    func tablesThatLeadBackAndForthEndSoon() throws {
        // Each of many entries names a directory of its own, each with as many entries as fit.
        let entries: PhotoFixture.Entries = (0..<900).map {
            (0x8769, .raw(type: 4, count: 1, value: 8 + 12 * $0))
        }
        let branches: PhotoFixture.Entries = (0..<900).map { (0x014A, .raw(type: 4, count: 1, value: 8 + 12 * $0)) }
        let reading = processorTime {
            check(PhotoFixture.jpeg(PhotoFixture.app1(TIFFFixture.bytes(entries))), MetadataReader())
            check(TIFFFixture.bytes(branches), MetadataReader())
        }
        #expect(reading.seconds < 20)
    }
}
