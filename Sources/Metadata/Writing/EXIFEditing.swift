/// Changes a block of EXIF: a TIFF structure with its header.
package enum EXIFEditing {
    /// The block as an edit makes it.
    ///
    /// - Parameters:
    ///   - block: The block as it is, without `Exif\0\0`; `nil` where there is none.
    ///   - edit: What changes.
    /// - Returns: The new block, or `nil` when nothing of it changes.
    /// - Throws: ``EditRefusal`` where it cannot be done without losing something.
    package static func edited(_ block: [UInt8]?, by edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        throw EditRefusal("EXIF is not written yet")
    }
}
