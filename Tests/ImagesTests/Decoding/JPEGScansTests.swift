import Foundation
import LKMetadata
import Testing

@testable import LKImages

@Suite struct JPEGScansTests {
    /// A progressive picture whose last scan comes again and again.
    private static func repeated(_ times: Int) throws -> Data {
        let data = ForeignPictures.progressive
        var places: [Int] = []
        for index in 0..<data.count - 1 where data[index] == 0xFF && data[index + 1] == 0xDA { places.append(index) }
        let last = try #require(places.last)
        let scan = data[last..<data.count - 2]
        return data[..<last] + Data((0..<times).flatMap { _ in scan }) + data.suffix(2)
    }

    @Test("The scans of a progressive JPEG are counted without those of its thumbnail")
    func scansAreCountedAndThoseOfThumbnailsAreNot() throws {
        let own = ForeignPictures.progressive
        #expect(own.withUnsafeBytes { JPEGScans.count($0, atMost: 100) } == 10)
        let thumbnail = try TestPicture.gradient(8, 8)
        let data = try TestPicture.jpeg(TestPicture.gradient(16, 16), thumbnail: thumbnail)
        #expect(data.withUnsafeBytes { JPEGScans.count($0, atMost: 100) } == 1)
        for count in 0..<own.count {
            #expect(own.prefix(count).withUnsafeBytes { JPEGScans.count($0, atMost: 100) } <= 10)
        }
    }

    @Test("A JPEG with more than 100 scans is rejected as damaged")
    func pictureOfTooManyScansIsDamaged() throws {
        let data = try Self.repeated(101)
        do {
            _ = try ImageDecoder().decode(data)
            Issue.record("no error")
        } catch {
            #expect(error.code == .damaged)
            #expect(error.message.contains("more than 100 scans"))
        }
        // As it was, and with as many as are allowed.
        #expect(try ImageDecoder().decode(ForeignPictures.progressive).fullSize == PixelSize(width: 16, height: 12))
        #expect(try ImageDecoder().decode(Self.repeated(80)).fullSize == PixelSize(width: 16, height: 12))
    }
}
