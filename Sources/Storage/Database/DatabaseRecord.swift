/// The types of the columns of a row, as they stand in front of its values.
///
/// Source: sqlite.org/fileformat2.html, section 2.1.
package struct RecordHeader: Hashable, Sendable {
    /// The header as it is in the file.
    package let bytes: [UInt8]
    /// The serial type of each column.
    package let types: [Int]
    /// The bytes of all values together.
    package let bodySize: Int

    /// The bytes of header and values.
    package var recordSize: Int { bytes.count + bodySize }

    /// Reads a header; `nil` for what is not one of so many columns.
    ///
    /// - Parameters:
    ///   - page: The bytes of a page.
    ///   - start: Where the header begins.
    ///   - columns: How many columns it must have; `nil` for any number.
    package init?(in page: [UInt8], at start: Int, columns: Int? = nil) {
        var position = start
        // No table of ours has a header of 128 bytes or more.
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

    /// The bytes of a value; `nil` for the types that SQLite keeps for itself.
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

    /// Reads a number of one to nine bytes and moves on behind it; `nil` at the end of the page.
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

    /// Whether the types of a row's values take the bytes that the row says it has; SQLite itself does not look.
    ///
    /// - Parameters:
    ///   - page: The bytes of a page.
    ///   - start: Where the header begins.
    ///   - size: The size of the record that stands in front of it.
    /// - Returns: False for what is not a header of a record of this size.
    package static func fits(_ page: [UInt8], at start: Int, size: Int) -> Bool {
        var position = start
        guard let header = varint(page, &position), header <= UInt64(size) else { return false }
        let end = start + Int(header)
        var total = Int(header)
        while position < end {
            // A header that continues on another page is not one of ours; it is not judged.
            guard end <= page.count, let type = varint(page, &position), type < 1 << 40 else { return end > page.count }
            guard let size = Self.size(ofType: Int(type)) else { return false }
            total += size
        }
        return position == end && total == size
    }

    /// The values that stand behind a header; `nil` for those for which the page has not enough bytes.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - start: Where the first value begins.
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
    /// Nothing is known.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number.
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

/// The rows of a page of a table, with their places.
package struct DatabaseLeaf {
    /// A row in a page.
    package struct Cell {
        /// Which of the page's rows it is, counted from 0.
        package let slot: Int
        /// The key, as it stands there.
        package let key: Int64
        /// Where the cell begins, and where its record does.
        package let start: Int
        /// Where the header of its record begins.
        package let record: Int
        /// The bytes of the record.
        package let size: Int
    }

    /// Where each row is said to begin, by its slot.
    package let starts: [Int]
    /// Where the list of ``starts`` ends, and rows can begin.
    package let bodyStart: Int

    /// Reads the beginning of a page; `nil` when it is not one with rows of a table.
    package init?(_ page: [UInt8], number: Int) {
        // The file's own header stands in front of the first page's.
        let base = number == 1 ? 100 : 0
        guard page.count >= base + 8, page[base] == 0x0D else { return nil }
        let count = min(Int(page[base + 3]) << 8 | Int(page[base + 4]), (page.count - base - 8) / 2)
        starts = (0..<count).map { slot in
            let place = base + 8 + 2 * slot
            return Int(page[place]) << 8 | Int(page[place + 1])
        }
        bodyStart = base + 8 + 2 * count
    }

    /// Reads the beginning of a row.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - slot: Which row.
    /// - Returns: `nil` when no row begins there.
    package func cell(_ page: [UInt8], _ slot: Int) -> Cell? { Self.cell(page, at: starts[slot], slot: slot) }

    private static func cell(_ page: [UInt8], at start: Int, slot: Int) -> Cell? {
        var position = start
        guard start >= 8, let size = RecordHeader.varint(page, &position), size > 1, size < 1 << 24,
            let key = RecordHeader.varint(page, &position), position < page.count
        else { return nil }
        return Cell(slot: slot, key: Int64(bitPattern: key), start: start, record: position, size: Int(size))
    }

    /// The whole record of a row, with the parts that are in other pages.
    ///
    /// - Parameters:
    ///   - cell: The row.
    ///   - page: Its page.
    ///   - pages: All pages.
    /// - Returns: `nil` when something of it is missing.
    package static func record(_ cell: Cell, _ page: [UInt8], _ pages: DatabasePages) -> [UInt8]? {
        let usable = pages.pageSize
        guard cell.size > usable - 35 else {
            return cell.record + cell.size <= page.count ? Array(page[cell.record..<cell.record + cell.size]) : nil
        }
        // Section 1.6: how much of a long record stays in its page.
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (cell.size - least) % (usable - 4)
        let local = fitting <= usable - 35 ? fitting : least
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

    /// The row whose record begins at a place: its size and key stand in front of it.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - record: Where the header of the record begins.
    ///   - size: The bytes of the record.
    /// - Returns: `nil` when nothing in front of it says so.
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
