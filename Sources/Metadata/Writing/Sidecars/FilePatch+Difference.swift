extension FilePatch {
    /// The patch between two states of a small file: all but what they have in common at their begin and end.
    ///
    /// - Parameters:
    ///   - old: The file as it is.
    ///   - new: The file as it is to be.
    package init(from old: [UInt8], to new: [UInt8]) {
        self.init(oldCount: old.count)
        let most = min(old.count, new.count)
        var start = 0
        while start < most, old[start] == new[start] { start += 1 }
        var end = 0
        while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        replace(start..<old.count - end, with: Array(new[start..<new.count - end]))
    }
}
