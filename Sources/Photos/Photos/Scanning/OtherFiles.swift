package import FoundationEssentials

/// Files in folders of photos, whatever they are.
package enum OtherFiles {
    /// Files that systems leave in folders, in lower case.
    private static let systemNames: Set<String> = ["thumbs.db", "desktop.ini"]

    /// Returns the files in a folder and its subfolders that are neither hidden nor of the system.
    ///
    /// - Parameter folder: The folder; links to folders are not followed.
    /// - Returns: Paths relative to the folder, sorted.
    package static func paths(in folder: URL) -> [String] {
        var walker = FolderWalker(followsLinks: false)
        let root = RawPath(folder.absoluteURL)
        walker.walk([root])
        let start = root.length == 1 ? 1 : root.length + 1
        return walker.listings.flatMap { listing in
            (listing.files.map(\.name) + listing.backups)
                .filter { !systemNames.contains($0.text.lowercased()) }
                .map { String(decoding: listing.folder.appending($0).bytes.dropFirst(start), as: UTF8.self) }
        }.sorted()
    }
}
