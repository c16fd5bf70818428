import LKFormats

/// Numbers and texts in few bytes, for the script of a page; `Reader` in page.js reads them.
///
/// Numbers are varints of seven bits a byte, the lowest first; signed ones are zigzag-coded, so that small ones of either
/// sign are short. Columns hold the differences between neighbours. gzip does the rest.
package struct PackedBytes: Sendable, Equatable {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty buffer.
    package init() {}

    /// Appends a number that is not negative.
    package mutating func append(_ value: UInt64) { LEB128.append(value, to: &bytes) }

    /// Appends a count, which is not negative.
    package mutating func append(count: Int) { append(UInt64(max(0, count))) }

    /// Appends a signed number; JavaScript reads it exactly up to 2^52.
    package mutating func append(signed value: Int64) {
        append(UInt64(bitPattern: value << 1) ^ UInt64(bitPattern: value >> 63))
    }

    /// Appends a text as the number of its UTF-8 bytes, and those.
    package mutating func append(_ text: String) {
        append(count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends a column: the differences of neighbours, beginning from 0; the reader knows how many there are.
    package mutating func append(column values: some Sequence<Int64>) {
        var last: Int64 = 0
        for value in values {
            append(signed: value &- last)
            last = value
        }
    }

    /// Appends bytes that are packed already.
    package mutating func append(_ other: PackedBytes) { bytes.append(contentsOf: other.bytes) }

    /// Returns the bytes as a page contains them: compressed by gzip, in base64.
    package func text() throws(MapError) -> [UInt8] {
        guard let small = Gzip.deflated(bytes) else {
            throw MapError(
                .memory, "\(bytes.count) bytes of a map could not be compressed", advice: "show fewer at once")
        }
        return Base64.text(small)
    }
}
