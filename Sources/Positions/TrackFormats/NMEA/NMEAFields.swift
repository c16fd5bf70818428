/// The comma-separated fields of one sentence, in storage that is reused for the next.
///
/// Counts as gpsd 3.22 does: a field must end with a comma or the checksum's `*`, so the last field of a sentence
/// without a checksum is ignored.
struct NMEAFields {
    private var bytes: [UInt8] = []
    private var bounds: [(start: Int, end: Int)] = []

    /// The number of fields, including the tag.
    var count: Int { bounds.count }

    /// Splits the text after the leading `$`; keeps at most 100 fields.
    mutating func load(_ sentence: UnsafeRawBufferPointer) {
        bytes.removeAll(keepingCapacity: true)
        bounds.removeAll(keepingCapacity: true)
        var start = 0
        for byte in sentence.dropFirst() {
            let isStar = byte == UInt8(ascii: "*")
            // A byte beyond ASCII ends the sentence, as in gpsd.
            guard byte >= 0x20, byte < 0x80 else { break }
            if isStar || byte == UInt8(ascii: ",") {
                if bounds.count < 100 { bounds.append((start, bytes.count)) }
                start = bytes.count
            } else {
                bytes.append(byte)
            }
            if isStar { break }
        }
    }

    /// Returns the bytes of a field, empty if it does not exist.
    subscript(_ index: Int) -> ArraySlice<UInt8> {
        guard index < bounds.count else { return [] }
        return bytes[bounds[index].start..<bounds[index].end]
    }

    /// Returns whether a field is missing or empty.
    func isEmpty(_ index: Int) -> Bool {
        guard index < bounds.count else { return true }
        return bounds[index].start == bounds[index].end
    }

    /// Returns the first byte of a field, 0 when it is empty.
    func first(_ index: Int) -> UInt8 {
        guard index < bounds.count, bounds[index].start < bounds[index].end else { return 0 }
        return bytes[bounds[index].start]
    }

    /// Returns the first letter of a field as a capital, 0 when it is empty.
    func capital(_ index: Int) -> UInt8 { (0x61...0x7A).contains(first(index)) ? first(index) & 0xDF : first(index) }

    /// Returns whether a field has the form of an angle, `ddmm.mmmm`, but a value beyond the limit.
    func isWrongAngle(_ index: Int, maximum degrees: Int) -> Bool {
        let field = self[index]
        let (whole, next) = Self.int(field)
        guard next < field.endIndex, field[next] == UInt8(ascii: ".") else { return false }
        // Some receivers round 59.99999 up to 60.
        let hasRest = field[(next + 1)...].contains { (0x31...0x39).contains($0) }
        return field.first == UInt8(ascii: "-") || whole % 100 > 60 || whole % 100 == 60 && hasRest
            || whole > degrees * 100 || whole == degrees * 100 && hasRest
    }

    /// Returns whether a field equals a text.
    func equals(_ index: Int, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { self[index].elementsEqual($0) }
    }

    /// Parses the leading integer of a field like C's `atoi`; 0 when there is none.
    func int(_ index: Int) -> Int { Self.int(self[index]).value }

    /// Parses the decimal number at the start of a field; NaN when there is none.
    func double(_ index: Int) -> Double { Self.double(self[index]) }

    /// Parses degrees from `ddmm.mmmm` or `dddmm.mmmm`; NaN without a decimal point, as in gpsd.
    func angle(_ index: Int) -> Double {
        let field = self[index]
        let whole = Self.int(field)
        guard whole.next < field.endIndex, field[whole.next] == UInt8(ascii: "."), whole.value.magnitude < 1_000_000
        else { return .nan }
        let degrees = whole.value / 100
        let fraction = Self.double(field[whole.next...])
        return (Double(whole.value - degrees * 40) + (fraction.isNaN ? 0 : fraction)) / 60
    }

    /// Returns whether a number is negative, and the index of its first digit, after spaces and a sign.
    private static func sign(_ text: ArraySlice<UInt8>) -> (isNegative: Bool, next: Int) {
        var index = text.startIndex
        while index < text.endIndex, text[index] == 0x20 { index += 1 }
        guard index < text.endIndex, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") else {
            return (false, index)
        }
        return (text[index] == UInt8(ascii: "-"), index + 1)
    }

    private static func int(_ text: ArraySlice<UInt8>) -> (value: Int, next: Int) {
        let (negative, start) = sign(text)
        var index = start
        var value = 0
        while index < text.endIndex, case let digit = text[index] &- 0x30, digit < 10 {
            if value < 1_000_000_000_000 { value = value * 10 + Int(digit) }
            index += 1
        }
        return (negative ? -value : value, index)
    }

    static func double(_ text: ArraySlice<UInt8>) -> Double {
        let (negative, start) = sign(text)
        var index = start
        // Up to 18 digits fit; further decimals are below any receiver's resolution.
        var digits = 0
        var mantissa = 0
        var decimals = 0
        var sawPoint = false
        while index < text.endIndex {
            let digit = text[index] &- 0x30
            if digit < 10 {
                digits += 1
                if mantissa < 10_000_000_000_000_000 {
                    mantissa = mantissa * 10 + Int(digit)
                    if sawPoint { decimals += 1 }
                } else if !sawPoint {
                    return .nan
                }
            } else if text[index] == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else {
                break
            }
            index += 1
        }
        guard digits > 0 else { return .nan }
        let value = Double(mantissa) / powersOfTen[min(decimals, 18)]
        return negative ? -value : value
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]
}
