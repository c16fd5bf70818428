import Foundation
import LKFormats
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct StoredPNGRowsTests {
    private func bytes(_ image: PixelImage, compression: Int = 0) throws -> [UInt8] {
        [UInt8](try image.pngData(compression: compression))
    }

    /// All pixels by the rows alone; `nil` for what is libpng's.
    private func pixels(_ bytes: [UInt8]) -> [[UInt8]]? {
        bytes.withUnsafeBytes { bytes in
            guard var rows = StoredPNGRows(bytes) else { return nil }
            var result: [[UInt8]] = []
            for _ in 0..<rows.size.height {
                guard let row = rows.next() else { return nil }
                result.append(Array(UnsafeBufferPointer(start: row, count: rows.size.width * rows.channels)))
            }
            return rows.isComplete() ? result : nil
        }
    }

    @Test(
        "Rows of an uncompressed PNG are read with the pixels of the image",
        arguments: [(1, 1), (7, 3), (300, 200), (512, 384), (1024, 700), (3000, 20)])
    func rowsAreThoseOfThePicture(_ width: Int, _ height: Int) throws {
        for isOpaque in [true, false] {
            let image = try TestPicture.gradient(width, height, isOpaque: isOpaque)
            let rows = try #require(pixels(bytes(image)))
            for y in 0..<height {
                let row = image.withRow(y) { Array($0) }
                let wanted = isOpaque ? row.indices.filter { $0 % 4 != 3 }.map { row[$0] } : row
                #expect(rows[y] == wanted)
            }
        }
    }

    @Test("Uncompressed and compressed PNGs decode to the same image")
    func decodingGivesTheSameAsLibpng() throws {
        let size = PixelSize(width: 300, height: 217)
        for isOpaque in [true, false] {
            let image = try TestPicture.gradient(512, 370, isOpaque: isOpaque)
            for option in [ImageRequest.Size.fullResolution, .fitSize(size)] {
                let stored = try ImageDecoder().decode(Data(bytes(image)), size: option)
                let packed = try ImageDecoder().decode(Data(bytes(image, compression: 6)), size: option)
                #expect(stored.image == packed.image)
                #expect(!stored.isDamaged)
            }
        }
    }

    @Test("A compressed PNG is left to libpng")
    func compressedPictureIsLeftToLibpng() throws {
        #expect(try pixels(bytes(TestPicture.gradient(40, 30), compression: 1)) == nil)
    }

    @Test("A truncated PNG is left to libpng")
    func everyPrefixIsLeftToLibpng() throws {
        let whole = try bytes(TestPicture.gradient(11, 9))
        #expect(pixels(whole) != nil)
        // The end of the file says nothing of the pixels, nor does the check sum before it.
        for count in Fixtures.cuts(0..<whole.count - 16) { #expect(pixels(Array(whole[..<count])) == nil) }
    }

    @Test("A flipped bit in the pixels of a PNG is always detected")
    func noBitOfThePixelsCanChangeUnnoticed() throws {
        let whole = try bytes(TestPicture.gradient(11, 9))
        let known = try #require(pixels(whole))
        let content = try #require(whole.indices.first { whole[$0...].starts(with: "IDAT".utf8) })
        for index in 0..<whole.count {
            for bit in 0..<8 {
                var changed = whole
                changed[index] ^= 1 << UInt8(bit)
                let found = pixels(changed)
                // Before the pixels are sizes and kinds, which libpng has read, too.
                if index >= content { #expect(found == nil || found == known) }
            }
        }
    }

    @Test("Adler-32 matches zlib's, also over many blocks")
    func checkSumIsThatOfZlib() {
        var sum = Adler32()
        Array("Wikipedia".utf8).withUnsafeBytes { sum.update($0) }
        #expect(sum.value == 0x11E6_0398)
        let long = [UInt8](repeating: 0xFF, count: 5000)
        var (low, high) = (1, 0)
        var whole = Adler32()
        for _ in 0..<7 {
            long.withUnsafeBytes { whole.update($0) }
            for byte in long {
                low = (low + Int(byte)) % 65_521
                high = (high + low) % 65_521
            }
        }
        #expect(Int(whole.value) == high << 16 | low)
    }
}
