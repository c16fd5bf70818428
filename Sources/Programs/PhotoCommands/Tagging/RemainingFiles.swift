import FoundationEssentials
import LKCommandLine
import LKPhotoInput
import LKPhotos
import LKTagging

/// The files in sorted folders that belong to no photo by their names, and so stay where they are.
struct RemainingFiles {
    /// The paths, as the folders were given.
    private let paths: [String]
    private let copies: Bool

    /// Creates the list of remaining files, before anything is moved.
    ///
    /// - Parameters:
    ///   - assets: The photos of the folders.
    ///   - plan: The plan for them.
    ///   - problems: The files that are reported already.
    ///   - options: The folders; files beside single photos are not looked for.
    init(_ assets: [PhotoAsset], _ plan: SortPlan, _ problems: [PhotosError], _ options: SortOptions) {
        let reported = Set(assets.flatMap { [$0.path] + $0.companionPaths } + problems.map(\.path))
        let planned = Set(plan.photos.flatMap { $0.files.map(\.path) })
        var seen: Set<String> = []
        copies = options.copies
        paths = options.photos.folderPaths.flatMap { folder in
            let real = FoldersElsewhere.resolved(folder.path) ?? folder.path
            return OtherFiles.paths(in: URL(filePath: real)).filter { name in
                let path = Self.path(name, in: real)
                return !planned.contains(path) && !reported.contains(Self.path(name, in: folder.path))
                    && seen.insert(path).inserted
            }.map { Self.path($0, in: folder.given) }
        }
    }

    private static func path(_ name: String, in folder: String) -> String {
        folder == "/" ? "/" + name : "\(folder)/\(name)"
    }

    /// Prints their number, and the names of the first.
    func tell(_ command: String) {
        guard !paths.isEmpty else { return }
        let isOne = paths.count == 1
        let verb: String
        if copies {
            verb = isOne ? "is not copied" : "are not copied"
        } else {
            verb = isOne ? "stays where it is" : "stay where they are"
        }
        let reason = isOne ? "its name is not that of a photo" : "their names are not those of a photo"
        Messages.note(
            "\(isOne ? "1 other file" : "\(paths.count) other files") \(verb), because \(reason): "
                + Suggestion.first(of: paths),
            command: command)
    }
}
