/// What decoding may take, so that a small file cannot take all of a machine.
public struct DecodeLimits: Sendable, Hashable {
    /// The largest file, in bytes; 512 MiB.
    public var fileSize = 512 << 20

    /// The most pixels of a picture as stored, however small it is wanted; 2^29, which is 23,170 x 23,170.
    public var pixels = 1 << 29

    /// The most memory that one picture may take while it is decoded, in bytes; 1 GiB.
    public var memory = 1 << 30

    /// The usual limits.
    public init() {}
}
