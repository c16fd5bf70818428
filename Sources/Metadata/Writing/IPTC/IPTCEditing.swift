/// Changes IPTC within Photoshop's image resources.
package enum IPTCEditing {
    /// The resources as an edit makes them.
    ///
    /// - Parameters:
    ///   - resources: The resources as they are, all `8BIM` blocks of the file one after the other.
    ///   - edit: What changes; only files that have IPTC get some.
    /// - Returns: The new resources, or `nil` when nothing of them changes.
    /// - Throws: ``EditRefusal`` where it cannot be done without losing something.
    package static func edited(_ resources: [UInt8], by edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        throw EditRefusal("IPTC is not written yet")
    }
}
