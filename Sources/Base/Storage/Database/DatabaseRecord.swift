/// The header of a record: the column types that precede the values of a row.
///
/// Source: sqlite.org/fileformat2.html, section 2.1.
package struct RecordHeader: Hashable, Sendable {
    /// The header's bytes as stored.
    package let bytes: [UInt8]
    /// The serial type of each column.
    package let types: [Int]
    /// The total size of the values in bytes.
    package let bodySize: Int

    /// The size of header and values in bytes.
    package var recordSize: Int { bytes.count + bodySize }

    /// Parses a header; returns `nil` if the bytes are not a header with this number of columns.
    ///
    /// - Parameters:
    ///   - page: The bytes of a page.
    ///   - start: The byte offset of the header.
    ///   - columns: How many columns it must have; `nil` for any number.
    package init?(in page: [UInt8], at start: Int, columns: Int? = nil) {
        var position = start
        // LocationKit's tables have headers of less than 128 bytes.
        guard let size = RecordHeader.varint(page, &position), size < 128, Int(size) > columns ?? 1 else { return nil }
        let end = start + Int(size)
        guard end <= page.count else { return nil }
        var (types, body) = ([Int](), 0)
        types.reserveCapacity(columns ?? 8)
        while position < end {
            guard let type = RecordHeader.varint(page, &position), type < 1 << 24,
                let size = RecordHeader.size(ofType: Int(type))
            else { return nil }
            types.append(Int(type))
            body += size
        }
        guard position == end, types.count == columns ?? types.count else { return nil }
        self.types = types
        bodySize = body
        bytes = Array(page[start..<end])
    }

    /// Returns the size of a value in bytes; `nil` for the types that SQLite reserves.
    private static func size(ofType type: Int) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: type
        case 5: 6
        case 6, 7: 8
        case 12...: (type - 12) / 2
        default: nil
        }
    }

    /// Reads a variable-length integer of one to nine bytes and advances past it; `nil` at the end of the page.
    package static func varint(_ bytes: [UInt8], _ position: inout Int) -> UInt64? {
        var value: UInt64 = 0
        for count in 1...9 {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            if count == 9 { return value << 8 | UInt64(byte) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// Returns whether the sizes of a row's values add up to the size of its record, which SQLite itself does not
    /// check.
    ///
    /// - Parameters:
    ///   - page: The bytes of a page.
    ///   - start: The byte offset of the header.
    ///   - size: The size of the record, stored before it.
    /// - Returns: `false` if the bytes are not the header of a record of this size.
    package static func fits(_ page: [UInt8], at start: Int, size: Int) -> Bool {
        var position = start
        guard let header = varint(page, &position), header <= UInt64(size) else { return false }
        let end = start + Int(header)
        var total = Int(header)
        while position < end {
            // LocationKit's headers never continue on another page; headers that do are accepted.
            guard end <= page.count, let type = varint(page, &position), type < 1 << 40 else { return end > page.count }
            guard let size = Self.size(ofType: Int(type)) else { return false }
            total += size
        }
        return position == end && total == size
    }

    /// Returns the values after a header; `nil` for values that extend beyond the page.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - start: The byte offset of the first value.
    /// - Returns: A value for each column.
    package func values(in page: [UInt8], at start: Int) -> [RecordValue?] {
        var position = start
        return types.map { type in
            let size = Self.size(ofType: type) ?? 0
            defer { position += size }
            guard position + size <= page.count else { return nil }
            return RecordValue(type, page[position..<position + size])
        }
    }
}

/// A value of a row.
package enum RecordValue: Hashable, Sendable {
    /// NULL.
    case null
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// A text, which need not be valid UTF-8.
    case text([UInt8])
    /// Bytes.
    case blob

    fileprivate init(_ type: Int, _ bytes: ArraySlice<UInt8>) {
        switch type {
        case 0: self = .null
        case 8: self = .integer(0)
        case 9: self = .integer(1)
        case 1...6:
            let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
            self = .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
        case 7: self = .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        default: self = type % 2 == 1 ? .text(Array(bytes)) : .blob
        }
    }
}

/// The rows of a leaf page of a table, with their byte offsets.
package struct DatabaseLeaf {
    /// A row in a page.
    package struct Cell {
        /// Its index in the page, from 0.
        package let slot: Int
        /// The key, as stored.
        package let key: Int64
        /// The byte offset of the cell, which begins with its size and key.
        package let start: Int
        /// The byte offset of the record's header.
        package let record: Int
        /// The size of the record in bytes.
        package let size: Int
    }

    /// The byte offset of each row according to the page's index, by slot.
    package let starts: [Int]
    /// The byte offset after the index; rows may begin here.
    package let bodyStart: Int

    /// Parses the header of a page; returns `nil` if it is not a leaf page of a table.
    package init?(_ page: [UInt8], number: Int) {
        // The first page begins with the header of the file.
        let base = number == 1 ? 100 : 0
        guard page.count >= base + 8, page[base] == 0x0D else { return nil }
        let count = min(Int(page[base + 3]) << 8 | Int(page[base + 4]), (page.count - base - 8) / 2)
        starts = (0..<count).map { slot in
            let offset = base + 8 + 2 * slot
            return Int(page[offset]) << 8 | Int(page[offset + 1])
        }
        bodyStart = base + 8 + 2 * count
    }

    /// Parses the beginning of a row.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - slot: The row's index.
    /// - Returns: `nil` when no row begins there.
    package func cell(_ page: [UInt8], _ slot: Int) -> Cell? { Self.cell(page, at: starts[slot], slot: slot) }

    private static func cell(_ page: [UInt8], at start: Int, slot: Int) -> Cell? {
        var position = start
        guard start >= 8, let size = RecordHeader.varint(page, &position), size > 1, size < 1 << 24,
            let key = RecordHeader.varint(page, &position), position < page.count
        else { return nil }
        return Cell(slot: slot, key: Int64(bitPattern: key), start: start, record: position, size: Int(size))
    }

    /// Returns the complete record of a row, including overflow pages.
    ///
    /// - Parameters:
    ///   - cell: The row.
    ///   - page: Its page.
    ///   - pages: All pages.
    /// - Returns: The record; `nil` if part of it is missing.
    package static func record(_ cell: Cell, _ page: [UInt8], _ pages: DatabasePages) -> [UInt8]? {
        let usable = pages.pageSize
        guard cell.size > usable - 35 else {
            return cell.record + cell.size <= page.count ? Array(page[cell.record..<cell.record + cell.size]) : nil
        }
        // Section 1.6: the part of a long record that stays in its page.
        let minimumLocal = (usable - 12) * 32 / 255 - 23
        let fitting = minimumLocal + (cell.size - minimumLocal) % (usable - 4)
        let local = fitting <= usable - 35 ? fitting : minimumLocal
        guard cell.record + local + 4 <= page.count else { return nil }
        var record = Array(page[cell.record..<cell.record + local])
        var next = word(page, cell.record + local)
        while record.count < cell.size {
            let more = pages.bytes(ofPage: next)
            guard more.count == usable else { return nil }
            next = word(more, 0)
            record += more[4...].prefix(cell.size - record.count)
        }
        return record
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the row whose record begins at a byte offset, found by the size and key before it.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - record: The byte offset of the record's header.
    ///   - size: The size of the record in bytes.
    /// - Returns: The row; `nil` if no matching size and key precede the record.
    package static func cell(_ page: [UInt8], recordAt record: Int, size: Int) -> Cell? {
        for length in 2...12 where record - length >= 8 {
            guard let cell = cell(page, at: record - length, slot: -1), cell.record == record, cell.size == size else {
                continue
            }
            return cell
        }
        return nil
    }
}
