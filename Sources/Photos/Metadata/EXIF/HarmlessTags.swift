/// The tags of EXIF and TIFF that are known: a removal keeps them, or edits what they say about a place.
///
/// All others may hold a position in any form. A removal overwrites their values with zeros, so that nothing moves. The GPS
/// directory and maker notes have rules of their own.
enum HarmlessTags {
    /// Returns whether a tag is known.
    static func contains(_ tag: UInt16) -> Bool { known.contains(tag) }

    private static let known: Set<UInt16> = {
        var tags: Set<UInt16> = []
        for range in ranges.split(whereSeparator: \.isWhitespace) {
            let ends = range.split(separator: "-").compactMap { UInt16($0, radix: 16) }
            if let first = ends.first, let last = ends.last, first <= last { tags.formUnion(first...last) }
        }
        return tags
    }()

    /// Hexadecimal tags and ranges of them, in order.
    ///
    /// Source: the table of exiftool for EXIF. Missing are tags that tie pixels to a map (GeoTIFF, Intergraph), whole files
    /// within the file (the original raw file, documents), and private data of unknown content (GDAL, DNG).
    private static let ranges = """
        0001-0002 000B 00FE-0103 0106-010A 010D-0112 0115-0125 0128-0129 012C-012D 0131-0132 013B-0148 014A
        014C-014E 0150-015B 015F 0190-0195 01B1-01B3 01B5 0200-0203 0205-0209 0211-0214 022F 02BC 1000-1002
        4746-4747 4749 7000 7010 7031-7032 7034-7037 74C7-74C8 800D 80A3-80A6 80B9-80BC 80E3-80E6 8214-821A 827D
        828D-828F 8298 829A 829D 82A5-82AC 8335-8336 835C-835F 83BB 84E0-84F0 8546 85B8 8602 8649 8769 8773
        877F-8780 8782 87AC 87AF-87B1 87BE 8822 8824-8825 8827-882B 8830-8835 885C-885E 8871 888A 9000 9003-9004
        9009 9010-9012 9101-9102 9201-9217 923B-923C 923F 9286 9290-9292 935C 9400-9405 9C9B-9C9F A000-A005
        A010-A011 A101 A20B-A217 A300-A302 A401-A40C A420 A430-A43C A460-A462 A481 A500 AFC0-AFC5 BC01-BC04
        BC80-BC83 BCC0-BCC5 C427-C42A C44F C4A5 C573 C580 C5E0 C612-C633 C635 C640 C65A-C65D C660 C68B C68D-C692
        C6BF C6C5 C6D2-C6D3 C6F3-C6FE C714-C71F C725-C726 C740-C741 C74E C761 C763-C764 C772 C789 C791-C793 C7A1
        C7A3-C7A8 C7AA C7B5 C7E9-C7EE CD2D-CD2E CD30-CD4B EA1C-EA1D FDE8-FDEA FE4D-FE4E FE51-FE58
        """
}
