import Foundation
import LKImages
import LKMetadata
import TestSupport
import Testing

@testable import LKPhotos

@Suite struct AssetImageSourceTests {
    private let folder = TemporaryFolder()

    private func library() async throws -> PhotoLibrary {
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let library = PhotoLibrary(
            folders: [URL(filePath: folder.path, directoryHint: .isDirectory)], configuration: configuration)
        try await library.reload()
        return library
    }

    private func writePicture(_ path: String) throws {
        let size = PixelSize(width: 40, height: 30)
        try PixelImage(size: size, isOpaque: true) { bytes in for index in bytes.indices { bytes[index] = 200 } }
            .write(to: URL(filePath: path))
    }

    @Test("A photo of the library gives its image at every size")
    func aPhotoOfTheLibraryIsHadInEachSize() async throws {
        try writePicture(folder.file("photo.png"))
        let asset = try #require(try await library().allPhotos.assets.first)
        let source = asset.imageSource()
        #expect(try await source.imageSize() == PixelSize(width: 40, height: 30))
        let box = PixelSize(width: 20, height: 20)
        let image = try await source.image(options: ImageRequest.Options(size: .fitSize(box)))
        #expect(image.size == PixelSize(width: 20, height: 15))
        #expect(try await source.fullResolutionImageData() == Data(contentsOf: asset.url))
        #expect(source.isEqual(to: asset.imageSource()))
        #expect(!source.isEqual(to: FileImageSource(path: asset.path)))
    }

    @Test("The image of a deleted photo is an error that says so")
    func whatWasDeletedSaysSo() async throws {
        try writePicture(folder.file("photo.png"))
        let library = try await library()
        let source = try #require(library.allPhotos.assets.first).imageSource()
        unlink(folder.file("photo.png"))
        try await library.reload()
        let error = await #expect(throws: ImageError.self) { try await source.image() }
        #expect(error?.code == .missing && error?.message.hasSuffix("was deleted") == true)
    }

    @Test("The image of a photo whose name is not valid UTF-8 is an error that says so")
    func aNameThatIsNoUTF8IsSaid() async throws {
        try writePicture(folder.file("photo.png"))
        let name = Array(folder.file("").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        #expect(rename(folder.file("photo.png"), name) == 0)
        let source = try #require(try await library().allPhotos.assets.first).imageSource()
        let error = await #expect(throws: ImageError.self) { try await source.image() }
        #expect(error?.code == .unsupported && error?.message.contains("UTF-8") == true)
    }

    @Test("The image of a video without frames is an error")
    func aVideoWithoutFramesIsAnError() async throws {
        var video: [UInt8] = [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0]
        video += [0, 0, 0, 116] + Array("moov".utf8) + [0, 0, 0, 108] + Array("mvhd".utf8)
        video += [UInt8](repeating: 0, count: 100)
        try folder.write("video.mov", Data(video))
        let source = try #require(try await library().allPhotos.assets.first).imageSource()
        let error = await #expect(throws: ImageError.self) { try await source.image() }
        #expect(error?.code == .damaged && error?.message.contains("video") == true, "\(String(describing: error))")
    }

    @Test("A GIF of the library gives its image")
    func aGIFOfTheLibraryHasAPicture() async throws {
        // One red pixel.
        let gif = Data(
            base64Encoded: "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=", options: .ignoreUnknownCharacters)
        try folder.write("dot.gif", try #require(gif))
        let asset = try #require(try await library().allPhotos.assets.first)
        let image = try await asset.imageSource().image()
        #expect(image.size == PixelSize(width: 1, height: 1) && image[0, 0].red == 255 && image[0, 0].green == 0)
    }
}
