/// The check sum of zlib's streams (RFC 1950), by sums that the compiler can put into vectors.
struct Adler32 {
    /// The most bytes that may be added at once, so that nothing overflows.
    static let longest = 5000

    private var low: UInt32 = 1
    private var high: UInt32 = 0

    var value: UInt32 { high << 16 | low }

    /// - Parameters:
    ///   - bytes: What is added.
    ///   - count: At most ``longest`` bytes.
    mutating func add(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        // Each byte is in all the sums from its own on: as often as bytes are left.
        var (plain, weighted): (UInt32, UInt32) = (0, 0)
        let total = UInt32(count)
        for index in 0..<total {
            let byte = UInt32(bytes[Int(index)])
            plain &+= byte
            weighted &+= byte &* (total &- index)
        }
        high = (high &+ total &* low &+ weighted % 65_521) % 65_521
        low = (low &+ plain) % 65_521
    }
}
