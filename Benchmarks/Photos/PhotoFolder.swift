import Foundation
import LKImages
import LKMetadata

/// Folders of pictures as cameras make them, which go with their owner.
struct PhotoFolder {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    /// Makes pictures of 2048 x 1536 pixels and some 290 KB, as a compact camera does; `IMG_0001.JPG` and so on.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - perFolder: How many lie in each of the folders in it; `nil` for all of them directly in it.
    ///   - isWhole: Whether they have their pixels, and not only the header: then they have some 11 KB.
    ///   - isPlaced: Whether they say where they were taken.
    ///   - interval: How many seconds lie between two of them.
    ///   - place: Where each was taken; `nil` for around Tokyo.
    /// - Throws: `BenchmarkError` when they cannot be made.
    init(
        count: Int, perFolder: Int? = nil, isWhole: Bool = true, isPlaced: Bool = true,
        interval: Int = CameraEXIF.usualInterval, place: ((Int) -> (latitude: Double, longitude: Double))? = nil
    ) throws(BenchmarkError) {
        folder = try TemporaryFolder()
        let size = PixelSize(width: 2048, height: 1536)
        let picture = try Self.picture(size, noise: 6)
        let (pixels, small): (Data, Data)
        do throws(ImageError) {
            small = try picture.downscaled(to: PixelSize(width: 160, height: 120)).jpegData(quality: 80)
            let tiny = try picture.downscaled(to: PixelSize(width: 32, height: 24))
            pixels = isWhole ? try Self.jpeg(picture, bytes: 280_000) : try tiny.jpegData()
        } catch { throw BenchmarkError(error.message) }
        let exif = CameraEXIF(
            thumbnail: Array(small), size: (size.width, size.height), isPlaced: isPlaced, interval: interval,
            place: place)
        // Behind the mark of the beginning and the JFIF segment, which cameras do not write.
        let rest = Data(pixels.dropFirst(20))
        for number in 0..<count {
            var place = path
            if let perFolder {
                place += "/" + String(format: "%03dCANON", number / perFolder + 100)
                if number % perFolder == 0, mkdir(place, 0o700) != 0 {
                    throw BenchmarkError("cannot make \(place)", errno: errno)
                }
            }
            let bytes = [0xFF, 0xD8] + exif.segment(number)
            try Self.write(Data(bytes) + rest, to: place + String(format: "/IMG_%06d.JPG", number))
        }
    }

    /// Makes pictures of 12 megapixels without metadata.
    init(large count: Int) throws(BenchmarkError) {
        folder = try TemporaryFolder()
        let picture = try Self.picture(PixelSize(width: 4032, height: 3024), noise: 14)
        let data: Data
        do throws(ImageError) { data = try Self.jpeg(picture, bytes: 4_100_000) } catch {
            throw BenchmarkError(error.message)
        }
        for number in 0..<count { try Self.write(data, to: path + String(format: "/IMG_%04d.jpg", number)) }
    }

    /// Something with slow and quick changes, as photos have them.
    private static func picture(_ size: PixelSize, noise: Int) throws(BenchmarkError) -> PixelImage {
        var random = SplitMix64(state: 230)
        do throws(ImageError) {
            return try PixelImage(size: size, isOpaque: true) { bytes in
                for y in 0..<size.height {
                    let row = Double(y) / Double(size.height)
                    let light = 110 + 90 * sin(row * 9)
                    for x in 0..<size.width {
                        let column = Double(x) / Double(size.width)
                        let tile = (x / 97 + y / 61) % 2 == 0 ? 20.0 : 0
                        let value = light * (0.6 + 0.4 * cos(column * 31 + row * 17)) + tile
                        let grain = Int(truncatingIfNeeded: random.next() % UInt64(noise * 2 + 1)) - noise
                        let base = (y * size.width + x) * 4
                        for part in 0..<3 {
                            bytes[base + part] = UInt8(clamping: Int(value) + grain + part * Int(column * 30))
                        }
                        bytes[base + 3] = 255
                    }
                }
            }
        } catch { throw BenchmarkError(error.message) }
    }

    /// The best quality that takes no more than some bytes.
    private static func jpeg(_ picture: PixelImage, bytes: Int) throws(ImageError) -> Data {
        var (low, high) = (1, 100)
        while low < high {
            let middle = (low + high + 1) / 2
            if try picture.jpegData(quality: middle).count <= bytes { low = middle } else { high = middle - 1 }
        }
        return try picture.jpegData(quality: low)
    }

    private static func write(_ data: Data, to path: String) throws(BenchmarkError) {
        do { try data.write(to: URL(fileURLWithPath: path)) } catch { throw BenchmarkError("\(error)") }
    }
}
