/// A directory (IFD) of a ``TIFFBlock``: a count, entries of equal size, and the offset of the next one.
struct TIFFDirectory {
    /// More entries than any program writes; a damaged count must not cost seconds.
    static let mostEntries = 1000

    /// Where it begins in the file: its count.
    let offset: Int
    /// Where its first entry begins in the file.
    let firstEntry: Int
    /// The bytes of an entry: 12, or 20 in BigTIFF.
    let entrySize: Int
    /// How many entries are within the block.
    let count: Int
    /// How many entries it says it has.
    let statedCount: Int
}
