/// Who asks a geocoding service, as the services' usage policies want to know.
///
/// A public service that is shared by everybody blocks programs that do not say who they are, and those of one name together.
/// So the name is the calling program's own, never the kit's.
public struct ClientIdentity: Hashable, Sendable {
    /// What is sent as `User-Agent`.
    public let userAgent: String

    /// A program and how to reach whoever is responsible for it.
    ///
    /// - Parameters:
    ///   - name: The program's name and version: `FieldLog/2.1`.
    ///   - contact: A web page or a mail address.
    public init(name: String, contact: String? = nil) {
        userAgent = contact.map { "\(name) (\($0))" } ?? name
    }
}
