/// Changes within boxes: replaced ranges, and the sizes of all boxes around them.
struct BoxEdits {
    private var replacements: [FilePatch.Splice] = []
    private var growths: [Int: (box: Box, growth: Int)] = [:]

    /// Whether nothing changes.
    var isEmpty: Bool { replacements.isEmpty }

    /// Whether bytes change only within values, so that an interrupted write leaves the box structure intact.
    var keepsStructure: Bool { replacements.allSatisfy { $0.range.count == $0.bytes.count } }

    /// Replaces a range that does not overlap an earlier one.
    ///
    /// Insertions at one offset keep their order, so insert what is nested deeper first.
    ///
    /// - Parameters:
    ///   - range: Bytes of the file; an empty range inserts.
    ///   - bytes: Its replacement.
    ///   - parents: All boxes around the range.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8], in parents: [Box]) {
        replacements.append(FilePatch.Splice(range: range, bytes: bytes))
        for parent in parents { growths[parent.offset, default: (parent, 0)].growth += bytes.count - range.count }
    }

    /// Returns by how many bytes a box grows.
    func growth(of box: Box) -> Int { growths[box.offset]?.growth ?? 0 }

    /// Returns the replaced ranges and the sizes, in file order.
    ///
    /// - Throws: ``EditRefusal`` when a size does not fit.
    func splices() throws(EditRefusal) -> [FilePatch.Splice] {
        var all = replacements
        for (box, growth) in growths.values where growth != 0 {
            guard !box.isCut else { throw EditRefusal("its box '\(box.type)' is cut off") }
            if let size = try Self.size(of: box, count: box.range.count + growth) { all.append(size) }
        }
        return all.inFileOrder
    }

    /// Returns the size bytes of a box's header with another size; `nil` for a box that extends to the end.
    static func size(of box: Box, count: Int) throws(EditRefusal) -> FilePatch.Splice? {
        switch box.sizeForm {
        case .short:
            guard count <= Int(UInt32.max) else { throw EditRefusal("its box '\(box.type)' would exceed 4 GB") }
            return FilePatch.Splice(range: box.offset..<box.offset + 4, bytes: BoxBytes.uint32(count))
        case .long:
            return FilePatch.Splice(
                range: box.offset + 8..<box.offset + 16, bytes: BoxBytes.number(UInt64(count), 8))
        case .toEnd: return nil
        }
    }
}

extension [FilePatch.Splice] {
    /// The splices in file order; at one offset insertions come first, in the order in which they were made.
    var inFileOrder: [FilePatch.Splice] {
        let order = enumerated().sorted {
            let (left, right) = ($0.element.range, $1.element.range)
            if left.lowerBound != right.lowerBound { return left.lowerBound < right.lowerBound }
            if left.isEmpty != right.isEmpty { return left.isEmpty }
            return $0.offset < $1.offset
        }
        return order.map(\.element)
    }
}

/// Builds boxes and their big-endian numbers.
enum BoxBytes {
    /// Returns the lowest `count` bytes of a number.
    static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64((count - 1 - $0) * 8)) }
    }

    static func uint16(_ value: Int) -> [UInt8] { number(UInt64(truncatingIfNeeded: value), 2) }

    static func uint32(_ value: Int) -> [UInt8] { number(UInt64(truncatingIfNeeded: value), 4) }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Returns a box with its header; its content must be less than 4 GB.
    static func box(_ type: FourCharacterCode, _ content: [UInt8]) -> [UInt8] {
        uint32(content.count + 8) + number(UInt64(type.value), 4) + content
    }

    /// Returns a box of free space with a total of `count` bytes, at least eight.
    static func free(_ count: Int) -> [UInt8] { box("free", zeros(count - 8)) }
}
