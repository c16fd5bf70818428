/// 3GPP's place of a film (`loci`): a language, a name, a role, and then the numbers.
///
/// Source: 3GPP TS 26.244, 8.7.
enum PlaceBox {
    /// Where longitude, latitude and altitude stand, each with 16 bits behind the point.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - file: The file.
    /// - Returns: Twelve bytes; `nil` where the box ends before.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func numbers(of box: Box, _ file: FileBytes) throws(MetadataError) -> Range<Int>? {
        var cursor = FileCursor(file, box.content)
        cursor.skip(6)
        // The name: UTF-16 when it begins with its mark.
        var first = cursor
        if try first.uint16() == 0xFEFF {
            while try cursor.uint16() != 0, !cursor.isCut {}
        } else {
            while try cursor.uint8() != 0, !cursor.isCut {}
        }
        cursor.skip(1)
        let start = cursor.position
        cursor.skip(12)
        return cursor.isCut ? nil : start..<start + 12
    }
}
