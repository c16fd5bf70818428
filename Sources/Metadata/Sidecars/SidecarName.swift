/// What the sidecars of a photo may be called.
package enum SidecarName {
    /// The names beside a photo, those that win first: `IMG.JPG.xmp` (darktable, digiKam), then `IMG.xmp` (Adobe, Capture One),
    /// which photos that differ in their extension share.
    ///
    /// - Parameter name: The photo's name or path, as bytes: names of files need not be UTF-8.
    /// - Returns: Names, or paths where a path was given.
    package static func candidates(of name: [UInt8]) -> [[UInt8]] {
        let stem = stem(of: name)
        let bases = stem.count == name.count ? [name] : [name, stem]
        return bases.flatMap { base in [base + Array(".xmp".utf8), base + Array(".XMP".utf8)] }
    }

    /// The name of the photo a sidecar lies beside, of which one of the two forms is given away by the sidecar's name.
    ///
    /// - Parameter name: A name that ends with `.xmp`.
    /// - Returns: `IMG.JPG` or `IMG`; `nil` for another name.
    package static func base(of name: [UInt8]) -> [UInt8]? {
        guard name.count > 4, lowercased(name.suffix(4)) == Array(".xmp".utf8) else { return nil }
        return name.dropLast(4).last == UInt8(ascii: "/") ? nil : Array(name.dropLast(4))
    }

    /// The name without its extension; a name that begins with its only point has none.
    package static func stem(of name: [UInt8]) -> [UInt8] {
        let start = name.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        guard let point = name[start...].lastIndex(of: UInt8(ascii: ".")), point > start else { return name }
        return Array(name[..<point])
    }

    /// The extension in small letters, without the point.
    static func fileExtension(of name: [UInt8]) -> [UInt8] { lowercased(name.dropFirst(stem(of: name).count + 1)) }

    /// Whether a photo has an extension, in large or small letters.
    static func isExtension(_ text: String, of photo: [UInt8]) -> Bool {
        lowercased(text.utf8.drop { $0 == UInt8(ascii: ".") }) == fileExtension(of: photo)
    }

    static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
