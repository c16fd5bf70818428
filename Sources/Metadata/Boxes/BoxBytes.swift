/// Builds boxes and the numbers in them, all with the highest byte first.
enum BoxBytes {
    /// A number in so many bytes, of which the lowest are taken.
    static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64((count - 1 - $0) * 8)) }
    }

    static func uint16(_ value: Int) -> [UInt8] { number(UInt64(truncatingIfNeeded: value), 2) }

    static func uint32(_ value: Int) -> [UInt8] { number(UInt64(truncatingIfNeeded: value), 4) }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A box with its header; what it holds is less than 4 GB.
    static func box(_ type: FourCharacterCode, _ content: [UInt8]) -> [UInt8] {
        uint32(content.count + 8) + number(UInt64(type.value), 4) + content
    }

    /// A box that says nothing, of so many bytes in all, eight or more.
    static func free(_ count: Int) -> [UInt8] { box("free", zeros(count - 8)) }
}
