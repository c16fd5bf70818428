/// How far the reading of a library is.
public struct PhotoProgress: Sendable, Hashable {
    /// How many files there are in the folders.
    public var found: Int

    /// How many of them have to be read, since the catalog does not know them.
    public var toRead: Int

    /// How many of these have been read.
    public var read: Int

    /// From 0 to 1.
    public var fraction: Double { toRead == 0 ? 1 : Double(read) / Double(toRead) }
}
