/// Changes within boxes: ranges that are replaced, and with them the sizes of all boxes that they lie in.
struct BoxEdits {
    private var replacements: [FilePatch.Splice] = []
    private var growths: [Int: (box: Box, growth: Int)] = [:]

    /// Whether nothing changes.
    var isEmpty: Bool { replacements.isEmpty }

    /// Whether bytes change only within values: wherever the writing of them is interrupted, the boxes are whole.
    var keepsStructure: Bool { replacements.allSatisfy { $0.range.count == $0.bytes.count } }

    /// Replaces a range, which overlaps none that was replaced before.
    ///
    /// Of several insertions at one place the first stands first; so what lies deeper is to be inserted first.
    ///
    /// - Parameters:
    ///   - range: Bytes of the file; an empty range inserts.
    ///   - bytes: What stands there from now on.
    ///   - parents: All boxes that the range lies in.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8], in parents: [Box]) {
        replacements.append(FilePatch.Splice(range: range, bytes: bytes))
        for parent in parents { growths[parent.offset, default: (parent, 0)].growth += bytes.count - range.count }
    }

    /// By how many bytes a box becomes longer.
    func growth(of box: Box) -> Int { growths[box.offset]?.growth ?? 0 }

    /// The replaced ranges and the sizes, in the order of the file.
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

    /// The bytes of the header in which a box has its size, saying another; `nil` for one that goes to the end.
    static func size(of box: Box, count: Int) throws(EditRefusal) -> FilePatch.Splice? {
        switch box.sizeForm {
        case .short:
            guard count <= Int(UInt32.max) else { throw EditRefusal("its box '\(box.type)' would need 4 GB") }
            return FilePatch.Splice(range: box.offset..<box.offset + 4, bytes: BoxBytes.uint32(count))
        case .long:
            return FilePatch.Splice(
                range: box.offset + 8..<box.offset + 16, bytes: BoxBytes.number(UInt64(count), 8))
        case .toEnd: return nil
        }
    }
}

extension [FilePatch.Splice] {
    /// In the order of the file; at one place insertions come first, in the order in which they were made.
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
