extension FilePatch {
    /// What the patch makes of a file that is in memory.
    ///
    /// - Parameter bytes: The whole old file.
    /// - Returns: The new one.
    package func applied(to bytes: [UInt8]) -> [UInt8] {
        var new: [UInt8] = []
        new.reserveCapacity(newCount)
        var position = 0
        for splice in splices {
            new += bytes[position..<splice.range.lowerBound]
            new += splice.bytes
            position = splice.range.upperBound
        }
        return new + bytes[position...]
    }

    /// Whether bytes of the old file stand in the new one, at a place.
    ///
    /// - Parameters:
    ///   - range: Bytes of the old file.
    ///   - place: Where the first of them would be in the new file.
    /// - Returns: Whether no splice changes or divides them, and all before them move them there.
    package func isKept(_ range: Range<Int>, at place: Int) -> Bool {
        let isUntouched = splices.allSatisfy {
            $0.range.upperBound <= range.lowerBound || $0.range.lowerBound >= range.upperBound
        }
        return isUntouched && place == range.lowerBound + growth(before: range.lowerBound)
    }

    /// How many bytes more, or fewer, than before stand before a place of the old file.
    ///
    /// - Parameter place: A place of the old file; what is inserted there counts.
    /// - Returns: The difference.
    package func growth(before place: Int) -> Int {
        splices.reduce(0) { $1.range.upperBound <= place ? $0 + $1.bytes.count - $1.range.count : $0 }
    }
}
