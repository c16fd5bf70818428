/// Walks over the digits of a text that may be padded with blanks and zero bytes.
struct DigitScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
    }

    /// A number of so many digits, or `nil` when there are fewer; more are left for what follows.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        var value = 0
        var count = 0
        while count < digits.upperBound, position < bytes.count, (0x30...0x39).contains(bytes[position]) {
            value = value * 10 + Int(bytes[position] & 15)
            position += 1
            count += 1
        }
        return count >= digits.lowerBound ? value : nil
    }

    /// Steps over a byte, if it is of this kind.
    mutating func skip(_ isOfKind: (UInt8) -> Bool) -> Bool {
        guard position < bytes.count, isOfKind(bytes[position]) else { return false }
        position += 1
        return true
    }

    /// Whether nothing follows but padding.
    var isAtEnd: Bool {
        for byte in bytes[position...] {
            if byte == 0 { return true }
            if byte != 0x20 { return false }
        }
        return true
    }
}
