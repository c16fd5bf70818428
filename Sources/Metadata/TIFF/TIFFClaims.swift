/// Which bytes of a TIFF structure belong to which of its directories and values, so that shared bytes are never
/// overwritten.
struct TIFFClaims {
    private struct Claim {
        var range: Range<Int>
        /// The offset of the directory or entry that it belongs to.
        var owner: Int
    }

    /// More than any photo has; beyond that no byte counts as free.
    private static let most = 20_000
    private static let mostDirectories = 256
    /// The owner of the head.
    static let head = -1

    private var claims: [Claim] = []
    /// Values that are, or would reach, outside the block.
    private(set) var strays: [Range<Int>] = []
    /// How often each directory is pointed to.
    private var references: [Int: Int] = [:]
    private(set) var isComplete = true
    /// The value of the camera's own notes.
    private(set) var makerNote: Range<Int>?
    /// How many entries of all directories lead to GPS.
    private(set) var positions = 0
    /// Whether an entry ties pixels to places on a map.
    private(set) var hasMap = false
    /// Byte ranges of JPEGs and other pixels.
    private(set) var pixels: [Range<Int>] = []

    /// Walks over all directories that are known.
    init(of block: TIFFBlock) throws(MetadataError) {
        claims.append(Claim(range: block.base..<block.base + (block.isBig ? 16 : 8), owner: Self.head))
        var waiting = [block.firstDirectory]
        while let offset = waiting.popLast() {
            references[offset, default: 0] += 1
            guard references[offset] == 1 else { continue }
            guard references.count <= Self.mostDirectories, claims.count <= Self.most,
                let directory = try block.directory(at: offset)
            else {
                isComplete = false
                continue
            }
            try add(directory, of: block, &waiting)
        }
    }

    /// Whether a directory is pointed to from one place only.
    func isSole(_ directory: Int) -> Bool { references[directory] == 1 }

    /// Whether only one owner needs the bytes of a range.
    func areFree(_ range: Range<Int>, besides owner: Int) -> Bool {
        isComplete && !claims.contains { $0.owner != owner && $0.range.overlaps(range) }
    }

    /// Whether any value would reach into bytes that are appended to the block.
    func isReached(_ added: Range<Int>) -> Bool { strays.contains { $0.overlaps(added) } }
}

extension TIFFClaims {
    private mutating func add(
        _ directory: TIFFDirectory, of block: TIFFBlock, _ waiting: inout [Int]
    ) throws(MetadataError) {
        let stop = directory.firstEntry + directory.count * directory.entrySize
        claims.append(Claim(range: directory.offset..<stop, owner: directory.offset))
        if directory.count < directory.statedCount {
            let (size, overflow) = directory.statedCount.multipliedReportingOverflow(by: directory.entrySize)
            strays.append(directory.offset..<(overflow ? Int.max : max(directory.offset + size, block.end + 1)))
        }
        var ranges: [UInt16: [Int]] = [:]
        for field in try block.fields(of: directory) {
            let owner = field.offset ?? 0
            if let range = block.strayingRange(of: field) {
                if range.upperBound <= block.end {
                    claims.append(Claim(range: range, owner: owner))
                } else {
                    strays.append(range)
                }
                if field.tag == EXIFTag.makerNote { makerNote = field.value }
            }
            if field.tag == EXIFTag.gpsDirectory { positions += 1 }
            if EXIFTag.ofMaps.contains(field.tag) { hasMap = true }
            switch field.tag {
            case EXIFTag.exifDirectory, EXIFTag.gpsDirectory, 0xA005, EXIFTag.subDirectories:
                for target in try pointers(field, of: block) where target > 0 {
                    add(target, of: block, &waiting)
                }
            case EXIFTag.stripOffsets, EXIFTag.stripByteCounts, 0x0144, 0x0145, EXIFTag.thumbnailOffset,
                EXIFTag.thumbnailCount:
                ranges[field.tag] = try numbers(field, of: block)
            default: break
            }
        }
        for (starts, counts): (UInt16, UInt16) in [(0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202)] {
            for (start, count) in zip(ranges[starts] ?? [], ranges[counts] ?? []) {
                add(start, count, of: block, owner: directory.offset)
            }
        }
        guard directory.count == directory.statedCount, stop + block.wordSize <= block.end,
            let next = try block.file.bytes(at: stop, count: block.wordSize).map({ block.decoded($0) })
        else { return }
        claims.append(Claim(range: stop..<stop + block.wordSize, owner: directory.offset))
        if next > 0 { add(next, of: block, &waiting) }
    }

    /// A directory that something points to.
    private mutating func add(_ target: Int, of block: TIFFBlock, _ waiting: inout [Int]) {
        let offset = block.base.addingReportingOverflow(target)
        if offset.overflow || offset.partialValue >= block.end - 1 {
            strays.append(offset.overflow ? Int.max - 1..<Int.max : offset.partialValue..<offset.partialValue + 2)
        } else {
            waiting.append(offset.partialValue)
        }
    }

    /// Where an entry leads to.
    private func pointers(_ field: TIFFField, of block: TIFFBlock) throws(MetadataError) -> [Int] {
        guard let size = field.elementSize, size >= 4, field.count <= 0xFFFF, field.count * size > block.wordSize else {
            return field.elementSize.map { [block.decoded(field.inline.prefix($0))] } ?? []
        }
        return try numbers(field, of: block)
    }

    /// Pixels; strips that follow each other count as one.
    private mutating func add(_ start: Int, _ count: Int, of block: TIFFBlock, owner: Int) {
        guard count > 0 else { return }
        let (first, far) = block.base.addingReportingOverflow(start)
        let (stop, farther) = first.addingReportingOverflow(count)
        guard !far, !farther, stop <= block.end else {
            strays.append(far ? Int.max - 1..<Int.max : first..<(farther ? Int.max : stop))
            return
        }
        pixels.append(first..<stop)
        if let last = claims.last, last.owner == -owner - 1, last.range.upperBound == first {
            claims[claims.count - 1].range = last.range.lowerBound..<stop
        } else {
            claims.append(Claim(range: first..<stop, owner: -owner - 1))
        }
    }

    /// The numbers of a value, at most as many as an image has strips.
    private func numbers(_ field: TIFFField, of block: TIFFBlock) throws(MetadataError) -> [Int] {
        guard let size = field.elementSize, [2, 4, 8].contains(size), ![5, 10, 11, 12].contains(field.type),
            let bytes = try block.valueBytes(of: field)
        else { return [] }
        return stride(from: 0, to: bytes.count - size + 1, by: size).map { block.decoded(bytes[$0..<$0 + size]) }
    }
}
