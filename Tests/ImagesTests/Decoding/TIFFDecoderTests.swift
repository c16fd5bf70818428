import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct TIFFDecoderTests {
    private let folder = TemporaryFolder()
    private let quarters = Result { try TestPicture.quarters(40, 30) }

    private func write(_ bytes: [UInt8]) throws -> String {
        try folder.write("picture.tif", Data(bytes))
        return folder.file("picture.tif")
    }

    @Test(
        "TIFFs of every layout decode to the original pixels, at full size and reduced",
        arguments: TIFFSample.Layout.allCases)
    func eachLayoutIsDecoded(_ layout: TIFFSample.Layout) throws {
        let quarters = try quarters.get()
        let path = try write(TIFFSample(quarters, layout).bytes())
        let decoded = try ImageDecoder().decode(path)
        #expect(decoded.fullSize == quarters.size && !decoded.isDamaged)
        let small = PixelSize(width: 20, height: 15)
        let scaled = try ImageDecoder().decode(path, size: .fitSize(small)).image
        #expect(scaled.size == small)
        switch layout {
        case .gray, .gray16:
            for (x, y) in [(0, 0), (39, 0), (0, 29), (39, 29)] {
                let green = quarters[x, y].green
                #expect(decoded.image[x, y] == PixelImage.Pixel(red: green, green: green, blue: green, alpha: 255))
            }
        case .alpha: #expect(decoded.image[39, 0] == quarters[39, 0] && !decoded.image.isOpaque)
        default:
            #expect(decoded.image == quarters)
            #expect(try scaled == quarters.downscaled(to: small))
        }
        // From memory it is the same.
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(try ImageDecoder().decode(bytes).image == decoded.image)
    }

    @Test("Half-transparent pixels of a TIFF keep their color")
    func transparencyDoesNotDarken() throws {
        let image = try PixelImage(size: PixelSize(width: 4, height: 4)) { bytes in
            for index in stride(from: 0, to: bytes.count, by: 4) {
                (bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3]) = (200, 100, 50, 128)
            }
        }
        let pixel = try ImageDecoder().decode(Data(TIFFSample(image, .alpha).bytes())).image[1, 1]
        #expect(pixel.alpha == 128 && abs(Int(pixel.red) - 200) <= 1 && abs(Int(pixel.green) - 100) <= 1)
    }

    @Test("A TIFF is turned upright from each EXIF orientation", arguments: 1...8)
    func orientationIsThatOfEXIF(_ orientation: Int) throws {
        let quarters = try quarters.get()
        let path = try write(TIFFSample(quarters, .strips, orientation: orientation).bytes())
        let expected = try quarters.upright(from: try #require(PhotoMetadata.Orientation(rawValue: orientation)))
        #expect(try ImageDecoder().image(at: path) == expected)
        #expect(try ImageDecoder().size(of: path) == expected.size)
    }

    @Test("A TIFF's reduced copy is skipped in favor of the full image, unless all are copies")
    func aSmallerCopyIsPassedOver() throws {
        var file = TIFFSample(try TestPicture.quarters(10, 10), .oneStrip)
        let second = TIFFSample(try quarters.get(), .oneStrip)
        file.directories[0].entries.insert((254, .long([1])), at: 0)
        file.directories[0].next = 1
        file.directories.append(second.directories[0])
        // The pixels of both lie behind all directories, in their order.
        let blob = file.add(second.blobs[0])
        for index in file.directories[1].entries.indices where file.directories[1].entries[index].tag == 273 {
            file.directories[1].entries[index].value = .blob(blob)
        }
        for index in file.directories[0].entries.indices where file.directories[0].entries[index].tag == 273 {
            file.directories[0].entries[index].value = .blob(0)
        }
        #expect(try ImageDecoder().decode(Data(file.bytes())).image == quarters.get())
        // Where all are copies, or directories form a circle, it is the first.
        file.directories[1].entries.insert((254, .long([1])), at: 0)
        file.directories[1].next = 0
        #expect(try ImageDecoder().decode(Data(file.bytes())).image.size == PixelSize(width: 10, height: 10))
        file.directories[1].next = -1
        #expect(try ImageDecoder().decode(Data(file.bytes())).image.size == PixelSize(width: 10, height: 10))
    }

    @Test("A TIFF that claims huge sides, strips or tiles is refused")
    func sizesThatAreLiesAreRefused() throws {
        let file = TIFFSample(try quarters.get(), .oneStrip)
        let huge = file.replacing(256, .long([65_500])).replacing(257, .long([65_500])).bytes()
        let error = #expect(throws: ImageError.self) {
            try ImageDecoder().decode(Data(huge), size: .fitSize(PixelSize(width: 9, height: 9)))
        }
        #expect(error?.code == .tooLarge && error?.message.contains("65500x65500") == true, "\(error as Any)")
        // Within the pixels allowed, in one strip that would take too much memory.
        let strip = file.replacing(256, .long([20_000])).replacing(257, .long([20_000]))
            .replacing(278, .long([20_000])).replacing(259, .short([5])).bytes()
        expect(.tooLarge) { _ = try ImageDecoder().decode(Data(strip), size: .fitSize(PixelSize(width: 9, height: 9))) }
        let tiles = TIFFSample(try quarters.get(), .tiles).replacing(322, .long([1 << 20])).replacing(
            323, .long([1 << 20])
        ).bytes()
        let refusal = #expect(throws: ImageError.self) { try ImageDecoder().decode(Data(tiles)) }
        #expect(refusal?.code == .tooLarge || refusal?.code == .damaged, "\(refusal as Any)")
    }

    @Test("The missing rows of a truncated TIFF are gray, and it is marked as damaged")
    func whatIsMissingIsGray() throws {
        let bytes = TIFFSample(try quarters.get(), .strips).bytes()
        let path = try write(Array(bytes.prefix(bytes.count - 40 * 10 * 3)))
        let decoded = try ImageDecoder().decode(path)
        #expect(decoded.isDamaged && decoded.image[0, 0].red == 255 && decoded.image[0, 0].green == 0)
        let lost = decoded.image[20, 29]
        #expect(lost.red == lost.green && lost.green == lost.blue && lost.alpha == 255)
    }

    @Test("A TIFF that libtiff cannot decode is unsupported, and the error names libtiff")
    func aKindThatLibtiffCannotDecodeSaysSo() throws {
        let file = TIFFSample(try quarters.get(), .gray).replacing(258, .short([24]))
        let error = #expect(throws: ImageError.self) { try ImageDecoder().decode(Data(file.bytes())) }
        #expect(error?.code == .unsupported && error?.message.contains("libtiff") == true, "\(error as Any)")
    }

    @Test("Decoding a TIFF stops when canceled")
    func itEndsWhenItIsNotWanted() throws {
        var decoder = ImageDecoder()
        decoder.isCancelled = { @Sendable in true }
        expect(.canceled) { _ = try decoder.decode(Data(TIFFSample(try quarters.get(), .strips).bytes())) }
    }

    /// A file in parts is not bound by the size of what is taken into memory.
    @Test("A TIFF larger than the limit for memory is decoded in parts")
    func itIsReadInParts() throws {
        let bytes = TIFFSample(try quarters.get(), .strips).bytes()
        let path = try write(bytes + [UInt8](repeating: 0, count: 1 << 20))
        var limits = ImagePipeline.Limits()
        limits.fileSize = 1 << 16
        #expect(try ImageDecoder(limits: limits).image(at: path) == quarters.get())
        #expect(try ImageBytes.file(path, maximumSize: limits.fileSize).count == 64)
    }

    /// Half of the samples are damaged on purpose.
    @Test("TIFFs from cameras and programs decode or are reported as damaged or unsupported")
    func samplesOfCamerasAndPrograms() throws {
        guard let samples = Fixtures.folder("photos") else {
            print("skipped: no shared/data/photos")
            return
        }
        var (pictures, refused) = (0, 0)
        let names = FileManager.default.enumerator(atPath: samples.path)?.compactMap { $0 as? String } ?? []
        let kinds = ["tif", "tiff"]
        for name in Fixtures.some(names.sorted().filter { kinds.contains(($0 as NSString).pathExtension.lowercased()) })
        {
            let path = samples.appending(path: name).path
            let box = PixelSize(width: 120, height: 120)
            do throws(ImageError) {
                let decoded = try ImageDecoder().decode(path, size: .fitSize(box))
                #expect(decoded.image.size.width <= 120 && decoded.image.size.height <= 120)
                #expect(try decoded.fullSize == ImageDecoder().size(of: path), "\(name)")
                pictures += 1
            } catch {
                #expect([.unsupported, .damaged].contains(error.code), "\(name): \(error)")
                if Fixtures.isThorough { print(error.message) }
                refused += 1
            }
        }
        #expect(pictures >= (Fixtures.isThorough ? 25 : 4), "\(pictures) pictures, \(refused) refused")
    }
}
