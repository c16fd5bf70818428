import Glibc
import LKGazetteer
import LKGeocoding

/// The values of one column for all rows of a batch, in memory of Arrow's layout.
///
/// Parts of a batch write ranges of rows that begin at multiples of 64, so that no two of them write to one byte.
final class ColumnValues {
    let column: Column
    let rows: Int
    /// A bit for each row that has a value.
    let validity: UnsafeMutablePointer<UInt64>
    /// Offsets or indices of texts, numbers, or bits.
    let values: UnsafeMutableRawPointer
    let isDictionary: Bool

    /// Creates a column with room for its rows.
    ///
    /// - Throws: ``PlacesError/Code/memory``.
    init(_ column: Column, rows: Int, isDictionary: Bool) throws(PlacesError) {
        self.column = column
        self.rows = rows
        self.isDictionary = isDictionary && column.kind == .text
        let words = (rows + 63) / 64
        let size =
            switch column.kind {
            case .text: (rows + 1) * MemoryLayout<Int32>.size
            case .double, .integer: rows * 8
            case .boolean: words * 8
            }
        guard let validity = Self.zeroed(words * 8) else { throw .memory(words * 8) }
        guard let values = Self.zeroed(size) else {
            free(validity)
            throw .memory(size)
        }
        self.validity = validity.bindMemory(to: UInt64.self, capacity: words)
        self.values = values
    }

    deinit {
        free(validity)
        free(values)
    }

    /// Returns zeroed memory, aligned as Arrow recommends, with a length that is a multiple of 64.
    private static func zeroed(_ size: Int) -> UnsafeMutableRawPointer? {
        let length = max((size + 63) / 64, 1) * 64
        guard let start = aligned_alloc(64, length) else { return nil }
        memset(start, 0, length)
        return start
    }

    /// Marks a row as having a value.
    @inline(__always)
    func setValid(_ row: Int) { validity[row >> 6] |= 1 << UInt64(row & 63) }

    @inline(__always)
    func set(_ row: Int, _ value: Double) {
        values.storeBytes(of: value, toByteOffset: row * 8, as: Double.self)
        setValid(row)
    }

    @inline(__always)
    func set(_ row: Int, _ value: Int) {
        values.storeBytes(of: Int64(value), toByteOffset: row * 8, as: Int64.self)
        setValid(row)
    }

    @inline(__always)
    func set(_ row: Int, _ value: Bool) {
        if value {
            values.assumingMemoryBound(to: UInt64.self)[row >> 6] |= 1 << UInt64(row & 63)
        }
        setValid(row)
    }

    /// The offsets or indices of texts.
    var numbers: UnsafeMutablePointer<Int32> { values.assumingMemoryBound(to: Int32.self) }

    /// The number of rows without a value.
    var nullCount: Int {
        var valid = 0
        for word in 0..<(rows + 63) / 64 { valid += validity[word].nonzeroBitCount }
        return rows - valid
    }
}

/// The texts of one column for a range of rows.
final class TextPart {
    let values: ColumnValues
    // In memory of their own: each access to a variable of a class is checked for exclusivity, which takes as long as a row.
    private let plainText: UnsafeMutablePointer<TextBuffer>
    private let uniqueTexts: UnsafeMutablePointer<TextDictionary>

    /// All texts, one after the other.
    var plain: TextBuffer {
        @inline(__always) _read { yield plainText.pointee }
        @inline(__always) _modify { yield &plainText.pointee }
    }

    /// The texts of a dictionary.
    var dictionary: TextDictionary {
        @inline(__always) _read { yield uniqueTexts.pointee }
        @inline(__always) _modify { yield &uniqueTexts.pointee }
    }

    init(_ values: ColumnValues, maximumTextLength: Int) {
        self.values = values
        plainText = .allocate(capacity: 1)
        plainText.initialize(to: TextBuffer(maximumLength: maximumTextLength))
        uniqueTexts = .allocate(capacity: 1)
        uniqueTexts.initialize(to: TextDictionary(maximumLength: maximumTextLength))
    }

    deinit {
        plainText.deinitialize(count: 1)
        plainText.deallocate()
        uniqueTexts.deinitialize(count: 1)
        uniqueTexts.deallocate()
    }

    /// Sets the text of the next row; an empty one is none.
    ///
    /// Offsets are those of the part's own buffer; ``TableBuilder`` makes them those of the column.
    @inline(__always)
    func append(_ row: Int, _ text: UnsafeRawBufferPointer) throws(PlacesError) {
        if values.isDictionary {
            guard text.count > 0 else { return }
            values.numbers[row] = try dictionary.number(of: text)
        } else {
            try plain.append(text)
            values.numbers[row + 1] = Int32(truncatingIfNeeded: plain.count)
            guard text.count > 0 else { return }
        }
        values.setValid(row)
    }

    /// Sets the texts of the next rows to names of the gazetteer.
    ///
    /// - Parameters:
    ///   - rows: The rows, from a multiple of 64 on.
    ///   - references: Their names; 0 for none.
    ///   - names: The names.
    /// - Throws: ``PlacesError``.
    func append(
        _ rows: Range<Int>, _ references: UnsafeBufferPointer<UInt32>, of names: World.NameTable
    ) throws(PlacesError) {
        if values.isDictionary { return try appendEach(rows, references, of: names) }
        let (begin, margin) = (plain.count, World.NameTable.copyMargin)
        let ends = values.numbers + rows.lowerBound + 1
        let length = try reading { () throws(GeocodingError) in
            try names.measureTexts(references, ends: ends, from: begin) - begin
        }
        guard plain.hasRoom(for: length + margin) else { return try appendEach(rows, references, of: names) }
        try plain.append(length, margin: margin) {
            names.copyTexts(references, ends: ends, from: begin, to: $0)
        }
        var end = Int32(truncatingIfNeeded: begin)
        for first in stride(from: 0, to: rows.count, by: 64) {
            var word: UInt64 = 0
            for number in first..<min(first + 64, rows.count) {
                if ends[number] != end { word |= 1 &<< UInt64(truncatingIfNeeded: number & 63) }
                end = ends[number]
            }
            values.validity[(rows.lowerBound + first) >> 6] |= word
        }
    }

    private func appendEach(
        _ rows: Range<Int>, _ references: UnsafeBufferPointer<UInt32>, of names: World.NameTable
    ) throws(PlacesError) {
        for row in rows {
            let reference = references[row - rows.lowerBound]
            try append(row, reading { () throws(GeocodingError) in try names.bytes(reference) })
        }
    }

    /// Sets the text of the next row.
    func append(_ row: Int, _ text: String?) throws(PlacesError) {
        guard var text, !text.isEmpty else {
            return try append(row, UnsafeRawBufferPointer(start: nil, count: 0))
        }
        var failure: PlacesError?
        text.withUTF8 { utf8 in
            do throws(PlacesError) {
                try append(row, UnsafeRawBufferPointer(utf8))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

extension TextPart {
    /// Returns the texts and passes on their memory; an empty column has a buffer too.
    func takeTexts(into owned: inout [UnsafeMutableRawPointer]) -> UnsafeMutableRawPointer? {
        let texts = plain.take() ?? calloc(1, 64)
        if let texts { owned.append(texts) }
        return texts
    }

    /// Returns the unique texts of a dictionary and passes on their memory.
    func takeDictionary(into owned: inout [UnsafeMutableRawPointer]) -> UnsafeMutableRawPointer? {
        let texts = dictionary.takeTexts() ?? calloc(1, 64)
        if let texts { owned.append(texts) }
        return texts
    }

    /// Returns the offsets of a dictionary's texts, which the caller frees, and their number.
    func dictionaryOffsets() throws(PlacesError) -> (UnsafeMutableRawPointer, Int) {
        let size = (dictionary.count + 1) * MemoryLayout<Int32>.size
        guard let memory = malloc(size) else { throw .memory(size) }
        let offsets = memory.bindMemory(to: Int32.self, capacity: dictionary.count + 1)
        offsets[0] = 0
        for number in 0..<dictionary.count { offsets[number + 1] = dictionary.ends[number] }
        return (memory, dictionary.count)
    }
}
