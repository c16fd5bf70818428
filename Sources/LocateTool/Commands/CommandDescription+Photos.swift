import Photos

extension CommandDescription {
    /// `locate photos`: photos in folders.
    static let photos = CommandDescription(
        path: ["photos"],
        summary: "list, watch and show photos in folders, and write where they were taken",
        usage: ["COMMAND"],
        subcommands: [
            .photosList, .photosGeotag, .photosPlace, .photosTag, .photosStrip, .photosSort, .photosUndo,
            .photosWatch, .photosThumbnail,
        ]
    )

    /// What the commands for photos take.
    static let photoArguments = [
        ArgumentDescription(name: "FOLDER", help: "a folder of photos, with all in it", completion: .folders),
        ArgumentDescription(
            name: "FILE", help: "a photo or video, with the files that belong to it", completion: .files),
    ]

    /// How single files are taken.
    static let photoFiles =
        "Folders and single files can be mixed; a word after -- is a path even if it begins with a dash. A single file stands for "
        + "the photo that it belongs to: the raw file beside a JPEG, the video of a live photo and sidecars follow the same rules "
        + "as in a folder, as far as they have the same name without the extension. A file that is missing or is not a photo is "
        + "named on standard error, and the rest is done."

    /// `locate photos list`: what is there.
    static let photosList = CommandDescription(
        path: ["photos", "list"],
        summary: "list photos and videos, with when and where they were taken",
        usage: ["FOLDER|FILE... [options]"],
        discussion: [
            photoFiles,
            "Photos and videos are told by their content, not by their names; hidden files and folders are left out. A raw "
                + "picture beside its JPEG, and the video of a live photo, are listed with their main file. What was read is kept "
                + "in locationkit/photos.sqlite below $XDG_CACHE_HOME or ~/.cache, so that the next listing is faster; the "
                + "file may be deleted at any time.",
            "A photo is a line: the time of the clock where it was taken, with the offset to UTC where it is known, the size "
                + "upright, the place as the file names it or else the position, the camera, and the path. A photo that does "
                + "not say when it was taken has the time of its last change, marked (changed), or of its file, in UTC, "
                + "marked (file).",
            "With --filter a photo is listed that one of the words fits; of a filter given twice, both have to. Words: "
                + PhotoFilterWord.allCases.map(\.rawValue).joined(separator: ", ")
                + "; not- in front turns a word around, as in not-screenshot.",
            "With --place and --group place a photo that has a position, but does not say what the place is called, gets the names of the "
                + "built-in world; what the file says comes first, and the position adds what it leaves out. --place finds them in "
                + "the languages of --language, in English and in the place's own language; capitals and accents do not matter, and "
                + "the beginning of a word is enough; two letters are the code of a country. Parts between commas all have to fit: "
                + "\"Paris, France\".",
            "JSON is one object a line, with the keys that are listed below, each only when known.",
            "What cannot be read is named on standard error, and the rest is listed: exit status 1, or 66 when it was a "
                + "folder or file of the command line. A damaged file in a folder is named by the first listing only, until it "
                + "changes; later ones count it in the summary, and their exit status is 0.",
        ],
        arguments: photoArguments,
        options: [
            .choice(
                "group", PhotoListOptions.Group.allCases.map(\.rawValue),
                "put together what belongs together: by the calendar, weeks from Monday on; by moments, at about the same time and "
                    + "place; by country, state and city"),
            OptionDescription(
                name: "filter", value: "WORD[,WORD]", help: "list only what one of the words fits (may be repeated)",
                completion: .words(PhotoFilterWord.allCases.map(\.rawValue))),
            .choice("sort", DateSorter.Order.allCases.map(\.rawValue), "oldest or newest first (default: ascending)")
                .settable(DateSorter.Order.ascending.rawValue),
            .option("near", "LAT,LON,RADIUS", "list only what was taken within RADIUS metres of a point"),
            .option("place", "TEXT", "list only what was taken there: a city, a state, a country or its code"),
            .option(
                "language", "TAG[,TAG]",
                "languages of the names of positions, best first (default: settings, then environment)"
            )
            .settable(),
            .flag("quiet", "print neither progress nor a summary on standard error; errors still are").settable(),
        ] + OptionDescription.corrections + OptionDescription.forms(RecordFormat.allCases.map(\.rawValue))
            + PathList.options,
        appendices: [.keywords(PhotoReport.listKeys)]
    )

    /// `locate photos watch`: what happens.
    static let photosWatch = CommandDescription(
        path: ["photos", "watch"],
        summary: "print what happens to photos until interrupted",
        usage: ["FOLDER|FILE... [options]"],
        discussion: [
            "A line says inserted, updated, deleted or moved, and then what locate photos list says of the photo. A file counts "
                + "once it is complete, when the program that writes it closes it or moves it to its place. In JSON, event has "
                + "the word, and from has the path that a moved photo had. A single file is waited for if it is not there.",
            "With --tag a photo that arrives or changes gets the names of its place, as locate photos tag writes them, where it has a "
                + "position and no names: another line says tagged, and a failure is named on standard error. Photos that were "
                + "there before stay as they are until they change. With --provider nominatim or photon a service on the web is asked; "
                + "while it does not answer, photos wait for their names, and the service is asked again after some time, from "
                + "\(Int(WatchTagger.firstPause / .seconds(1))) s on.",
        ],
        arguments: photoArguments,
        options: [
            .flag("tag", "write the names of their places into photos that arrive"),
            .provider,
            .option("language", "TAG[,TAG]", "languages of the names, best first (default: settings, then environment)")
                .settable(),
            .flag("quiet", "print neither progress nor hints on standard error; errors still are").settable(),
        ] + OptionDescription.corrections + OptionDescription.forms(TableFormat.allCases.map(\.rawValue))
            + PathList.options + OptionDescription.web + [.privacy],
        appendices: [.keywords(PhotoEvent.keys)]
    )

    /// `locate photos thumbnail`: a small picture.
    static let photosThumbnail = CommandDescription(
        path: ["photos", "thumbnail"],
        summary: "write a small picture of a photo or video",
        usage: ["FILE -o OUT --size N [--square]"],
        discussion: [
            "The picture is upright, fits into a square of N pixels, and is never larger than the photo. Up to 1024 pixels it comes "
                + "from the thumbnails that all programs of the user share, and is kept there. OUT is PNG or JPEG by its ending; it "
                + "is replaced only when all is written, and is never the photo itself.",
            "Of a raw file the preview is shown that the camera put into it, of an animation the first picture, of a video a frame "
                + "a tenth after the beginning. A frame is decoded by ffmpegthumbnailer or ffmpeg, whichever is installed, within "
                + "30 seconds.",
        ],
        arguments: [
            ArgumentDescription(
                name: "FILE",
                help: "a JPEG, PNG, WebP, GIF, TIFF, HEIC or AVIF, a raw file of a camera, or an MP4, MOV or MKV",
                completion: .files)
        ],
        options: [
            .option(
                "output", letter: "o", "OUT",
                "the file to write; - is standard output, as PNG unless --format says otherwise",
                completion: .files),
            .option("size", "N", "the longest side at most, in pixels (default: 256)").settable("256"),
            .flag("square", "the middle as a square of N pixels; the rest is cut off evenly"),
            .choice(
                "format", PhotoThumbnailOptions.Format.allCases.map(\.rawValue),
                "what is written (default: by the name of the output)"),
        ]
    )
}
