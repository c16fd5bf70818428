import Foundation
import LKGeo
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct CroppedImageSourceTests {
    private let folder = TemporaryFolder()
    private let pipeline = ImagePipeline()

    private func original(_ orientation: Int = 1) throws -> FileImageSource {
        let path = folder.file("photo.jpg")
        let thumbnail = try TestPicture.gradient(40, 30)
        try TestPicture.jpeg(TestPicture.quarters(400, 300), orientation: orientation, thumbnail: thumbnail)
            .write(to: URL(filePath: path))
        return FileImageSource(path: path, pipeline: pipeline)
    }

    @Test("A crop keeps the position, is marked upright, and drops the thumbnail")
    func partKeepsThePosition() async throws {
        let source = CroppedImageSource(
            original: try original(6), parameters: CropParameters(aspectRatio: 1, zoom: 2), pipeline: pipeline)
        let data = try await source.fullResolutionImageData()
        let metadata = try MetadataReader().metadata(of: [UInt8](data))
        #expect(metadata.location?.coordinate == Coordinate(latitude: 35.5, longitude: 139.75))
        #expect(metadata.orientation == .up)
        #expect(metadata.size == PixelSize(width: 150, height: 150))
        // It would show what was cut away.
        #expect(metadata.thumbnail == nil)
        #expect(try await source.imageSize() == PixelSize(width: 150, height: 150))
        for await result in source.results(options: ImageRequest.Options(needsMetadata: true)) {
            #expect(result.metadata?.location?.coordinate.latitude == 35.5)
            #expect(result.metadata?.size == PixelSize(width: 150, height: 150))
        }
    }

    @Test("Every result has the request number that was returned, and exactly one is final")
    func resultsHaveTheNumberThatWasReturned() async throws {
        let source = CroppedImageSource(original: try original(), parameters: CropParameters(), pipeline: pipeline)
        let log = EventLog<ImageRequest.Result>()
        let id = source.requestImage(options: ImageRequest.Options(deliveryMode: .progressive)) { @Sendable result in
            log.append(result)
        }
        _ = try await log.first { $0.isDegraded ? nil : true }
        #expect(log.events.count { !$0.isDegraded } == 1)
        #expect(log.events.allSatisfy { $0.requestID == id })
    }

    @Test("A quarter turn rotates the image counterclockwise")
    func quarterTurnsAreCounterclockwise() async throws {
        let source = CroppedImageSource(
            original: try original(), parameters: CropParameters(quarterTurns: 1), pipeline: pipeline)
        let image = try await source.image()
        #expect(image.size == PixelSize(width: 300, height: 400))
        // The right upper quarter, green, is now the left one.
        #expect(image[50, 50].green > 200 && image[50, 50].red < 60)
        #expect(image[250, 50].red > 200 && image[250, 50].blue > 200)
    }

    @Test("A tilt rotates in the same direction as quarter turns")
    func tiltTurnsTheSameWayAsQuarterTurns() throws {
        let quarters = try TestPicture.quarters(200, 200)
        let image = try quarters.cropped(CropParameters(tilt: 20))
        #expect(image.size.width < 200 && image.isOpaque)
        // Turned counterclockwise, the line between left and right leans to the left at the top.
        #expect(image[image.size.width / 2 - 3, 3].green > 200)
        #expect(image[image.size.width / 2 + 3, image.size.height - 4].blue > 200)
    }

    @Test("A crop frame outside the image is moved inside, and NaN and infinite values are ignored")
    func framesBeyondThePictureAreMovedBack() throws {
        let quarters = try TestPicture.quarters(200, 100)
        let image = try quarters.cropped(CropParameters(zoom: 2, offsetX: 99, offsetY: -99))
        #expect(image.size == PixelSize(width: 100, height: 50))
        #expect(image[0, 0].green == 255 && image[99, 49].green == 255)
        for value in [Double.nan, .infinity, -.infinity] {
            let odd = CropParameters(aspectRatio: value, tilt: value, zoom: value, offsetX: value, offsetY: value)
            #expect(try quarters.cropped(odd).size == quarters.size)
        }
    }

    @Test("A reduced request for a crop gives the cropped part at that size")
    func smallRequestGivesThePartInThatSize() async throws {
        let source = CroppedImageSource(
            original: try original(), parameters: CropParameters(aspectRatio: 1), pipeline: pipeline)
        let image = try await source.image(
            options: ImageRequest.Options(size: .fitSize(PixelSize(width: 50, height: 80))))
        #expect(image.size == PixelSize(width: 50, height: 50))
    }

    @Test("An error of the original image is delivered as the result")
    func failureOfTheOriginalIsAResult() async throws {
        let source = CroppedImageSource(
            original: FileImageSource(path: folder.file("none"), pipeline: pipeline), parameters: CropParameters(),
            pipeline: pipeline)
        var results: [ImageRequest.Result] = []
        for await result in source.results(options: ImageRequest.Options()) { results.append(result) }
        #expect(results.count == 1 && results[0].error?.code == .missing)
    }

    @Test("Crops of one image are equal only if their parameters are")
    func otherParametersAreAnotherPicture() throws {
        let original = try original()
        let first = CroppedImageSource(original: original, parameters: CropParameters(zoom: 2))
        #expect(first.isEqual(to: CroppedImageSource(original: original, parameters: CropParameters(zoom: 2))))
        #expect(!first.isEqual(to: CroppedImageSource(original: original, parameters: CropParameters(zoom: 3))))
    }

    @Test("Canceling a crop cancels the request to the original, and delivers nothing")
    func cancellingReachesTheOriginal() async throws {
        let held = HeldImageSource()
        let source = CroppedImageSource(original: held, parameters: CropParameters(), pipeline: pipeline)
        let log = EventLog<Bool>()
        let id = source.requestImage(options: ImageRequest.Options()) { @Sendable _ in log.append(true) }
        _ = try await held.log.first { $0 == .asked ? true : nil }
        source.cancelRequest(id)
        _ = try await held.log.first { $0 == .canceled ? true : nil }
        held.finish(try TestPicture.gradient(40, 30))
        #expect(log.events.isEmpty)
    }

    @Test("A crop delivers no result after it is canceled")
    func nothingIsCalledAfterCancelling() async throws {
        let source = CroppedImageSource(original: try original(), parameters: CropParameters(), pipeline: pipeline)
        let log = EventLog<Bool>()
        for round in 0..<200 {
            let id = source.requestImage(options: ImageRequest.Options(deliveryMode: .progressive)) { @Sendable _ in
                log.append(true)
            }
            for _ in 0..<round { await Task.yield() }
            source.cancelRequest(id)
            let count = log.count
            await Task.yield()
            #expect(log.count == count)
        }
    }
}
