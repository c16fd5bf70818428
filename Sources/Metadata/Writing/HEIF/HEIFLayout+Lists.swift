extension HEIFLayout {
    /// How many boxes lie in one, none of which swallows what is put behind them.
    ///
    /// - Parameters:
    ///   - box: A list, which becomes longer.
    ///   - start: How many bytes of its content stand before the first.
    ///   - file: The file.
    /// - Returns: Their number.
    /// - Throws: ``EditRefusal`` where one has no size or is damaged, ``MetadataError``.
    static func count(within box: Box, from start: Int, of file: FileBytes) throws -> Int {
        let content = box.content
        var walk = BoxWalk(file, min(content.lowerBound + start, content.upperBound)..<content.upperBound)
        var count = 0
        while let child = try walk.next() {
            guard child.sizeForm != .toEnd else { throw EditRefusal("its box '\(child.type)' has no size") }
            count += 1
        }
        guard walk.damage == nil else { throw EditRefusal("its box '\(box.type)' is damaged") }
        return count
    }
}
