import FoundationEssentials
import LKGazetteer
import LKGeocoding

/// The rings of one folder of timezonefinder-data, polygon layout 3.
///
/// `coordinates.bin` is a FlatBuffers file (identifier `TZFP`): a table with a vector of tables, each with one vector
/// of 32-bit words. The words of a ring are blocks of 128 vertices plus the first vertex of the next block. Each block
/// has the longitudes first, then the latitudes, as unsigned differences from the block's base with a fixed number of
/// bits, lowest bit first; each axis starts at a new word. Bases and widths are in `.npy` files in the same folder.
/// Differences are in steps of ten 1e-7 degrees.
struct PackedRings {
    private(set) var rings: [[GridPoint]] = []

    private static let block = 128
    private static let step = 10

    init(folder: String) throws(GeocodingError) {
        let path = "\(folder)/coordinates.bin"
        let data: Data
        do { data = try Data(contentsOf: URL(filePath: path)) } catch {
            throw GeocodingError(.dataUnreadable, "cannot read \(path)", underlying: error)
        }
        let frames = Frames(
            bases: try NumPyArray(path: "\(folder)/block_bases.npy").values,
            offsets: try NumPyArray(path: "\(folder)/block_offsets.npy").values,
            ranges: try NumPyArray(path: "\(folder)/block_ranges.npy").values,
            widths: try NumPyArray(path: "\(folder)/block_widths.npy").values,
            vertices: try NumPyArray(path: "\(folder)/nr_vertices.npy").values)
        let decoded = data.withUnsafeBytes { bytes in Self.decode(bytes, frames) }
        guard let decoded else {
            throw GeocodingError(
                .inputInvalid, "\(path) is not of timezonefinder-data 3 (polygon layout 3); fetch that version")
        }
        rings = decoded
    }

    /// The start of each ring's blocks, and the bases of their differences.
    struct Frames {
        var bases: [Int]
        var offsets: [Int]
        var ranges: [Int]
        var widths: [Int]
        var vertices: [Int]
    }

    static func decode(_ bytes: UnsafeRawBufferPointer, _ frames: Frames) -> [[GridPoint]]? {
        guard let payloads = payloads(bytes), payloads.count == frames.vertices.count,
            frames.offsets.count == payloads.count + 1, frames.ranges.count == 2 * frames.bases.count,
            frames.widths.count == 2 * frames.bases.count
        else { return nil }
        var rings: [[GridPoint]] = []
        for (index, payload) in payloads.enumerated() {
            let count = frames.vertices[index]
            let blocks = frames.offsets[index]..<max(frames.offsets[index], frames.offsets[index + 1])
            guard count >= 3, blocks.lowerBound >= 0, blocks.upperBound <= frames.bases.count,
                blocks.count == (count + block - 1) / block
            else { return nil }
            var ring: [GridPoint] = []
            ring.reserveCapacity(count)
            var word = 0
            for (position, number) in blocks.enumerated() {
                let size = min(block, count - position * block)
                let widths = (frames.widths[2 * number], frames.widths[2 * number + 1])
                guard max(widths.0, widths.1) <= 32,
                    let xs = unpack(bytes, payload, &word, width: widths.0, count: size + 1),
                    let ys = unpack(bytes, payload, &word, width: widths.1, count: size + 1)
                else { return nil }
                for vertex in 0..<size {
                    let x = frames.bases[number] + step * xs[vertex]
                    let y = frames.ranges[2 * number] + step * ys[vertex]
                    guard abs(x) <= 1_800_000_000, abs(y) <= 900_000_000 else { return nil }
                    ring.append(GridPoint(x: Int32(x / step), y: Int32(y / step)))
                }
            }
            rings.append(ring)
        }
        return rings
    }

    /// Unpacks numbers of `width` bits starting at a word of the payload, and returns the index of the word after them.
    private static func unpack(
        _ bytes: UnsafeRawBufferPointer, _ payload: Range<Int>, _ word: inout Int, width: Int, count: Int
    ) -> [Int]? {
        let start = payload.lowerBound + 4 * word
        let words = (count * width + 31) / 32
        guard start + 4 * words <= payload.upperBound else { return nil }
        word += words
        return (0..<count).map { index in
            let bit = index * width
            let first = start + bit / 32 * 4
            var pair = width == 0 ? 0 : UInt64(bytes.uint32(first))
            if bit % 32 + width > 32 { pair |= UInt64(bytes.uint32(first + 4)) << 32 }
            return Int(pair >> UInt64(bit % 32) & (1 << UInt64(width) - 1))
        }
    }

    /// Returns the byte range of each table's vector; parses the FlatBuffers table directly, with bounds checks.
    private static func payloads(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        func offset(_ at: Int) -> Int? { at >= 0 && at + 4 <= bytes.count ? Int(bytes.uint32(at)) : nil }
        /// Returns the offset to which a field of a table refers.
        func field(_ table: Int, _ slot: Int) -> Int? {
            guard table >= 0, table + 4 <= bytes.count else { return nil }
            let directory = table - Int(bytes.int32(table))
            guard directory >= 0, directory + 2 <= bytes.count else { return nil }
            let size = Int(bytes.uint16(directory))
            guard slot + 2 <= size, directory + slot + 2 <= bytes.count else { return nil }
            let reference = table + Int(bytes.uint16(directory + slot))
            guard reference > table, let distance = offset(reference) else { return nil }
            return reference + distance
        }
        guard bytes.count >= 8, bytes[4..<8].elementsEqual("TZFP".utf8), let root = offset(0),
            let vector = field(root, 4), let count = offset(vector), count <= bytes.count / 4
        else { return nil }
        var payloads: [Range<Int>] = []
        for index in 0..<count {
            let element = vector + 4 + 4 * index
            guard let distance = offset(element), let words = field(element + distance, 4),
                let length = offset(words), length <= (bytes.count - words - 4) / 4
            else { return nil }
            payloads.append(words + 4..<words + 4 + 4 * length)
        }
        return payloads
    }
}
