import Glibc

extension [UInt8] {
    /// Searches for some bytes, as quickly in a debug build as in any.
    ///
    /// - Parameters:
    ///   - wanted: What is sought; an empty text is nowhere.
    ///   - start: Where the search begins.
    /// - Returns: The index of the first of them; `nil` if they are absent.
    public func firstIndex(of wanted: [UInt8], from start: Int = 0) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let first = wanted.first else { return nil }
            var index = start
            while index + wanted.count <= bytes.count,
                let found = memchr(base + index, Int32(first), bytes.count - wanted.count + 1 - index)
            {
                index = UnsafeRawPointer(found) - base
                if memcmp(found, wanted, wanted.count) == 0 { return index }
                index += 1
            }
            return nil
        }
    }

    /// Whether some bytes are found.
    public func holds(_ wanted: [UInt8]) -> Bool { firstIndex(of: wanted) != nil }

    /// Returns how often a text occurs, without overlaps.
    public func occurrences(of text: String) -> Int {
        let wanted = Array(text.utf8)
        var (count, start) = (0, 0)
        while let found = firstIndex(of: wanted, from: start) {
            count += 1
            start = found + wanted.count
        }
        return count
    }
}
