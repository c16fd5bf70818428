/// A packet of XMP, as it lies in files and in sidecars.
package enum XMPPacket {
    /// The properties of a packet.
    ///
    /// - Parameter bytes: The packet, with or without its wrapper and padding.
    /// - Returns: The properties, or `nil` when the bytes are no XMP.
    package static func properties(of bytes: UnsafeRawBufferPointer) -> XMPProperties? { nil }
}
