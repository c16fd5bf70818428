internal import LKFormats

/// Numbers and texts in few bytes, for the script of a page; `Reader` in page.js reads them.
///
/// Numbers are varints of seven bits a byte, the lowest first; signed ones are zigzag-coded, so that small ones of either
/// sign are short. Columns hold the differences between neighbours. gzip does the rest.
package struct PackedBytes: Sendable, Equatable {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts with no bytes.
    package init() {}

    /// Appends a number that is not negative.
    package mutating func append(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

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

/// Base64 (RFC 4648), which is all that a page can hold of bytes.
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns bytes as text, padded by `=`.
    package static func text(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
            func write(_ value: UInt32, digits written: Int) {
                for place in 0..<4 {
                    let digit = Int(value >> UInt32(18 - 6 * place) & 63)
                    text[count + place] = place < written ? digits[digit] : UInt8(ascii: "=")
                }
                count += 4
            }
            var index = 0
            while index + 2 < bytes.count {
                let high = UInt32(bytes[index]) << 16
                write(high | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]), digits: 4)
                index += 3
            }
            if index + 1 < bytes.count {
                write(UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8, digits: 3)
            } else if index < bytes.count {
                write(UInt32(bytes[index]) << 16, digits: 2)
            }
        }
    }
}
