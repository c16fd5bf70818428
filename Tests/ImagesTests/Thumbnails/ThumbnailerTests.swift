import Foundation
import LKFormats
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct ThumbnailerTests {
    private let folder = TemporaryFolder()

    private func photo(_ name: String = "a b.jpg") throws -> String {
        let path = folder.file(name)
        try TestPicture.jpeg(TestPicture.gradient(900, 600), orientation: 6).write(to: URL(filePath: path))
        return path
    }

    @Test("Cache names are the MD5 sums of file URIs, as the thumbnail specification says")
    func namesAreThoseOfTheSpecification() {
        #expect(MD5.hexadecimal("".utf8) == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(MD5.hexadecimal("file:///home/jens/photos/me.png".utf8) == "c6ee772d9e49320e97ec29a7eb5b1697")
        let digits = (0..<8).map { _ in "1234567890" }.joined()
        #expect(MD5.hexadecimal(digits.utf8) == "57edf4a22be3c955ac49da2e2107b67a")
        #expect(FileURI.uri(of: "/a/./b/../ä #%(1).jpg") == "file:///a/%C3%A4%20%23%25(1).jpg")
    }

    @Test("A thumbnail is cached with its attributes, readable only by the user, and found again")
    func isKeptForTheUserAloneAndFoundAgain() throws {
        let path = try photo()
        let cache = ThumbnailCache(folder: folder.file("thumbnails"))
        let image = try Thumbnailer(cache: cache).thumbnail(of: path, side: 200)
        #expect(image.size == PixelSize(width: 134, height: 200))
        let name = MD5.hexadecimal("file://\(folder.path)/a%20b.jpg".utf8) + ".png"
        let kept = folder.file("thumbnails/large/\(name)")
        let texts = try ImageBytes.file(kept, maximumSize: 1 << 20).withBytes { PNGTexts($0).values }
        #expect(texts["Thumb::URI"] == "file://\(folder.path)/a%20b.jpg")
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(texts["Thumb::MTime"] == "\(status.st_mtim.tv_sec)")
        #expect(texts["Thumb::Image::Width"] == "600")
        #expect(stat(kept, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(folder.file("thumbnails/large"), &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("thumbnails/large")) == [name])
        #expect(cache.thumbnail(of: path, .large)?.size == PixelSize(width: 171, height: 256))
        #expect(try Thumbnailer(cache: cache).thumbnail(of: path, side: 200) == image)
    }

    @Test("The cached thumbnail of a changed file is not used")
    func changedFileHasNoThumbnailAnyMore() throws {
        let path = try photo()
        let cache = ThumbnailCache(folder: folder.file("thumbnails"))
        _ = try Thumbnailer(cache: cache).thumbnail(of: path, side: 128)
        #expect(cache.thumbnail(of: path, .normal) != nil)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        #expect(cache.thumbnail(of: path, .normal) == nil)
    }

    @Test("A thumbnail of another program is used, and replaced if it is truncated")
    func thumbnailOfAnotherProgramIsUsed() throws {
        let path = try photo()
        let file = try #require(ThumbnailedFile(path))
        let other = try TestPicture.quarters(100, 100)
        let target = folder.file("thumbnails/normal")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        let texts = [(key: "Thumb::MTime", value: "\(file.time)"), (key: "Thumb::URI", value: file.uri)]
        let data = try other.pngData(compression: 9, texts: texts, exif: [])
        try data.write(to: URL(filePath: "\(target)/\(file.name)"))
        let cache = ThumbnailCache(folder: folder.file("thumbnails"))
        #expect(try Thumbnailer(cache: cache).thumbnail(of: path, side: 128) == other)
        // Cut off, it is made anew.
        try data.prefix(data.count / 2).write(to: URL(filePath: "\(target)/\(file.name)"))
        #expect(try Thumbnailer(cache: cache).thumbnail(of: path, side: 128).size == PixelSize(width: 85, height: 128))
    }

    @Test("A failure is remembered until the file changes")
    func failureIsRememberedUntilTheFileChanges() throws {
        let path = folder.file("broken.jpg")
        try Data([0xFF, 0xD8, 0xFF, 0xD9]).write(to: URL(filePath: path))
        let cache = ThumbnailCache(folder: folder.file("thumbnails"))
        let thumbnailer = Thumbnailer(cache: cache)
        expect(.damaged) { _ = try thumbnailer.thumbnail(of: path, side: 128) }
        #expect(cache.hasFailed(try #require(ThumbnailedFile(path))))
        expect(.damaged) { _ = try thumbnailer.thumbnail(of: path, side: 128) }
        try TestPicture.gradient(30, 30).jpegData().write(to: URL(filePath: path))
        #expect(try thumbnailer.thumbnail(of: path, side: 128).size == PixelSize(width: 30, height: 30))
    }

    @Test("No thumbnails are made of cached thumbnails")
    func thumbnailsAreNotThumbnailed() throws {
        let cache = ThumbnailCache(folder: folder.file("thumbnails"))
        let thumbnailer = Thumbnailer(cache: cache)
        let file = try #require(ThumbnailedFile(try photo()))
        _ = try thumbnailer.thumbnail(of: folder.file("a b.jpg"), side: 128)
        _ = try thumbnailer.thumbnail(of: folder.file("thumbnails/normal/\(file.name)"), side: 128)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("thumbnails/normal")).count == 1)
    }

    @Test("Square thumbnails are cut from cached ones, and are never larger than the photo")
    func squaresAreCutFromTheCache() throws {
        let path = try photo()
        let cache = ThumbnailCache(folder: folder.file("thumbnails"))
        for thumbnailer in [Thumbnailer(cache: cache), Thumbnailer(cache: nil)] {
            for side in [1, 100, 128, 300, 600] {
                let image = try thumbnailer.squareThumbnail(of: path, side: side)
                #expect(image.size == PixelSize(width: side, height: side))
            }
            // The photo has 600 x 900 pixels, upright.
            #expect(try thumbnailer.squareThumbnail(of: path, side: 5000).size == PixelSize(width: 600, height: 600))
        }
        // 100 and 128 need a longer side of 155 and 198, and 300 one of 464.
        #expect(cache.thumbnail(of: path, .large) != nil && cache.thumbnail(of: path, .xLarge) != nil)
    }
}
