import Glibc
import Metadata

/// Makes pictures smaller: each pixel becomes the mean of the area it covers, parts of pixels included.
///
/// Rows are taken one after the other, so that the large picture need not be in memory. Means are of the stored (sRGB)
/// values, as in browsers and thumbnailers, and weighted by alpha.
struct AreaScaler: ~Copyable {
    let source: PixelSize
    let target: PixelSize
    let hasAlpha: Bool
    /// The pixels made so far.
    let buffer: PixelBuffer
    private(set) var rowsMade = 0
    private var rowsTaken = 0
    /// Sums of the row that is being made: value times weight, whose sum is 2^16.
    private let sums: UnsafeMutablePointer<UInt32>
    private let columns: [Column]

    /// What a pixel covers of a row: from `first` to `last`, whose weights differ from those between.
    private struct Column {
        var first: Int32
        var last: Int32
        var firstWeight: UInt32
        var lastWeight: UInt32
        var weight: UInt32
    }

    private static let one = 1 << 16

    /// Plans the work; `target` is not larger than `source`.
    init(from source: PixelSize, to target: PixelSize, hasAlpha: Bool) throws(ImageError) {
        precondition(target.width <= source.width && target.height <= source.height)
        self.source = source
        self.target = target
        self.hasAlpha = hasAlpha
        buffer = try PixelImage.memory(for: target)
        let count = source.width * 4 * MemoryLayout<UInt32>.stride
        sums = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: MemoryLayout<SIMD4<UInt32>>.alignment)
            .bindMemory(to: UInt32.self, capacity: source.width * 4)
        sums.initialize(repeating: 0, count: source.width * 4)
        let (wide, narrow) = (source.width, target.width)
        columns = (0..<narrow).map { x in
            // In parts of which a stored pixel has `narrow` and a made one `wide`.
            let (start, end) = (x * wide, (x + 1) * wide)
            let (first, last) = (start / narrow, (end - 1) / narrow)
            let weight = narrow * Self.one / wide
            let between = max(0, last - first - 1) * weight
            // The two at the ends take what rounding left over, so that the sum is exact.
            let ends = Self.one - between
            let head = (first + 1) * narrow - start
            let tail = end - last * narrow
            let firstWeight = first == last ? ends : ends * head / (head + tail)
            return Column(
                first: Int32(first), last: Int32(last), firstWeight: UInt32(firstWeight),
                lastWeight: UInt32(first == last ? 0 : ends - firstWeight), weight: UInt32(weight))
        }
    }

    deinit { sums.deallocate() }

    /// Takes the next row, of `4 * source.width` bytes.
    mutating func take(_ row: UnsafeRawPointer) {
        guard rowsTaken < source.height else { return }
        let (tall, short) = (source.height, target.height)
        // The row covers `short` parts, of which a made row has `tall`; they may belong to two.
        var start = rowsTaken * short
        let end = start + short
        rowsTaken += 1
        while start < end {
            let made = start / tall
            let stop = min(end, (made + 1) * tall)
            // Differences of rounded sums: all weights of a row are together exactly one.
            let base = made * tall
            let weight = (stop - base) * Self.one / tall - (start - base) * Self.one / tall
            add(row, weight: UInt32(weight))
            if stop == base + tall { finish() }
            start = stop
        }
    }

    private func add(_ row: UnsafeRawPointer, weight: UInt32) {
        let bytes = row.assumingMemoryBound(to: UInt8.self)
        if !hasAlpha {
            for index in 0..<source.width * 4 { sums[index] &+= UInt32(bytes[index]) &* weight }
            return
        }
        for pixel in 0..<source.width {
            let index = pixel * 4
            let alpha = UInt32(bytes[index + 3])
            // 255 * 255 * 2^16 just fits.
            for part in 0..<3 { sums[index + part] &+= UInt32(bytes[index + part]) &* alpha &* weight }
            sums[index + 3] &+= alpha &* weight
        }
    }

    private mutating func finish() {
        let line = (buffer.base + rowsMade * target.width * 4).assumingMemoryBound(to: UInt8.self)
        if hasAlpha { finishWithAlpha(line) } else { finishOpaque(line) }
        rowsMade += 1
        sums.update(repeating: 0, count: source.width * 4)
    }

    private func finishOpaque(_ line: UnsafeMutablePointer<UInt8>) {
        let vectors = UnsafeRawPointer(sums).assumingMemoryBound(to: SIMD4<UInt32>.self)
        columns.withUnsafeBufferPointer { columns in
            for x in 0..<columns.count {
                let column = columns[x]
                // 255 * 2^8 * 2^16, and a half for rounding, just fits.
                var sum = SIMD4<UInt32>(repeating: 1 << 23)
                sum &+= (vectors[Int(column.first)] &>> 8) &* column.firstWeight
                sum &+= (vectors[Int(column.last)] &>> 8) &* column.lastWeight
                if column.last > column.first + 1 {
                    var between = SIMD4<UInt32>.zero
                    if column.last - column.first < 256 {
                        for index in Int(column.first) + 1..<Int(column.last) { between &+= vectors[index] &>> 8 }
                        sum &+= between &* column.weight
                    } else {
                        for index in Int(column.first) + 1..<Int(column.last) {
                            sum &+= (vectors[index] &>> 8) &* column.weight
                        }
                    }
                }
                sum &>>= 24
                line[x * 4] = UInt8(truncatingIfNeeded: sum.x)
                line[x * 4 + 1] = UInt8(truncatingIfNeeded: sum.y)
                line[x * 4 + 2] = UInt8(truncatingIfNeeded: sum.z)
                line[x * 4 + 3] = 255
            }
        }
    }

    private func finishWithAlpha(_ line: UnsafeMutablePointer<UInt8>) {
        for x in 0..<columns.count {
            let column = columns[x]
            var total = SIMD4<Double>.zero
            for index in Int(column.first)...Int(column.last) {
                let weight =
                    index == Int(column.first)
                    ? column.firstWeight : index == Int(column.last) ? column.lastWeight : column.weight
                let values = SIMD4(sums[index * 4], sums[index * 4 + 1], sums[index * 4 + 2], sums[index * 4 + 3])
                total += SIMD4<Double>(values) * Double(weight)
            }
            let alpha = total.w
            let factor = alpha > 0 ? 1 / alpha : 0
            for part in 0..<3 { line[x * 4 + part] = UInt8(min(255, (total[part] * factor).rounded())) }
            line[x * 4 + 3] = UInt8(min(255, (alpha / Double(Self.one) / Double(Self.one)).rounded()))
        }
    }
}
