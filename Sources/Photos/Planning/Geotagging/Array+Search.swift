extension Array {
    /// Counts the elements at the beginning that meet a condition, which none after them meets, by binary search.
    ///
    /// - Complexity: O(log *n*).
    func countBefore(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
