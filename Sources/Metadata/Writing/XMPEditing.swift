/// Changes a packet of XMP.
package enum XMPEditing {
    /// The packet as an edit makes it.
    ///
    /// - Parameters:
    ///   - packet: The packet as it is; `nil` where there is none.
    ///   - edit: What changes.
    ///   - hasEXIF: Whether the position is in EXIF beside it: then XMP gets it only where it has one already.
    ///   - sidecarFor: The extension of the photo that a sidecar is for, or `nil` inside of a photo.
    /// - Returns: The new packet, or `nil` when nothing of it changes.
    /// - Throws: ``EditRefusal`` where it cannot be done without losing something.
    package static func edited(
        _ packet: [UInt8]?, by edit: MetadataEdit, hasEXIF: Bool, sidecarFor: String? = nil
    ) throws(EditRefusal) -> [UInt8]? {
        throw EditRefusal("XMP is not written yet")
    }
}
