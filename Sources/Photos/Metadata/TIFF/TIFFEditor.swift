/// Edits a TIFF structure without moving other data: values are replaced in place if they fit and nothing else uses
/// those bytes; everything else is appended.
///
/// All offsets in the structure, including those in maker notes, therefore stay valid.
struct TIFFEditor {
    let block: TIFFBlock
    let claims: TIFFClaims
    /// Bytes appended to the block.
    private(set) var tail: [UInt8] = []
    private var overwrites: [FilePatch.Splice] = []
    /// The byte offset of the tail; always even.
    private let tailStart: Int

    /// Creates an editor for a structure.
    init(_ block: TIFFBlock) throws {
        self.block = block
        claims = try TIFFClaims(of: block)
        tailStart = block.end + (block.end - block.base) % 2
    }

    /// Returns the directory at an offset, for editing.
    func directory(at offset: Int) throws -> TIFFDirectoryEdit {
        guard let directory = try block.directory(at: offset), directory.count == directory.statedCount else {
            throw EditRefusal("a directory of its EXIF is damaged")
        }
        let fields = try block.fields(of: directory)
        guard fields.count == directory.count else { throw EditRefusal("a directory of its EXIF is cut off") }
        let end = directory.end
        var next = [UInt8](repeating: 0, count: block.wordSize)
        if end + next.count <= block.end, !claims.endsWithEntries(directory),
            let bytes = try block.file.bytes(at: end, count: next.count)
        {
            next = Array(bytes)
        }
        return TIFFDirectoryEdit(source: directory, fields: fields, next: next)
    }

    /// Returns an empty directory that is not stored yet.
    func newDirectory() -> TIFFDirectoryEdit {
        TIFFDirectoryEdit(source: nil, fields: [], next: [UInt8](repeating: 0, count: block.wordSize))
    }

    /// Sets the value of a tag.
    mutating func set(_ value: TIFFValue, in directory: inout TIFFDirectoryEdit) throws {
        let count = value.bytes.count / value.type.size
        guard let index = directory.index(of: value.tag) else {
            let inline = TIFFInlineValue(stored(value.bytes))
            return directory.insert(
                TIFFField(tag: value.tag, type: value.type.rawValue, count: count, inline: inline))
        }
        var field = directory.fields[index]
        let isSame = field.type == value.type.rawValue && field.count == count
        if isSame, try block.valueBytes(of: field) == value.bytes { return }
        field.type = value.type.rawValue
        field.count = count
        if value.bytes.count > block.wordSize, let old = field.value, old.count >= value.bytes.count,
            claims.areFree(old, besides: field.offset ?? 0)
        {
            try overwrite(old, with: value.bytes)
        } else {
            try erase(field)
            field.inline = TIFFInlineValue(stored(value.bytes))
        }
        field.value = nil
        directory.fields[index] = field
    }

    /// Removes an entry from a directory, and blanks its value unless other data uses those bytes.
    ///
    /// - Returns: Whether its bytes were blanked.
    @discardableResult mutating func remove(_ tag: UInt16, from directory: inout TIFFDirectoryEdit) throws -> Bool {
        var isGone = true
        while let index = directory.index(of: tag) {
            if try !erase(directory.fields[index]) { isGone = false }
            directory.fields.remove(at: index)
        }
        return isGone
    }

    /// Blanks the value of an entry, if it is stored outside the entry and no other data uses those bytes.
    @discardableResult mutating func erase(_ field: TIFFField) throws -> Bool {
        guard let value = field.value else { return true }
        guard claims.areFree(value, besides: field.offset ?? 0) else { return false }
        try overwrite(value, with: [])
        return true
    }

    /// Blanks bytes that nothing else uses.
    mutating func blank(_ range: Range<Int>) throws { try overwrite(range, with: []) }

    /// Blanks a directory.
    ///
    /// - Returns: Whether its bytes were blanked.
    mutating func erase(_ directory: TIFFDirectory) throws -> Bool {
        let entries = directory.offset..<directory.end
        let withNext = directory.offset..<min(directory.end + block.wordSize, block.end)
        let ranges = claims.endsWithEntries(directory) ? [entries] : [withNext, entries]
        guard let range = ranges.first(where: { claims.areFree($0, besides: directory.offset) }) else { return false }
        try overwrite(range, with: [])
        return true
    }

    /// Writes a directory: in place if it has no more entries than before, otherwise appended.
    ///
    /// - Returns: Its byte offset in the file.
    mutating func commit(_ directory: TIFFDirectoryEdit) throws -> Int {
        let bytes = encoded(directory)
        if let source = directory.source, directory.fields.count <= source.count {
            let entries = source.offset..<source.end
            // The bytes after the entries are not changed unless there are fewer entries: some programs omit them.
            let range = source.offset..<source.end + (claims.endsWithEntries(source) ? 0 : block.wordSize)
            if directory.fields.count == source.count, try isWritten(bytes, at: entries) { return source.offset }
            if directory.fields.count == source.count, claims.areFree(entries, besides: source.offset) {
                try overwriteDifferences(entries, with: bytes)
                return source.offset
            }
            if directory.fields.count < source.count, range.upperBound <= block.end,
                claims.areFree(range, besides: source.offset)
            {
                try overwrite(range, with: bytes)
                return source.offset
            }
        }
        if let room = directory.room, room.count == bytes.count {
            tail.replaceSubrange(room, with: bytes)
            return tailStart + room.lowerBound
        }
        return append(bytes)
    }

    /// Reserves appended bytes for a directory with this number of entries.
    mutating func makeRoom(for directory: inout TIFFDirectoryEdit, entries: Int) {
        let size = (block.isBig ? 8 : 2) + entries * (block.isBig ? 20 : 12) + block.wordSize
        let start = append([UInt8](repeating: 0, count: size)) - tailStart
        directory.room = start..<start + size
    }

    /// Makes a directory the first one.
    mutating func setFirst(_ offset: Int) throws {
        let size = block.wordSize
        guard offset != block.firstDirectory else { return }
        let pointer = block.base + (block.isBig ? 8 : 4)
        guard claims.areFree(pointer..<pointer + size, besides: TIFFClaims.head) else {
            throw EditRefusal("parts of its EXIF share bytes with its header")
        }
        try overwrite(pointer..<pointer + size, with: block.encoded(offset - block.base, size: size))
    }

    /// Returns the splices of all changes; `tail` is inserted at the end of the block.
    func splices() throws -> [FilePatch.Splice] {
        if !tail.isEmpty {
            let end = tailStart + tail.count
            guard block.isBig || end - block.base <= Int(UInt32.max) else {
                throw EditRefusal("it would exceed 4 GB")
            }
            guard !claims.isReached(block.end..<end) else {
                throw EditRefusal("a value of its EXIF is cut off, and would reach into the bytes that are added")
            }
        }
        let sorted = overwrites.sorted { $0.range.lowerBound < $1.range.lowerBound }
        for (first, second) in zip(sorted, sorted.dropFirst()) where first.range.overlaps(second.range) {
            throw EditRefusal("parts of its EXIF share bytes")
        }
        return sorted
    }

    /// The padding between the end of the block and the tail, and the tail.
    var addition: [UInt8] {
        tail.isEmpty ? [] : [UInt8](repeating: 0, count: tailStart - block.end) + tail
    }
}

extension TIFFEditor {
    /// Returns whether a range already contains the beginning of some bytes.
    private func isWritten(_ bytes: [UInt8], at range: Range<Int>) throws -> Bool {
        guard let old = try block.file.bytes(at: range.lowerBound, count: range.count) else { return false }
        return old.elementsEqual(bytes.prefix(range.count))
    }

    /// Replaces the beginning of a range, and blanks the rest; only differing bytes become splices.
    private mutating func overwrite(_ range: Range<Int>, with bytes: [UInt8]) throws {
        guard !range.isEmpty, let old = try block.file.bytes(at: range.lowerBound, count: range.count) else {
            if range.isEmpty { return }
            throw EditRefusal("its EXIF is too large or cut off")
        }
        let new = bytes + [UInt8](repeating: 0, count: range.count - bytes.count)
        if !old.elementsEqual(new) { overwrites.append(FilePatch.Splice(range: range, bytes: new)) }
    }

    /// Replaces the entries that differ, each as a whole.
    private mutating func overwriteDifferences(_ range: Range<Int>, with bytes: [UInt8]) throws {
        let size = block.isBig ? 20 : 12
        var offset = range.lowerBound + (block.isBig ? 8 : 2)
        while offset + size <= range.upperBound {
            let start = offset - range.lowerBound
            try overwrite(offset..<offset + size, with: Array(bytes[start..<start + size]))
            offset += size
        }
    }

    /// Returns the inline bytes of an entry for a value: the value itself, or its new offset.
    private mutating func stored(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > block.wordSize else {
            return bytes + [UInt8](repeating: 0, count: block.wordSize - bytes.count)
        }
        return block.encoded(append(bytes) - block.base, size: block.wordSize)
    }

    private mutating func append(_ bytes: [UInt8]) -> Int {
        if tail.count % 2 == 1 { tail.append(0) }
        tail += bytes
        return tailStart + tail.count - bytes.count
    }

    private func encoded(_ directory: TIFFDirectoryEdit) -> [UInt8] {
        var bytes = block.encoded(directory.fields.count, size: block.isBig ? 8 : 2)
        for field in directory.fields {
            bytes += block.encoded(Int(field.tag), size: 2)
            bytes += block.encoded(Int(field.type), size: 2)
            bytes += block.encoded(field.count, size: block.wordSize)
            bytes += field.inline
        }
        return bytes + directory.next
    }
}

/// A directory whose entries are being changed.
struct TIFFDirectoryEdit {
    /// The stored directory; `nil` for a new one.
    let source: TIFFDirectory?
    /// Its entries, in file order.
    var fields: [TIFFField]
    /// The bytes after its entries: the offset of the next directory.
    let next: [UInt8]
    /// Bytes of the tail reserved for it.
    var room: Range<Int>?

    /// Returns the index of the first entry with a tag.
    func index(of tag: UInt16) -> Int? { fields.firstIndex { $0.tag == tag } }

    /// Inserts an entry, sorted by tag.
    mutating func insert(_ field: TIFFField) {
        fields.insert(field, at: fields.firstIndex { $0.tag > field.tag } ?? fields.count)
    }
}

/// A new value of a tag.
struct TIFFValue: Hashable {
    let tag: UInt16
    let type: TIFFType
    /// The value in the byte order of its structure.
    let bytes: [UInt8]

    /// Creates a value of encoded bytes.
    init(_ tag: UInt16, _ type: TIFFType, bytes: [UInt8]) {
        self.tag = tag
        self.type = type
        self.bytes = bytes
    }

    /// Creates a null-terminated text.
    init(_ tag: UInt16, text: String) { self.init(tag, .ascii, bytes: Array(text.utf8) + [0]) }

    /// Creates unsigned numbers.
    init(_ tag: UInt16, _ type: TIFFType, _ numbers: [Int], in block: TIFFBlock) {
        self.init(tag, type, bytes: numbers.flatMap { block.encoded($0, size: type.size) })
    }

    /// Creates nonnegative fractions.
    init(_ tag: UInt16, _ fractions: [EXIFRational], in block: TIFFBlock) {
        self.init(
            tag, .rational,
            bytes: fractions.flatMap {
                block.encoded($0.numerator, size: 4) + block.encoded($0.denominator, size: 4)
            })
    }
}
