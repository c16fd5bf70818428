import Glibc

/// A file that is renamed to a hidden name until it is certain that it may be removed.
///
/// What another program saves between the last look at a photo and its replacement comes out here, so nothing of this name is
/// removed unseen, not even by the next run after an interrupted one.
struct AsideFile {
    private static let prefix = "\(FolderJournal.temporaryPrefix)aside-"
    /// The longest name that file systems have.
    private static let longestName = 255

    let folder: PhotoFolder
    /// The file's name in its place.
    let original: String
    /// Its name meanwhile.
    let name: String

    /// - Parameters:
    ///   - photo: The file's name in its place.
    ///   - folder: Where it is.
    init(of photo: String, in folder: PhotoFolder) {
        var ending = Substring(photo)
        while Self.prefix.utf8.count + ending.utf8.count > Self.longestName { ending.removeFirst() }
        self.folder = folder
        original = photo
        name = Self.prefix + ending
    }

    private init(named name: String, in folder: PhotoFolder) {
        self.folder = folder
        original = String(name.dropFirst(Self.prefix.count))
        self.name = name
    }

    /// What interrupted runs have left in a folder.
    static func left(in folder: PhotoFolder) -> [AsideFile] {
        folder.names(beginning: prefix).sorted().map { AsideFile(named: $0, in: folder) }
    }

    /// The path of the hidden file, for messages.
    var path: String { folder.path(of: name) }

    /// What the system says of it; `nil` if there is none.
    ///
    /// - Throws: ``TaggingError/Code/unreadable``.
    func status() throws(TaggingError) -> stat? { try folder.status(of: name) }

    /// Renames a file to the hidden name, unless that is taken.
    ///
    /// - Parameter file: The file's present name.
    /// - Returns: 0, or why it could not: `errno`.
    func hide(_ file: String) -> Int32 { folder.rename(file, to: name) }

    /// Gives the file its name again or, where that is taken or cannot be given, one that everybody sees.
    ///
    /// - Returns: Its current name: its own, or another beside it, or still the hidden one.
    func giveBack() -> String {
        if folder.rename(name, to: original) == 0 { return original }
        let dot = original.dropFirst().lastIndex(of: ".") ?? original.endIndex
        for number in 1...99 {
            let visible = "\(original[..<dot]).kept-\(number)\(original[dot...])"
            switch folder.rename(name, to: visible) {
            case 0: return visible
            case EEXIST: continue
            default: return name
            }
        }
        return name
    }

    /// The error for a version of a photo that cannot have its name again.
    ///
    /// - Parameter name: Its current name.
    /// - Returns: The error, which names both.
    func kept(as name: String) -> TaggingError {
        TaggingError(
            code: .changed,
            message:
                "\(folder.path(of: original)) was changed by another program meanwhile, and one version of it "
                + "is now \(folder.path(of: name)); compare the two and remove the one you do not want",
            path: folder.path(of: original))
    }
}
