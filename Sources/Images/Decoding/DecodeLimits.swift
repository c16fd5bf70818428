/// What decoding may take, so that a small file cannot take all of a machine.
public struct DecodeLimits: Sendable, Hashable {
    /// The largest file, in bytes; 512 MiB.
    ///
    /// Of a raw file it is its preview that counts; TIFF and videos are read in parts.
    public var fileSize = 512 << 20

    /// The most pixels of a picture as stored, however small it is wanted; 2^29, which is 23,170 x 23,170.
    public var pixels = 1 << 29

    /// The most memory that one picture may take while it is decoded, in bytes; 1 GiB.
    public var memory = 1 << 30

    /// How long the program that decodes a frame of a video may take, in seconds; 30.
    public var programTime = 30.0

    /// The usual limits.
    public init() {}
}
