/// The numbers of the sections with borders, `Docs/Formats/Gazetteer.md`, shared by the writer and the reader.
enum BorderFormat {
    static let rows = 180
    static let columns = 360
    static let rootCells = rows * columns
    static let depthLimit = 8
    /// A cell's side in steps of an edge's coordinates.
    static let side = 65_535.0
    /// More edges than this are quartered; measured: 12, 20 and 32 are within 10 % in speed, and 20 is small.
    static let leafAim = 20

    static let none: UInt16 = 0xFFFF
    static let uncoded: UInt16 = 0xFFFE

    enum CellKind: UInt32 { case region, leaf, quarters }
    static let kindMask: UInt32 = 3
    /// A cell's flag: a border between two countries runs through it.
    static let hasBorder: UInt32 = 4
    static let numberShift: UInt32 = 3
}
