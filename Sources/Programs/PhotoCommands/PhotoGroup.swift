package import LKCommandLine

extension CommandDescription {
    /// `locate photos`: photos in folders.
    package static let photos = CommandDescription(
        path: ["photos"],
        summary: "list, map, geotag, tag, strip, sort and watch photos in folders",
        usage: ["COMMAND"],
        examples: [
            .init("list photos by month", "locate photos list Pictures --group month"),
            .init("show what geotagging would do", "locate photos geotag Pictures --track walk.gpx --dry-run"),
            .init("write place names", "locate photos tag Pictures --language en"),
            .init("undo the last run", "locate photos undo Pictures"),
        ]
    )

    /// The arguments of the photo commands.
    static let photoArguments = [
        ArgumentDescription(name: "FOLDER", help: "a folder of photos, including its subfolders", completion: .folders),
        ArgumentDescription(
            name: "FILE", help: "a photo or video; the files that belong to it are included", completion: .files),
    ]

    /// The help text about single files.
    static let photoFiles =
        "You can mix folders and single files; a word after -- is a path even if it begins with a dash. A single "
        + "file stands for its whole photo: a raw file beside a JPEG, the video of a live photo and sidecars are "
        + "included by the same rules as in a folder, if their names differ only in the extension. A file that is "
        + "missing or is not a photo is named on standard error, and the others are processed. A symbolic link is "
        + "followed only if it belongs to you, to root, or to the owner of what it leads to; others are named and left out."
}
