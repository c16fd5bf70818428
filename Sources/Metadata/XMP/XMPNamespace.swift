/// The namespaces whose properties are written.
enum XMPNamespace: String, CaseIterable {
    case rdf
    case exif
    case photoshop
    case core = "Iptc4xmpCore"
    case ext = "Iptc4xmpExt"
    case dc
    case geo

    /// What it is called where it is declared.
    var uri: StaticString {
        switch self {
        case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        case .exif: "http://ns.adobe.com/exif/1.0/"
        case .photoshop: "http://ns.adobe.com/photoshop/1.0/"
        case .core: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        case .ext: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        case .dc: "http://purl.org/dc/elements/1.1/"
        case .geo: "http://www.w3.org/2003/01/geo/wgs84_pos#"
        }
    }

    /// The namespace that a declaration names, of those that are written.
    init?(uri: ArraySlice<UInt8>) {
        let found = Self.allCases.first { uri.elementsEqual($0.uri) }
        guard let found else { return nil }
        self = found
    }

    /// The namespace for which a prefix usually stands.
    init?(prefix: ArraySlice<UInt8>) {
        let found = Self.allCases.first { prefix.elementsEqual($0.rawValue.utf8) }
        guard let found else { return nil }
        self = found
    }
}

extension ArraySlice<UInt8> {
    /// Whether these are the bytes of a text.
    func elementsEqual(_ text: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension XMPName {
    /// A name taken apart, to be compared with many.
    struct Parts {
        var namespace: XMPNamespace?
        var local: [UInt8]
    }

    private static let allParts = Dictionary(
        uniqueKeysWithValues: allCases.map { name in
            let prefix = name.rawValue.utf8.prefix { $0 != UInt8(ascii: ":") }
            return (name, Parts(namespace: XMPNamespace(prefix: ArraySlice(prefix)), local: Array(name.local.utf8)))
        })

    /// The name's parts.
    var parts: Parts { Self.allParts[self] ?? Parts(namespace: nil, local: []) }

    /// The namespace, of those that are written.
    var namespace: XMPNamespace? { parts.namespace }

    /// The name without its prefix.
    var local: Substring {
        rawValue.firstIndex(of: ":").map { rawValue[rawValue.index(after: $0)...] } ?? rawValue[...]
    }
}
