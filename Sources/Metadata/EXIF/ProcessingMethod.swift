/// How a position was found, as `GPSProcessingMethod` says it.
enum ProcessingMethod {
    /// Not by the device that took the photo, but afterwards.
    ///
    /// EXIF has four words, and judges take no other: `GPS`, `CELLID`
    /// and `WLAN` are ways in which a device finds out where it is. The time beside the position is then no receiver's.
    static let derived = "MANUAL"
    /// By a receiver.
    static let receiver = "GPS"

    /// What stands in EXIF: eight bytes name the character set.
    ///
    /// - Parameter method: The word.
    /// - Returns: The bytes.
    static func bytes(of method: String) -> [UInt8] { Array("ASCII\0\0\0".utf8) + Array(method.utf8) }

    /// Whether the bytes of EXIF say ``derived``.
    static func isDerived(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.elementsEqual(self.bytes(of: derived))
    }
}
