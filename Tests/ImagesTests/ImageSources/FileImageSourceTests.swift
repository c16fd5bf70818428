import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct FileImageSourceTests {
    private let folder = TemporaryFolder()
    // With one thread, so that no finer picture is ready before a coarser one.
    private let pipeline = {
        var configuration = ImagePipeline.Configuration()
        configuration.threads = 1
        return ImagePipeline(configuration: configuration)
    }()

    private func source(_ image: PixelImage, orientation: Int = 1, thumbnail: PixelImage? = nil) throws
        -> FileImageSource
    {
        let path = folder.file("photo.jpg")
        try TestPicture.jpeg(image, orientation: orientation, thumbnail: thumbnail).write(to: URL(filePath: path))
        return FileImageSource(path: path, pipeline: pipeline)
    }

    private func results(_ source: some ImageSource, _ options: ImageRequest.Options) async -> [ImageRequest.Result] {
        var results: [ImageRequest.Result] = []
        for await result in source.results(options: options) { results.append(result) }
        return results
    }

    @Test("The best mode delivers one final image of the requested size")
    func bestComesOnce() async throws {
        let source = try source(try TestPicture.gradient(2000, 1500), thumbnail: try TestPicture.gradient(160, 120))
        let results = await results(source, ImageRequest.Options(size: .fitSize(PixelSize(width: 90, height: 90))))
        #expect(results.count == 1)
        #expect(results[0].image?.size == PixelSize(width: 90, height: 68))
        #expect(!results[0].isDegraded && results[0].error == nil && results[0].metadata == nil)
    }

    @Test("Progressive mode delivers the embedded, a coarse and the full image, with metadata at the end")
    func progressiveIsEmbeddedThenCoarseThenWhole() async throws {
        let source = try source(
            try TestPicture.gradient(2000, 1500), orientation: 6, thumbnail: try TestPicture.gradient(160, 120))
        let results = await results(source, ImageRequest.Options(deliveryMode: .progressive, needsMetadata: true))
        #expect(results.map(\.image?.size.width) == [120, 188, 1500])
        #expect(results.map(\.image?.size.height) == [160, 250, 2000])
        #expect(results.map(\.isDegraded) == [true, true, false])
        let requests = Set(results.map(\.requestID))
        #expect(requests.count == 1)
        let location = try #require(results.last?.metadata?.location)
        #expect(location.coordinate == Coordinate(latitude: 35.5, longitude: 139.75))
    }

    @Test("Black bars of a letterboxed thumbnail are cropped")
    func letterboxedThumbnailLosesItsBars() throws {
        let source = try source(try TestPicture.gradient(320, 180), thumbnail: try TestPicture.gradient(160, 120))
        let bytes = try ImageBytes.file(source.path, maximumSize: 1 << 20)
        #expect(ImageDecoder().embedded(in: bytes)?.image.size == PixelSize(width: 160, height: 90))
    }

    @Test(
        "Does not read through another user's link to a third user's file, nor serves what is kept of it",
        .enabled(if: geteuid() == 0, "only root can make links of other users"))
    func untrustedLink() async throws {
        let source = try source(try TestPicture.gradient(90, 60))
        chown(source.path, 2002, 2002)
        let link = folder.file("link.jpg")
        #expect(symlink("photo.jpg", link) == 0)
        let linked = FileImageSource(path: link, pipeline: pipeline)
        let cache = ThumbnailCache(folder: folder.file("thumbnails"))
        // A link of root's is followed.
        #expect(await results(linked, ImageRequest.Options())[0].image?.size == PixelSize(width: 90, height: 60))
        _ = try Thumbnailer(cache: cache).thumbnail(of: link, side: 64)
        #expect(cache.thumbnail(of: link, .normal) != nil)
        lchown(link, 2001, 2001)
        let expected = ImageError(
            .unreadable, "\(link) is a symbolic link of another user (uid 2001) to photo.jpg",
            advice: "name what it leads to itself")
        #expect(await results(linked, ImageRequest.Options())[0].error == expected)
        await #expect(throws: expected) { try await linked.fullResolutionImageData() }
        await #expect(throws: expected) { try await linked.imageSize() }
        #expect(cache.thumbnail(of: link, .normal) == nil)
        #expect(throws: expected) {
            try Thumbnailer(cache: cache).thumbnail(of: link, side: 64)
        }
    }

    @Test("A missing file gives one final result with the error")
    func missingFileIsAResult() async throws {
        let source = FileImageSource(path: folder.file("none"), pipeline: pipeline)
        for mode in [ImageRequest.DeliveryMode.best, .progressive] {
            let results = await results(source, ImageRequest.Options(deliveryMode: mode))
            #expect(results.count == 1)
            #expect(results[0].image == nil && !results[0].isDegraded && results[0].error?.code == .missing)
        }
        await #expect(throws: ImageError.self) { try await source.imageSize() }
    }

    @Test("A changed file gives its new image and size")
    func changedFileGivesItsNewPicture() async throws {
        let source = try source(try TestPicture.gradient(20, 10))
        #expect(try await source.image().size.width == 20)
        _ = try self.source(try TestPicture.gradient(30, 10))
        #expect(try await source.image().size.width == 30)
        #expect(try await source.imageSize() == PixelSize(width: 30, height: 10))
    }

    @Test("The data of an image are the bytes of its file, and the size is upright")
    func bytesAreThoseOfTheFile() async throws {
        let source = try source(try TestPicture.gradient(20, 10), orientation: 8)
        let data = try await source.fullResolutionImageData()
        #expect(data == FileManager.default.contents(atPath: source.path))
        #expect(try await source.imageSize() == PixelSize(width: 10, height: 20))
    }

    @Test("Request numbers are unique across image sources")
    func numbersOfRequestsAreUniqueAmongSources() async throws {
        let sources: [any ImageSource] = (0..<4).map { FileImageSource(path: "/none\($0)", pipeline: pipeline) }
        let ids = sources.flatMap { source in
            (0..<25).map { _ in source.requestImage(options: ImageRequest.Options()) { @Sendable _ in } }
        }
        #expect(Set(ids).count == 100)
    }

    @Test("File image sources are equal if their paths are")
    func equalityIsOfThePath() {
        let first: (any ImageSource)? = FileImageSource(path: "/a")
        #expect(first == FileImageSource(path: "/a"))
        #expect(first != FileImageSource(path: "/b"))
        #expect(first != nil as (any ImageSource)?)
        #expect(first != CroppedImageSource(original: FileImageSource(path: "/a"), parameters: CropParameters()))
    }
}
