import Metadata

extension FilePatch {
    /// The patch that a change in place is.
    ///
    /// - Parameter change: The change, which has its new bytes.
    /// - Returns: What makes the new file of the old one.
    static func forward(of change: JournalChange) -> FilePatch {
        let splices = zip(change.inverse.splices, change.newBytes).map { splice, new in
            Splice(range: splice.range.lowerBound..<splice.range.lowerBound + splice.bytes.count, bytes: new)
        }
        let oldCount = Int(change.stamp.size)
        return FilePatch(oldCount: oldCount, splices: splices) ?? FilePatch(oldCount: oldCount)
    }
}
