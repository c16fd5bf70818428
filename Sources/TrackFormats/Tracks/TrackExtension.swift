/// An element of a GPX file that is kept as it was found, because ``TrackPoint`` and ``TrackMetadata`` have no place for it.
///
/// Other formats have no place for it either and drop it.
public struct TrackExtension: Hashable, Sendable {
    /// Where the element stands.
    public enum Place: Sendable {
        /// Beside the elements of GPX, being one itself: `link`, `type`, `vdop`.
        case element
        /// Within `<extensions>`.
        case extensions
    }

    /// The element with everything in it, as XML.
    public let xml: String

    /// The namespaces of the prefixes that ``xml`` uses and does not declare; the empty prefix is that of names without one,
    /// and absent where they belong to GPX 1.1.
    public let namespaces: [String: String]

    /// Where the element stands.
    public let place: Place

    /// Takes over what is known to be well-formed.
    init(xml: String, namespaces: [String: String], place: Place) {
        self.xml = xml
        self.namespaces = namespaces
        self.place = place
    }

    /// Makes an extension, or `nil` when the text is not one well-formed element that declares the prefixes it uses.
    ///
    /// - Parameters:
    ///   - xml: An element, for example `<a:mood xmlns:a="urn:example">good</a:mood>`.
    ///   - place: Where it stands; GPX knows few elements, so that nearly everything stands within `<extensions>`.
    public init?(xml: String, place: Place = .extensions) {
        guard let found = try? XMLFragmentReader.read(xml) else { return nil }
        self.init(xml: found.xml, namespaces: found.namespaces, place: place)
    }

    /// The element's name without prefix.
    var localName: Substring {
        let name = xml.dropFirst().prefix { !" \t\r\n/>".contains($0) }
        return name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name
    }
}
