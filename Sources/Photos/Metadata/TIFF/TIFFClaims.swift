/// Records which directory or value uses each byte of a TIFF structure, so that shared bytes are never overwritten.
struct TIFFClaims {
    private struct Claim {
        var range: Range<Int>
        /// The offset of the directory or entry that uses the range.
        var owner: Int
    }

    /// The maximum number of claims, more than any photo has; beyond it no byte counts as free.
    private static let maximumClaims = 20_000
    private static let maximumDirectories = 256
    /// The owner of the header.
    static let head = -1

    private var claims: [Claim] = []
    /// Values that extend outside the block.
    private(set) var strays: [Range<Int>] = []
    /// The number of references to each directory.
    private var references: [Int: Int] = [:]
    private(set) var isComplete = true
    /// The maker note; several only in damaged or crafted files.
    private(set) var makerNotes: [TIFFField] = []
    /// Entries whose tags are not known to be harmless, with values of more than a few bytes.
    private(set) var unknown: [TIFFField] = []
    /// The number of entries that point to GPS directories.
    private(set) var positions = 0
    /// Whether an entry ties pixels to map coordinates.
    private(set) var hasMap = false
    /// Byte ranges of JPEGs and other pixels.
    private(set) var pixels: [Range<Int>] = []
    /// Offsets of GPS directories.
    private var gpsDirectories: Set<Int> = []
    /// Directories that EXIF's own entries point to.
    private var subdirectories: Set<Int> = []
    /// Subdirectories whose entries are not followed by the offset of a next directory.
    private var endingWithEntries: Set<Int> = []
    /// How many bytes of lists may still be read: a file has room for each once, and crafted ones share lists.
    private var listBudget: Int
    /// The number of offsets of directories read.
    private var pointerCount = 0
    /// The number of elements of lists read; tests read it.
    private(set) var steps = 0

    /// Creates the claims by traversing all known directories.
    init(of block: TIFFBlock) throws(MetadataError) {
        listBudget = block.end - block.base
        claims.append(Claim(range: block.base..<block.base + (block.isBig ? 16 : 8), owner: Self.head))
        var waiting = [block.firstDirectory]
        var unfinished: [TIFFDirectory] = []
        while true {
            while let offset = waiting.popLast() {
                references[offset, default: 0] += 1
                guard references[offset] == 1 else { continue }
                guard references.count <= Self.maximumDirectories, claims.count <= Self.maximumClaims,
                    let directory = try block.directory(at: offset)
                else {
                    isComplete = false
                    continue
                }
                try add(directory, of: block, &waiting)
                if subdirectories.contains(offset) {
                    unfinished.append(directory)
                } else {
                    try addNext(after: directory, of: block, &waiting)
                }
            }
            // Only once all other data is known: some programs (Python's piexif) omit the offset of the next directory
            // after those of EXIF, where it has no meaning (Exif 2.32, 4.6.2), and write other data there.
            guard let directory = unfinished.popLast() else { break }
            if isStart(directory.end) {
                endingWithEntries.insert(directory.offset)
            } else {
                try addNext(after: directory, of: block, &waiting)
            }
        }
    }

    /// Returns whether a directory is referenced only once.
    func isSole(_ directory: Int) -> Bool { references[directory] == 1 }

    /// Returns whether the entries of a directory are followed by other data in place of the next directory's offset.
    func endsWithEntries(_ directory: TIFFDirectory) -> Bool { endingWithEntries.contains(directory.offset) }

    /// Returns whether only one owner uses the bytes of a range.
    func areFree(_ range: Range<Int>, besides owner: Int) -> Bool {
        isComplete && !claims.contains { $0.owner != owner && $0.range.overlaps(range) }
    }

    /// Returns the parts of some ranges that no one else uses, in order and without overlaps.
    ///
    /// - Parameters:
    ///   - ranges: The byte ranges.
    ///   - owners: The offsets of the entries that use them.
    /// - Returns: The parts; `nil` if not all of the structure is known.
    func freeParts(of ranges: [Range<Int>], besides owners: Set<Int>) -> [Range<Int>]? {
        guard isComplete else { return nil }
        let others = claims.filter { !owners.contains($0.owner) }.map(\.range)
            .sorted { $0.lowerBound < $1.lowerBound }
        var parts: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            var start = max(range.lowerBound, parts.last?.upperBound ?? 0)
            for other in others where other.upperBound > start && other.lowerBound < range.upperBound {
                if other.lowerBound > start { parts.append(start..<other.lowerBound) }
                start = max(start, other.upperBound)
            }
            if start < range.upperBound { parts.append(start..<range.upperBound) }
        }
        return parts
    }

    /// Returns whether any value would extend into bytes appended to the block.
    func isReached(_ added: Range<Int>) -> Bool { strays.contains { $0.overlaps(added) } }
}

extension TIFFClaims {
    private mutating func add(
        _ directory: TIFFDirectory, of block: TIFFBlock, _ waiting: inout [Int]
    ) throws(MetadataError) {
        claims.append(Claim(range: directory.offset..<directory.end, owner: directory.offset))
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
                if field.value != nil, !range.isEmpty, !gpsDirectories.contains(directory.offset) {
                    if field.tag == EXIFTag.makerNote {
                        makerNotes.append(field)
                    } else if !HarmlessTags.contains(field.tag) {
                        unknown.append(field)
                    }
                }
            }
            if field.tag == EXIFTag.gpsDirectory { positions += 1 }
            if EXIFTag.ofMaps.contains(field.tag) { hasMap = true }
            switch field.tag {
            case EXIFTag.exifDirectory, EXIFTag.gpsDirectory, 0xA005, EXIFTag.subDirectories:
                for target in try pointers(field, of: block) where target > 0 {
                    add(target, of: block, &waiting)
                    if field.tag == EXIFTag.gpsDirectory { gpsDirectories.insert(block.base &+ target) }
                    if field.tag != EXIFTag.subDirectories { subdirectories.insert(block.base &+ target) }
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
    }

    /// Adds the offset of the next directory, and that directory.
    private mutating func addNext(
        after directory: TIFFDirectory, of block: TIFFBlock, _ waiting: inout [Int]
    ) throws(MetadataError) {
        let stop = directory.end
        guard directory.count == directory.statedCount, stop + block.wordSize <= block.end,
            let next = try block.file.bytes(at: stop, count: block.wordSize).map({ block.decoded($0) })
        else { return }
        claims.append(Claim(range: stop..<stop + block.wordSize, owner: directory.offset))
        if next > 0 { add(next, of: block, &waiting) }
    }

    /// Returns whether a value, directory or image begins at an offset.
    private func isStart(_ offset: Int) -> Bool {
        claims.contains { $0.range.lowerBound == offset } || strays.contains { $0.lowerBound == offset }
    }

    /// Adds a directory that an entry points to.
    private mutating func add(_ target: Int, of block: TIFFBlock, _ waiting: inout [Int]) {
        let offset = block.base.addingReportingOverflow(target)
        if offset.overflow || offset.partialValue >= block.end - 1 {
            strays.append(offset.overflow ? Int.max - 1..<Int.max : offset.partialValue..<offset.partialValue + 2)
        } else {
            waiting.append(offset.partialValue)
        }
    }

    /// Returns the offsets to which an entry points.
    private mutating func pointers(_ field: TIFFField, of block: TIFFBlock) throws(MetadataError) -> [Int] {
        guard let size = field.elementSize, size >= 4, field.count <= 0xFFFF, field.count * size > block.wordSize else {
            return field.elementSize.map { [block.decoded(field.inline.prefix($0))] } ?? []
        }
        pointerCount += field.count
        guard pointerCount <= Self.maximumClaims else {
            isComplete = false
            return []
        }
        return try numbers(field, of: block)
    }

    /// Adds pixels; adjacent strips count as one.
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

    /// Returns the numbers of a value, at most as many as an image has strips.
    private mutating func numbers(_ field: TIFFField, of block: TIFFBlock) throws(MetadataError) -> [Int] {
        guard let size = field.elementSize, [2, 4, 8].contains(size), ![5, 10, 11, 12].contains(field.type) else {
            return []
        }
        listBudget -= field.value?.count ?? 0
        guard listBudget >= 0 else {
            isComplete = false
            return []
        }
        guard let bytes = try block.valueBytes(of: field) else { return [] }
        steps += bytes.count / size
        return stride(from: 0, to: bytes.count - size + 1, by: size).map { block.decoded(bytes[$0..<$0 + size]) }
    }
}
