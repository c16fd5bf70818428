/// The records of a leaf.
extension BorderOverlay {
    mutating func leaf(_ square: Square, _ lines: [Line]) -> UInt32 {
        func step(_ value: Double, _ origin: Double) -> UInt16 {
            UInt16(min(max(((value - origin) / square.side * BorderFormat.side).rounded(), 0), BorderFormat.side))
        }
        var records: [[UInt16]] = []
        var hasBorder = false
        for line in lines {
            let ends = (
                step(line.edge.x0, square.x), step(line.edge.y0, square.y), step(line.edge.x1, square.x),
                step(line.edge.y1, square.y)
            )
            // What has shrunk to a point divides nothing.
            if ends.0 == ends.2, ends.1 == ends.3 { continue }
            let isBorder = isBorder(line)
            hasBorder = hasBorder || isBorder
            if ends.0 == ends.2, !isBorder { continue }
            records.append([
                ends.0, ends.1, ends.2, ends.3, line.above, isBorder ? line.below : BorderFormat.none,
            ])
        }
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
