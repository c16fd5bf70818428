/// The numbers of the sections with borders, `Docs/Formats/Gazetteer.md`, shared by the writer and the reader.
enum BorderFormat {
    static let rows = 180
    static let columns = 360
    static let rootCells = rows * columns
    static let depthLimit = 8
    /// A cell's side in steps of an edge's coordinates.
    static let side = 65_535.0
    /// More edges than this are quartered; measured: see the benchmark `borders`.
    static let leafAim = 24

    static let none: UInt16 = 0xFFFF
    static let uncoded: UInt16 = 0xFFFE
    /// A region's flag: no shape of land lies there.
    static let water: UInt16 = 1

    enum CellKind: UInt32 { case region, leaf, quarters }
    static let kindMask: UInt32 = 3
    /// A cell's flag: a border between two countries runs through it.
    static let hasBorder: UInt32 = 4
    static let numberShift: UInt32 = 3
}
