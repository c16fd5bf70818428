/// A symbolic link that is not followed, because another user made it and leads to a third user's file.
package struct UntrustedLink: Hashable, Sendable {
    /// The link's path; bytes that are not valid UTF-8 are replaced.
    package let path: String
    /// The user who owns it.
    package let owner: UInt32
    /// Its text, as the link's owner wrote it; bytes that are not valid UTF-8 are replaced.
    package let target: String

    /// What it is, for messages: `share/dir is a symbolic link of another user (uid 2001) to /home/ann/Private`.
    package var description: String {
        "\(path) is a symbolic link of another user (\(UserName.of(owner))) to \(target)"
    }

    /// What to do about a path that was not opened, for messages.
    package static let advice = "name what it leads to itself"

    /// Returns why a path was not opened, for messages.
    ///
    /// - Parameter path: The path that leads through the link.
    /// - Returns: A sentence without its full stop.
    package func reason(opening path: String) -> String {
        path == self.path ? description : "\(path): \(description)"
    }

    /// Returns ``reason(opening:)`` with ``advice``.
    package func message(opening path: String) -> String { "\(reason(opening: path)); \(Self.advice)" }

    /// Returns the link with its path as seen from outside a folder from whose descriptor it was found.
    package func seen(from folder: String) -> UntrustedLink {
        if path.hasPrefix("/") { return self }
        return UntrustedLink(
            path: folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)", owner: owner, target: target)
    }
}
