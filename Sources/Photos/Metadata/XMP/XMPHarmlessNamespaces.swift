/// The namespaces of XMP whose properties are known: a removal keeps them, except positions and place names.
///
/// Properties in all other namespaces may hold a position in any form, and are removed with it.
///
/// Source: the table of namespaces of exiftool; namespaces that hold nothing but positions, such as Geotate, are
/// missing here.
enum XMPHarmlessNamespaces {
    /// The beginnings of families, each of one owner.
    private static let families = [
        "http://ns.adobe.com/xap/", "http://ns.adobe.com/xmp/", "http://ns.adobe.com/tiff/",
        "http://ns.adobe.com/exif/",
        "http://ns.adobe.com/photoshop/", "http://ns.adobe.com/camera-raw", "http://ns.adobe.com/lightroom/",
        "http://ns.adobe.com/lightroom-settings", "http://ns.adobe.com/pdf", "http://ns.adobe.com/iX/",
        "http://ns.adobe.com/hdr-", "http://ns.adobe.com/illustrator/", "http://ns.adobe.com/creatorAtom/",
        "http://ns.adobe.com/album/", "http://ns.adobe.com/swf/", "http://ns.adobe.com/crlcp/",
        "http://ns.adobe.com/bwf/", "http://ns.adobe.com/ixml/", "http://www.w3.org/1999/",
        "http://www.w3.org/XML/1998/",
        "http://www.w3.org/2000/svg", "http://www.w3.org/2003/01/geo/wgs84_pos#", "http://purl.org/dc/",
        "http://cipa.jp/exif/",
        "http://iptc.org/std/", "http://ns.useplus.org/", "http://prismstandard.org/", "http://ns.acdsee.com/",
        "http://www.digikam.org/", "http://www.metadataworkinggroup.com/schemas/", "http://ns.microsoft.com/photo/",
        "http://ns.microsoft.com/expressionmedia/", "http://ns.iview-multimedia.com/", "http://ns.google.com/photos/",
        "http://ns.google.com/videos/1.0/spherical/", "http://ns.apple.com/", "http://ns.camerabits.com/photomechanic/",
        "http://darktable.sf.net/", "http://www.gimp.org/", "http://creativecommons.org/ns#",
        "http://web.resource.org/cc/",
        "http://ns.exiftool.org/", "http://ns.exiftool.ca/", "http://www.audiobahn.com/ns", "http://ns.extensis.com/",
        "http://ns.idimager.com/", "http://ns.fastpictureviewer.com/", "http://ns.nikon.com/", "http://ns.leiainc.com/",
        "http://xmp.gettyimages.com/", "http://www.dji.com/drone-dji/", "http://developer.sonyericsson.com/cell/",
        "http://rs.tdwg.org/dwc/", "http://ns.phaseone.com/", "http://ns.panasonic.com/", "http://ns.samsung.com/",
        "http://ns.xiaomi.com/", "http://ns.vivo.com/", "http://ns.huawei.com/", "http://ns.oneplus.com/",
        "http://ns.realme.com/", "http://ns.motorola.com/", "http://ns.sonymobile.com/", "http://ns.oppo.com/",
        "http://ns.oplus.com/", "http://ns.honor.com/",
        "https://github.com/k3b/APhotoManager/wiki", "http://ns.adobe.com/raw/", "http://n-t.org/",
    ].map { Array($0.utf8) }

    /// Whole names.
    private static let names: Set<String> = ["adobe:ns:meta/", "http://ns.microsoft.com/photo/1.0"]

    /// Returns whether the properties of a namespace are known.
    ///
    /// - Parameter uri: The namespace's name.
    /// - Returns: `false` also for a misspelt one.
    static func contains(_ uri: some Collection<UInt8>) -> Bool {
        families.contains { uri.starts(with: $0) } || names.contains(String(decoding: uri, as: UTF8.self))
    }

    /// Returns whether a packet declares a namespace that is not known.
    ///
    /// - Parameter packet: XMP with one byte per letter, or a part of it, whose last declaration may be cut off.
    /// - Returns: Whether there is one, even if it has no properties.
    static func lacksSome(of packet: UnsafeRawBufferPointer) -> Bool {
        var position = 0
        while let found = ByteSearch.first(declaration, in: packet, from: position) {
            position = found + declaration.count
            guard let start = packet[position...].prefix(maximumName).firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
                let end = packet[(start + 1)...].prefix(maximumName).firstIndex(of: packet[start])
            else { break }
            if !contains(packet[(start + 1)..<end]) { return true }
            position = end
        }
        return false
    }

    private static let declaration = Array("xmlns:".utf8)
    /// The longest prefix or name of a namespace looked at, in bytes.
    private static let maximumName = 512
}
