import LKMetadata

@testable import LKImages

/// Builds files of TIFF's structure: directories, and the pixels, JPEGs and notes that they point to.
struct TIFFSample {
    enum Value {
        case short([Int])
        case long([Int])
        case ascii(String)
        case undefined([UInt8])
        /// Where a blob begins in the file.
        case blob(Int)
        /// A blob as the value itself.
        case blobAsValue(Int)
        /// Where directories begin in the file.
        case directories([Int])
    }

    struct Directory {
        var entries: [(tag: Int, value: Value)]
        /// The directory that follows; -1 for an offset outside of the file.
        var next: Int?
    }

    var isBigEndian = false
    /// The number behind the mark of the byte order.
    var magic = 42
    /// What stands between the header and the first directory.
    var prologue: [UInt8] = []
    var directories: [Directory] = []
    var blobs: [[UInt8]] = []

    /// Adds a blob; its number.
    mutating func add(_ bytes: [UInt8]) -> Int {
        blobs.append(bytes)
        return blobs.count - 1
    }

    /// The file.
    func bytes() -> [UInt8] {
        var offset = 8 + prologue.count
        var directoryOffsets: [Int] = []
        for directory in directories {
            directoryOffsets.append(offset)
            offset += 2 + directory.entries.count * 12 + 4
            for entry in directory.entries { offset += outside(entry.value) }
        }
        var blobOffsets: [Int] = []
        for blob in blobs {
            blobOffsets.append(offset)
            offset += blob.count + blob.count % 2
        }
        var bytes: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
        bytes += number(magic, 2) + number(8 + prologue.count, 4) + prologue
        for directory in directories {
            let values = bytes.count + 2 + directory.entries.count * 12 + 4
            var (table, tail): ([UInt8], [UInt8]) = (number(directory.entries.count, 2), [])
            for entry in directory.entries {
                var content = content(entry.value, directoryOffsets, blobOffsets)
                table += number(entry.tag, 2) + number(type(entry.value), 2) + number(count(entry.value), 4)
                if case .blobAsValue(let index) = entry.value {
                    table += number(blobOffsets[index], 4)
                } else if content.count <= 4 {
                    content += [UInt8](repeating: 0, count: 4 - content.count)
                    table += content
                } else {
                    table += number(values + tail.count, 4)
                    tail += content + [UInt8](repeating: 0, count: content.count % 2)
                }
            }
            let next = directory.next.map { $0 < 0 ? 0x7FFF_FFFF : directoryOffsets[$0] } ?? 0
            bytes += table + number(next, 4) + tail
        }
        for blob in blobs { bytes += blob + [UInt8](repeating: 0, count: blob.count % 2) }
        return bytes
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (isBigEndian ? count - 1 - $0 : $0))) }
    }

    private func type(_ value: Value) -> Int {
        switch value {
        case .short: 3
        case .long, .blob, .directories: 4
        case .ascii: 2
        case .undefined, .blobAsValue: 7
        }
    }

    private func count(_ value: Value) -> Int {
        switch value {
        case .short(let values), .long(let values), .directories(let values): values.count
        case .ascii(let text): text.utf8.count + 1
        case .undefined(let bytes): bytes.count
        case .blob: 1
        case .blobAsValue(let index): blobs[index].count
        }
    }

    private func outside(_ value: Value) -> Int {
        if case .blobAsValue = value { return 0 }
        let size = count(value) * (type(value) == 3 ? 2 : type(value) == 4 ? 4 : 1)
        return size <= 4 ? 0 : size + size % 2
    }

    private func content(_ value: Value, _ directories: [Int], _ blobs: [Int]) -> [UInt8] {
        switch value {
        case .short(let values): values.flatMap { number($0, 2) }
        case .long(let values): values.flatMap { number($0, 4) }
        case .ascii(let text): Array(text.utf8) + [0]
        case .undefined(let bytes): bytes
        case .blob(let index): number(blobs[index], 4)
        case .blobAsValue: []
        case .directories(let indices): indices.flatMap { number(directories[$0], 4) }
        }
    }
}

extension TIFFSample {
    /// How pixels lie in a file.
    enum Layout: CaseIterable {
        case oneStrip, strips, tiles, planes, gray, gray16, palette, alpha, bigEndian
    }

    /// A TIFF without compression.
    init(_ image: PixelImage, _ layout: Layout, orientation: Int = 1) {
        self.init()
        isBigEndian = layout == .bigEndian
        let (width, height) = (image.size.width, image.size.height)
        func samples(_ x: Int, _ y: Int) -> [UInt8] {
            let pixel = image[min(x, width - 1), min(y, height - 1)]
            switch layout {
            case .gray: return [pixel.green]
            case .gray16: return [pixel.green, pixel.green]
            case .palette: return [pixel.red == 0 ? pixel.blue == 0 ? 1 : 2 : pixel.green == 0 ? 0 : 3]
            case .alpha: return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
            default: return [pixel.red, pixel.green, pixel.blue]
            }
        }
        func part(_ columns: Range<Int>, _ rows: Range<Int>, _ sample: Int? = nil) -> [UInt8] {
            rows.flatMap { y in columns.flatMap { x in sample.map { [samples(x, y)[$0]] } ?? samples(x, y) } }
        }
        var entries: [(tag: Int, value: Value)] = [(256, .long([width])), (257, .long([height]))]
        let count = layout == .gray || layout == .palette || layout == .gray16 ? 1 : layout == .alpha ? 4 : 3
        entries.append((258, .short(Array(repeating: layout == .gray16 ? 16 : 8, count: count))))
        entries.append((259, .short([1])))
        entries.append((262, .short([count > 1 ? 2 : layout == .palette ? 3 : 1])))
        var parts: [[UInt8]] = []
        switch layout {
        case .tiles:
            for y in stride(from: 0, to: height, by: 16) {
                for x in stride(from: 0, to: width, by: 16) { parts.append(part(x..<x + 16, y..<y + 16)) }
            }
        case .planes: parts = (0..<3).map { part(0..<width, 0..<height, $0) }
        case .strips:
            parts = stride(from: 0, to: height, by: 5).map { part(0..<width, $0..<min($0 + 5, height)) }
        default: parts = [part(0..<width, 0..<height)]
        }
        // Offsets of one blob with all parts, one after the other, are known once all else is.
        let blob = add(parts.flatMap { $0 })
        entries.append((274, .short([orientation])))
        entries.append((277, .short([count])))
        if layout == .tiles {
            entries += [(322, .short([16])), (323, .short([16]))]
        } else {
            entries.append((278, .short([layout == .strips ? 5 : height])))
        }
        if layout == .planes { entries.append((284, .short([2]))) }
        if layout == .palette {
            // Red, green, blue, white.
            let reds = [0xFFFF, 0, 0, 0xFFFF] + Array(repeating: 0, count: 252)
            let greens = [0, 0xFFFF, 0, 0xFFFF] + Array(repeating: 0, count: 252)
            let blues = [0, 0, 0xFFFF, 0xFFFF] + Array(repeating: 0, count: 252)
            entries.append((320, .short(reds + greens + blues)))
        }
        if layout == .alpha { entries.append((338, .short([2]))) }
        let (offsets, counts) = layout == .tiles ? (324, 325) : (273, 279)
        entries.append((counts, .long(parts.map(\.count))))
        entries.append((offsets, .long(parts.map { _ in 0 })))
        directories = [Directory(entries: entries.sorted { $0.tag < $1.tag })]
        let start = bytes().count - blobs[blob].count - blobs[blob].count % 2
        var place = start
        let places = parts.map { part in
            defer { place += part.count }
            return place
        }
        for index in directories[0].entries.indices where directories[0].entries[index].tag == offsets {
            directories[0].entries[index].value = .long(places)
        }
    }

    /// Replaces a value of the first directory.
    func replacing(_ tag: Int, _ value: Value) -> TIFFSample {
        var copy = self
        for index in copy.directories[0].entries.indices where copy.directories[0].entries[index].tag == tag {
            copy.directories[0].entries[index].value = value
        }
        return copy
    }
}
