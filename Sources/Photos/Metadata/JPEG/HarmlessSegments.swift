/// The application segments of a JPEG that are known: a removal keeps them, or edits what they say about a place.
///
/// All others may hold a position in any form. A removal overwrites them with zeros, so that nothing in the file moves.
enum HarmlessSegments {
    /// The beginnings of segments, by marker.
    ///
    /// Source: the tables of exiftool for JPEG. Missing are segments with positions of their own: GoPro's telemetry in
    /// APP6, and manifests of provenance (C2PA) in APP11, which every edit invalidates.
    private static let names: [UInt8: [String]] = [
        0xE0: ["JFIF\0", "JFXX\0", "AVI1", "Ocad", "II", "MM"],
        0xE1: [
            "Exif\0", "EXIF\0", "http://ns.adobe.com/xap/1.0/\0", "http://ns.adobe.com/xmp/extension/\0", "FLIR\0",
            "QVCI\0", "PARROT",
        ],
        0xE2: ["ICC_PROFILE\0", "MPF\0", "FPXR\0", "urn:iso:std:iso:ts:21496:-1\0", "JPS"],
        0xE3: ["Meta\0", "META\0", "EXIF", "Stim\0", "_JPSJPS_"],
        0xE4: ["SCALADO", "FPXR\0"],
        0xE5: ["SamsungUniqueID", "ssuniqueid"],
        0xE6: ["EPPIM\0", "NITF\0", "HP_TDHD"],
        0xE7: ["Qualcomm", "PENTAX \0", "HUAWEI"],
        0xE8: ["SPIFF\0"],
        0xE9: ["Media Jukebox\0"],
        0xEA: ["UNICODE\0", "AROT\0"],
        0xEB: ["HDR_RI", "TEMP"],
        0xEC: ["Ducky", "PictureInfo", "[picture info]", "OLYMPUS OPTICAL"],
        0xED: ["Photoshop 3.0\0", "Adobe_CM\0", "Adobe_Photoshop2.5:"],
        0xEE: ["Adobe"],
        0xEF: ["Q "],
    ]

    /// Returns whether a segment is known, or is not one of an application.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - file: The file.
    /// - Returns: Whether its name is in the list.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func contain(_ segment: JPEGSegment, of file: FileBytes) throws(MetadataError) -> Bool {
        guard (0xE0...0xEF).contains(segment.marker) else { return true }
        guard let start = try file.bytes(at: segment.payload, count: min(segment.count, 40)) else { return true }
        return names[segment.marker]?.contains { start.starts(with: $0.utf8) } == true
    }

    /// Returns the replacements that overwrite the segments that are not known, unless that has been done before.
    ///
    /// - Parameters:
    ///   - parts: The segments before the image data.
    ///   - file: The file.
    /// - Returns: Each with the length of what it replaces.
    /// - Throws: ``MetadataError/Code/unreadable``.
    static func blankings(_ parts: JPEGParts, _ file: FileBytes) throws(MetadataError) -> [FilePatch.Splice] {
        var splices: [FilePatch.Splice] = []
        var all = JPEGSegments(of: file, at: 0, end: file.count)
        while let segment = try all.next(), segment.offset < parts.scan {
            guard segment.count > 0, try !contain(segment, of: file) else { continue }
            let range = segment.payload..<segment.payload + segment.count
            if try file.isBlank(range) { continue }
            splices.append(FilePatch.Splice(range: range, bytes: [UInt8](repeating: 0, count: range.count)))
        }
        return splices
    }
}
