/// The records of a leaf.
extension BorderOverlay {
    mutating func leaf(_ square: Square, _ lines: [Line]) -> UInt32 {
        let all = lines.compactMap { line in
            LeafLine(
                line.edge, x: square.x, y: square.y, side: square.side, above: line.above,
                below: isBorder(line) ? line.below : BorderFormat.none)
        }
        let hasBorder = all.contains { $0.below != BorderFormat.none }
        // An upright line is of use for the distance to a border alone.
        var records = all.filter { !$0.isUpright || $0.below != BorderFormat.none }
            .flatMap { line in line.without(all.filter { !$0.isUpright }) }.map(\.record)
        records.sort { $0.lexicographicallyPrecedes($1) }
        let header = UInt32(edges.bytes.count / GazetteerSection.borderEdges.recordSize)
        edges.append(UInt16(records.count))
        edges.append(UInt16(0))
        edges.append(UInt64(0))
        for number in records.joined() { edges.append(number) }
        let flag = hasBorder ? BorderFormat.hasBorder : 0
        return header << BorderFormat.numberShift | flag | BorderFormat.CellKind.leaf.rawValue
    }

    private func isBorder(_ line: Line) -> Bool {
        guard let above = regions[Int(line.above)].country, let below = regions[Int(line.below)].country else {
            return false
        }
        return above != below
    }
}
