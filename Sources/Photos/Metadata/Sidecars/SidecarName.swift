/// The possible names of a photo's sidecars.
package enum SidecarName {
    /// Returns the names next to a photo, by precedence: `IMG.JPG.xmp` (darktable, digiKam), then `IMG.xmp` (Adobe,
    /// Capture One), shared by photos that differ only in their extension.
    ///
    /// - Parameter name: The photo's name or path, as bytes, since file names may not be valid UTF-8.
    /// - Returns: Names, or paths if a path was given.
    package static func candidates(of name: [UInt8]) -> [[UInt8]] {
        let stem = stem(of: name)
        let bases = stem.count == name.count ? [name] : [name, stem]
        return bases.flatMap { base in [base + Array(".xmp".utf8), base + Array(".XMP".utf8)] }
    }

    /// Returns the name of a sidecar's photo, with or without extension, according to the sidecar's name.
    ///
    /// - Parameter name: A name that ends with `.xmp`.
    /// - Returns: `IMG.JPG` or `IMG`; `nil` for another name.
    package static func base(of name: [UInt8]) -> [UInt8]? {
        guard name.count > 4, lowercased(name.suffix(4)) == Array(".xmp".utf8) else { return nil }
        return name.dropLast(4).last == UInt8(ascii: "/") ? nil : Array(name.dropLast(4))
    }

    /// Returns the name without its extension; a name whose only point comes first has none.
    package static func stem(of name: [UInt8]) -> [UInt8] {
        let start = name.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        guard let point = name[start...].lastIndex(of: UInt8(ascii: ".")), point > start else { return name }
        return Array(name[..<point])
    }

    /// Returns the extension in lower case, without the point.
    static func fileExtension(of name: [UInt8]) -> [UInt8] { lowercased(name.dropFirst(stem(of: name).count + 1)) }

    /// Returns whether a photo has an extension, ignoring case.
    static func isExtension(_ text: String, of photo: [UInt8]) -> Bool {
        lowercased(text.utf8.drop { $0 == UInt8(ascii: ".") }) == fileExtension(of: photo)
    }

    static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}

/// Sidecars in a folder that belong to photos but are not read for them: those of darktable's duplicates
/// (`IMG_01.JPG.xmp` beside `IMG.JPG`), and those whose names differ from the photo's in case.
///
/// They are moved and stripped together with the photo.
package struct AdditionalSidecars: Sendable {
    /// Sidecars by their folded names: lower case, without duplicate numbers and `.xmp`.
    private var byBase: [[UInt8]: [[UInt8]]] = [:]
    /// The other files, with and without extension: a sidecar with one of these names belongs to that file alone.
    private var owners: Set<[UInt8]> = []

    /// Creates a list of the additional sidecars among the names of a folder.
    ///
    /// - Parameter names: The names of all files of the folder.
    package init(_ names: some Sequence<[UInt8]>) {
        for name in names {
            guard let base = SidecarName.base(of: name) else {
                owners.formUnion([name, SidecarName.stem(of: name)])
                continue
            }
            let plain = SidecarName.lowercased(base)
            byBase[plain, default: []].append(name)
            if let original = Self.original(of: plain) { byBase[original, default: []].append(name) }
        }
    }

    /// Returns the additional sidecars of a photo, in order.
    ///
    /// - Parameter photo: Its name in the folder.
    /// - Returns: The names, without those of sidecars that are read.
    package func names(of photo: [UInt8]) -> [[UInt8]] {
        if byBase.isEmpty { return [] }
        let (plain, stem) = (SidecarName.lowercased(photo), SidecarName.lowercased(SidecarName.stem(of: photo)))
        let found = (byBase[plain] ?? []) + (plain == stem ? [] : byBase[stem] ?? [])
        let read = SidecarName.candidates(of: photo)
        return found.filter { name in
            !read.contains(name) && SidecarName.base(of: name).map { !owners.contains($0) } == true
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns the number in the name of a duplicate's sidecar, between the photo's stem and its extension: `_01`.
    ///
    /// - Parameters:
    ///   - sidecar: The sidecar's name.
    ///   - stem: The photo's name without extension.
    /// - Returns: The number; `nil` if it is not the sidecar of a duplicate of this photo.
    package static func number(of sidecar: [UInt8], after stem: [UInt8]) -> [UInt8]? {
        guard let base = SidecarName.base(of: sidecar), let original = original(of: base),
            SidecarName.lowercased(SidecarName.stem(of: original)) == SidecarName.lowercased(stem)
        else { return nil }
        return Array(SidecarName.stem(of: base).dropFirst(stem.count))
    }

    /// Returns `img.jpg` for `img_01.jpg`; `nil` for a name without such a number.
    private static func original(of base: [UInt8]) -> [UInt8]? {
        let stem = SidecarName.stem(of: base)
        guard stem.count < base.count, let line = stem.lastIndex(of: UInt8(ascii: "_")), line > 0,
            (3...4).contains(stem.count - line), stem[(line + 1)...].allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Array(stem[..<line] + base[stem.count...])
    }
}
