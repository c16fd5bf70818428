import XML

// Points that need no XML parser.
extension GPXParser {
    /// Takes the plain points that come next, where the parser stands in a segment.
    ///
    /// - Parameter bytes: What the parser gets next.
    /// - Returns: How many bytes the parser does not need any more.
    func takePlainPoints(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard isInPlainSegment, let stream, stream.isBetweenTokens else { return 0 }
        var point = GPXPlainPoint()
        var position = 0
        let line = stream.line
        while let end = point.find(in: bytes, from: position) {
            startPoint(
                .trkpt, latitude: UnsafeBufferPointer(rebasing: bytes[point.latitude]),
                longitude: UnsafeBufferPointer(rebasing: bytes[point.longitude]), line: line + point.line)
            for leaf in point.leaves {
                plainLine = line + leaf.line
                set(leaf.name, UnsafeBufferPointer(rebasing: bytes[leaf.text]).span)
            }
            contexts.removeLast()
            finishPoint()
            position = end
        }
        plainLine = nil
        stream.skip(lines: point.linesToEnd)
        return position
    }
}
