import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct ForeignPictureTests {
    private let decoder = ImageDecoder()

    private func picture(_ name: String) throws -> Data {
        try #require(ForeignPictures.all.first { $0.name == name }).data
    }

    /// What libheif lacks on some machines is a decoder for one of the two.
    private func isLacking(_ error: ImageError, _ name: String) -> Bool {
        guard error.code == .unsupported, name == "AVIF" || name == "HEIC" else { return false }
        print("skipped: \(error.message)")
        return true
    }

    @Test(
        "Samples of every format decode to quarters of red, green, blue and white",
        arguments: ForeignPictures.all.map(\.name))
    func quartersHaveTheirColours(_ name: String) throws {
        let data = try picture(name)
        let image: PixelImage
        do throws(ImageError) { image = try decoder.decode(data).image } catch {
            #expect(isLacking(error, name), "\(error)")
            return
        }
        #expect(image.size == PixelSize(width: 16, height: 12))
        let (red, green, blue, white) = (image[3, 2], image[12, 2], image[3, 9], image[12, 9])
        #expect(Int(red.red) > Int(max(red.green, red.blue)) + 60, "\(red)")
        #expect(Int(green.green) > Int(max(green.red, green.blue)) + 30, "\(green)")
        #expect(Int(blue.blue) > Int(max(blue.red, blue.green)) + 30, "\(blue)")
        #expect(min(white.red, white.green, white.blue) > 230, "\(white)")
        #expect([red, green, blue, white].allSatisfy { $0.alpha == 255 })
    }

    @Test(
        "Every truncated sample decodes or is reported as damaged or unsupported",
        arguments: ForeignPictures.all.map(\.name))
    func everyPrefixIsAPictureOrAnError(_ name: String) throws {
        let data = try picture(name)
        for count in 0..<data.count {
            do throws(ImageError) {
                let decoded = try decoder.decode(data.prefix(count))
                #expect(decoded.fullSize == PixelSize(width: 16, height: 12))
            } catch {
                #expect([.damaged, .unsupported].contains(error.code), "\(error)")
            }
        }
    }

    @Test("Randomly damaged samples of every format never trap", arguments: ForeignPictures.all.map(\.name))
    func damageDoesNoHarm(_ name: String) throws {
        let whole = [UInt8](try picture(name))
        var random = SeededGenerator(seed: 16)
        var limits = ImagePipeline.Limits()
        (limits.pixels, limits.memory) = (1 << 20, 1 << 24)
        for _ in 0..<500 {
            var bytes = whole
            random.damage(&bytes, faults: 3)
            let picture = try ImageBytes(bytes, name: "damaged")
            _ = try? ImageDecoder(limits: limits).decode(picture, size: .fitSize(PixelSize(width: 9, height: 9)))
            _ = ImageDecoder(limits: limits).embedded(in: picture)
            _ = picture.exifBlock().flatMap { EXIFExcerpt($0) }
        }
    }

    /// Ten thousand of them in the long version, which is made for the address sanitizer.
    @Test("Randomly damaged photos never trap and decode within a time limit")
    func damagedSamplesDoNoHarm() throws {
        guard let samples = Fixtures.folder("photos") else {
            print("skipped: no shared/data/photos")
            return
        }
        var random = SeededGenerator(seed: 12)
        var limits = ImagePipeline.Limits()
        (limits.pixels, limits.memory) = (1 << 21, 1 << 25)
        let rounds = Fixtures.isThorough ? 42 : 1
        var (count, pictures) = (0, 0)
        let names = FileManager.default.enumerator(atPath: samples.path)?.compactMap { $0 as? String } ?? []
        for name in names.sorted() {
            let path = samples.appending(path: name).path
            guard let data = FileManager.default.contents(atPath: path), !data.isEmpty, data.count < 600_000,
                let kind = try? ImageKind(data, name: name)
            else { continue }
            for _ in 0..<(kind == .heif && !Fixtures.isThorough ? 0 : rounds) {
                var bytes = [UInt8](data)
                random.damage(&bytes)
                let picture = try ImageBytes(bytes, name: "damaged")
                let option = ImageRequest.Size.fitSize(PixelSize(width: 160, height: 160))
                let decoding = processorTime { try? ImageDecoder(limits: limits).decode(picture, size: option) }
                if decoding.result != nil { pictures += 1 }
                #expect(decoding.seconds < 20, "\(name)")
                count += 1
            }
        }
        #expect(count > 200 * rounds && pictures > count / 4)
        if Fixtures.isThorough { print("\(count) damaged samples, \(pictures) of them still pictures") }
    }
}
