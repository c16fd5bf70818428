import Glibc
import LKMetadata

/// Downscales by area averaging: each pixel becomes the mean of the area it covers, including parts of pixels.
///
/// Rows are added one by one, so that the full image need not be in memory. Means are of the stored (sRGB) values, as
/// in browsers and thumbnailers, and weighted by alpha.
struct AreaScaler: ~Copyable {
    let source: PixelSize
    let target: PixelSize
    /// Bytes per pixel of the rows: 4, or 3 without alpha.
    private let channels: Int
    /// The pixels of the result.
    let buffer: PixelBuffer
    private(set) var rowsMade = 0
    private var rowsTaken = 0
    /// Weighted sums of the current row.
    private let sums: Sums
    private let columns: [Column]

    /// The columns that a pixel covers: `first` to `last`, with separate weights for the ends; the weights add up to
    /// 2^16.
    private struct Column {
        var first: Int
        var last: Int
        var firstWeight: UInt32
        var lastWeight: UInt32
        var weight: UInt32
    }

    /// Opaque images need only 16 bits, which are twice as fast.
    private enum Sums {
        case opaque(UnsafeMutablePointer<UInt16>)
        case withAlpha(UnsafeMutablePointer<UInt32>)
    }

    /// The sum of the weights of the rows that become one; 255 times this just fits into 16 bits.
    private static let one = 256

    /// Creates a scaler; `target` must not be larger than `source`, and pixels with alpha have 4 channels.
    init(
        from source: PixelSize, to target: PixelSize, hasAlpha: Bool, channels: Int = 4
    ) throws(ImageError) {
        precondition(target.width <= source.width && target.height <= source.height)
        precondition(channels == 4 || channels == 3 && !hasAlpha)
        self.source = source
        self.target = target
        self.channels = channels
        buffer = try PixelImage.memory(for: target)
        let count = source.width * channels
        sums = hasAlpha ? .withAlpha(Self.zeros(count)) : .opaque(Self.zeros(count))
        let (wide, narrow) = (source.width, target.width)
        columns = (0..<narrow).map { x in
            // In units of which a source pixel has `narrow` and a target pixel `wide`.
            let (start, end) = (x * wide, (x + 1) * wide)
            let (first, last) = (start / narrow, (end - 1) / narrow)
            let one = 1 << 16
            let weight = narrow * one / wide
            // The two ends absorb the rounding error, so that the sum is exact.
            let ends = one - max(0, last - first - 1) * weight
            let (head, tail) = ((first + 1) * narrow - start, end - last * narrow)
            let firstWeight = first == last ? ends : ends * head / (head + tail)
            return Column(
                first: first, last: last, firstWeight: UInt32(firstWeight), lastWeight: UInt32(ends - firstWeight),
                weight: UInt32(weight))
        }
    }

    deinit {
        switch sums {
        case .opaque(let sums): sums.deallocate()
        case .withAlpha(let sums): sums.deallocate()
        }
    }

    private static func zeros<Sum: FixedWidthInteger>(_ count: Int) -> UnsafeMutablePointer<Sum> {
        let memory = UnsafeMutablePointer<Sum>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        return memory
    }

    /// Adds the next row, of `channels * source.width` bytes.
    mutating func addRow(_ row: UnsafeRawPointer) {
        guard rowsTaken < source.height else { return }
        let (tall, short) = (source.height, target.height)
        // A source row covers `short` units, a target row `tall`; it may belong to two target rows.
        var start = rowsTaken * short
        let end = start + short
        rowsTaken += 1
        while start < end {
            let base = start / tall * tall
            let stop = min(end, base + tall)
            // Differences of rounded sums, so that the weights add up to exactly one.
            let weight = (stop - base) * Self.one / tall - (start - base) * Self.one / tall
            add(row.assumingMemoryBound(to: UInt8.self), weight)
            if stop == base + tall { finish() }
            start = stop
        }
    }

    private func add(_ bytes: UnsafePointer<UInt8>, _ weight: Int) {
        switch sums {
        case .opaque(let sums):
            let weight = UInt16(weight)
            for index in 0..<source.width * channels { sums[index] &+= UInt16(bytes[index]) &* weight }
        case .withAlpha(let sums):
            let weight = UInt32(weight)
            for index in Swift.stride(from: 0, to: source.width * 4, by: 4) {
                let alpha = UInt32(bytes[index + 3]) &* weight
                for part in 0..<3 { sums[index + part] &+= UInt32(bytes[index + part]) &* alpha }
                sums[index + 3] &+= alpha
            }
        }
    }

    private mutating func finish() {
        let line = (buffer.base + rowsMade * target.width * 4).assumingMemoryBound(to: UInt32.self)
        rowsMade += 1
        switch sums {
        case .opaque(let sums):
            finish(sums, line)
            sums.update(repeating: 0, count: source.width * channels)
        case .withAlpha(let sums):
            finish(sums, line)
            sums.update(repeating: 0, count: source.width * 4)
        }
    }

    // Scalar code: conversions of the standard library's SIMD types are slow.
    private func finish(_ sums: UnsafePointer<UInt16>, _ line: UnsafeMutablePointer<UInt32>) {
        let channels = channels
        columns.withUnsafeBufferPointer { columns in
            for x in 0..<columns.count {
                let column = columns[x]
                // 255 * 2^8 * 2^16, and a half for rounding, just fits.
                var (red, green, blue): (UInt32, UInt32, UInt32) = (1 << 23, 1 << 23, 1 << 23)
                func add(_ sums: UnsafePointer<UInt16>, _ weight: UInt32) {
                    red &+= UInt32(sums[0]) &* weight
                    green &+= UInt32(sums[1]) &* weight
                    blue &+= UInt32(sums[2]) &* weight
                }
                add(sums + column.first * channels, column.firstWeight)
                var index = column.first + 1
                while index < column.last {
                    add(sums + index * channels, column.weight)
                    index += 1
                }
                add(sums + column.last * channels, column.lastWeight)
                // Little-endian: red first, alpha last.
                line[x] = red >> 24 | (green >> 24) << 8 | (blue >> 24) << 16 | 0xFF00_0000
            }
        }
    }

    private func finish(_ sums: UnsafePointer<UInt32>, _ line: UnsafeMutablePointer<UInt32>) {
        for x in 0..<columns.count {
            let column = columns[x]
            var (red, green, blue, alpha): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
            for index in column.first...column.last {
                let isFirst = index == column.first
                let weight = isFirst ? column.firstWeight : index == column.last ? column.lastWeight : column.weight
                red += UInt64(sums[index * 4]) * UInt64(weight)
                green += UInt64(sums[index * 4 + 1]) * UInt64(weight)
                blue += UInt64(sums[index * 4 + 2]) * UInt64(weight)
                alpha += UInt64(sums[index * 4 + 3]) * UInt64(weight)
            }
            // Undo the multiplication by alpha.
            let divisor = max(alpha, 1)
            let half = divisor / 2
            line[x] =
                UInt32((red + half) / divisor) | UInt32((green + half) / divisor) << 8
                | UInt32((blue + half) / divisor) << 16 | UInt32((alpha + (1 << 23)) >> 24) << 24
        }
    }
}
