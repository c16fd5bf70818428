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

    /// How many bytes more, or fewer, than before stand before a place of the old file.
    ///
    /// - Parameter place: A place of the old file; what is inserted there counts.
    /// - Returns: The difference.
    package func growth(before place: Int) -> Int {
        splices.reduce(0) { $1.range.upperBound <= place ? $0 + $1.bytes.count - $1.range.count : $0 }
    }
}
