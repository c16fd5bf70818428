extension SeededGenerator {
    /// Calls a function with a file in which one bit of each part is flipped, part by part.
    ///
    /// - Parameters:
    ///   - parts: The parts; empty ones are passed over.
    ///   - bytes: The file.
    ///   - body: Takes the damaged file.
    public mutating func flipBits(
        of parts: [Range<Int>], in bytes: [UInt8], _ body: ([UInt8]) throws -> Void
    ) rethrows {
        var wrong = bytes
        for part in parts {
            guard let offset = part.randomElement(using: &self) else { continue }
            wrong[offset] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            try body(wrong)
            wrong[offset] = bytes[offset]
        }
    }

    /// Damages a file as disks, cards and people with bad intentions do.
    ///
    /// Half of the faults are in its first 2,000 bytes, where the headers are.
    ///
    /// - Parameters:
    ///   - bytes: The file; stays as long as it is or becomes shorter, and keeps a byte at least.
    ///   - faults: The most faults.
    public mutating func damage(_ bytes: inout [UInt8], faults: Int = 8) {
        for _ in 0..<Int.random(in: 1...faults, using: &self) {
            let limit = Bool.random(using: &self) ? min(2000, bytes.count) : bytes.count
            let place = Int.random(in: 0..<limit, using: &self)
            switch Int.random(in: 0..<12, using: &self) {
            case 0...3: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 4...5: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 6...8:
                // Counts, sizes and places at their ends, in both orders.
                let extremes: [UInt32] = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF8, 0x0100_0000]
                let value = extremes.randomElement(using: &self) ?? 0
                for (index, shift) in stride(from: 0, to: 32, by: 8).enumerated() where place + index < bytes.count {
                    bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(shift))
                }
            case 9:
                let from = Int.random(in: 0..<bytes.count, using: &self)
                let count = min(Int.random(in: 1...64, using: &self), bytes.count - max(from, place))
                bytes.replaceSubrange(place..<place + count, with: Array(bytes[from..<from + count]))
            case 10:
                bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...16, using: &self)))
                if bytes.isEmpty { bytes = [0] }
            default: if bytes.count > 64 { bytes.removeLast(Int.random(in: 0...bytes.count / 4, using: &self)) }
            }
        }
    }
}
