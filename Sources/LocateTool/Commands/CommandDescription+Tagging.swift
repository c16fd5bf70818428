import LocationKit

extension CommandDescription {
    /// The options of all commands that write into photos, in two parts: what is written, and what is printed.
    private static let writing: [OptionDescription] = [
        .flag(
            "dry-run",
            "print what would be done, and write nothing; what an interrupted run has left stays there as well"),
        jobs,
        .flag("keep-time", "keep the files' time of modification (default: backups see the change)").settable(),
    ]

    private static let jobs = OptionDescription.option(
        "jobs", "N", "write N photos at the same time (default: as many as there are processors)"
    ).settable()

    private static let sidecar = OptionDescription.flag("sidecar", "write sidecars only, and never a photo").settable()

    private static let printing: [OptionDescription] =
        OptionDescription.forms(TableFormat.allCases.map(\.rawValue)) + [
            .flag("quiet", "print neither progress nor a summary on standard error; errors still are").settable()
        ]

    private static let keys = Appendix.keywords(TaggingReport.keys)

    private static let objects =
        "JSON is one object a line, with the keys that are listed below, each only when known."

    private static let safety =
        "A photo is written to a new file, which is compared with the old one, picture and all, and made durable before it "
        + "takes that one's place. What was there before is kept in .locationkit-undo beside the photos, a few kilobytes for "
        + "each, for locate photos undo. After an interruption the same command continues. A photo that cannot be "
        + "written is left as it is and named on standard error, the rest go on, and the exit status is 1."

    private static let geotagDiscussion: [String] = [
        "Tracks are track logs, GPX, GeoJSON, KML, CSV or NMEA, any number of them; such files among the photos are tracks too, "
            + "so that *.jpg --track *.gpx does what it says. Photos that have a position place the others as well, as those of "
            + "a phone do for a camera. Those of other folders do so with --from-photos: where no track says better, the photo that "
            + "was taken nearest in time gives its position, as far as --max-gap allows, and is named. Times are compared in UTC, "
            + "and as local times where nothing says how far the clocks were from it. A position that was itself derived from a "
            + "track or a photo places no other.",
        photoFiles,
        "Where a photo does not say how far its clock was from UTC, that follows from --time-zone, else from the zone at its own "
            + "position or at the place by the track, else from the same camera's other photos; never from this computer's zone. "
            + "A clock that was wrong is corrected by --offset, which is added to its time: 3600 or 1:00:00 for a camera that "
            + "was an hour behind. With auto the clock offset of each camera is found out, from receivers' times in photos and "
            + "from where the tracks stand still, and printed on standard error. A clock that may have been right is not "
            + "corrected; the error of each position covers what else is possible. Where neither is likely, the photos are "
            + "skipped. --camera keeps all that to one camera of several.",
        "Between two points of a track the position is interpolated, and elsewhere that of the nearest point counts. The error "
            + "that this may have is written too. A photo that nothing was recorded for is skipped, which is no failure.",
        "JPEG, PNG, WebP, TIFF, DNG, HEIC, AVIF, MP4 and MOV are written. Other raw files, BigTIFF, and files that could not have "
            + "it without losing something else, are left as they are, and a sidecar beside them says it: the one that is "
            + "there, else IMG.CR2.xmp. A raw picture beside its JPEG, and the video of a live photo, get the same position.",
        safety,
        objects,
    ]

    private static let geotagOptions: [OptionDescription] =
        [
            .option("track", "FILE", "a file of tracks (may be repeated); - is standard input", completion: .files),
            .option(
                "from-photos", "FOLDER|FILE",
                "photos that have positions, such as those of a phone, which place others taken near their time "
                    + "(may be repeated)", completion: .files),
            .flag("salvage", "of a damaged file of tracks use what is whole, and say so"),
            .option(
                "offset", "S|H:MM:SS|auto",
                "add seconds, or hours, minutes and seconds, to the times of cameras, or find out how many (default: 0)"
            ),
            .option(
                "camera", "NAME", "write only photos of cameras whose make or model has NAME in it; others still help"),
            .option("time-zone", "ZONE", "the zone of clocks that state none, such as Asia/Tokyo or +09:00")
                .settable(),
            .option(
                "max-gap", "S",
                "interpolate between points that are at most S seconds apart, and take the positions of photos that far away "
                    + "(default: 1800)"
            ).settable("1800"),
            .option("max-extrapolation", "S", "let the nearest point stand for S seconds beside it (default: 1800)")
                .settable("1800"),
            .choice(
                "policy", GeotagPolicy.allCases.map(\.rawValue),
                "what happens to photos that have a position (default: keep); worse is what says that it is less accurate"
            ).settable(GeotagPolicy.keep.rawValue),
            sidecar,
        ] + writing + printing + PathList.options

    /// `locate photos geotag`: positions.
    static let photosGeotag = CommandDescription(
        path: ["photos", "geotag"],
        summary: "write into photos where they were taken, by when they were taken and where a track was then",
        usage: ["FOLDER|FILE... --track TRACK... [options]", "FOLDER|FILE... --from-photos FOLDER... [options]"],
        discussion: geotagDiscussion,
        arguments: photoArguments,
        options: geotagOptions,
        appendices: [keys]
    )

    private static let placeDiscussion: [String] = [
        "For photos that no track covers: the position is given as latitude and longitude, as the name of a place, which is looked "
            + "up in the built-in world as locate search does, or as another photo that has it. A name that several places have "
            + "is not guessed, unless one of them has ten times the population of every other: the candidates are named, and "
            + "\"Springfield, Illinois\" says which. The position of a place is that of its centre.",
        "From another photo come latitude, longitude, altitude and accuracy, also where its sidecar says them.",
        photoFiles,
        "Formats, sidecars and companions are as with locate photos geotag.",
        safety,
        objects,
    ]

    private static let placeOptions: [OptionDescription] =
        [
            .option("at", "LAT,LON|NAME", "the position, or the name of a place"),
            .option("like", "PHOTO", "the position of another photo", completion: .files),
            .option(
                "language", "TAG[,TAG]",
                "languages of messages about a name, best first (default: settings, then environment)"
            )
            .settable(),
            .choice(
                "policy", GeotagPolicy.allCases.map(\.rawValue),
                "what happens to photos that have a position (default: keep); worse is what says that it is less accurate"
            ).settable(GeotagPolicy.keep.rawValue),
            sidecar,
        ] + writing + printing + PathList.options

    /// `locate photos place`: positions by hand.
    static let photosPlace = CommandDescription(
        path: ["photos", "place"],
        summary: "write a position that you give into photos",
        usage: ["FOLDER|FILE... --at LAT,LON|NAME [options]", "FOLDER|FILE... --like PHOTO [options]"],
        discussion: placeDiscussion,
        arguments: photoArguments,
        options: placeOptions,
        appendices: [keys]
    )

    private static let tagDiscussion: [String] = [
        "The names of the place where the camera stood are written, and those of the place that is shown, which most programs "
            + "display: part of the city, city, state, country and its code, in XMP, and in IPTC where a photo has that. Names "
            + "that somebody wrote are kept, unless --policy replace says otherwise.",
        "The built-in world is asked, and nothing leaves this machine unless --provider names a service on the web; then "
            + "equal positions are asked for once. A service that does not answer three times in a row is left alone: exit "
            + "status 69, and what was found out is written. Formats, sidecars and companions are as with locate photos geotag.",
        photoFiles,
        safety,
        objects,
    ]

    private static let tagOptions: [OptionDescription] =
        [
            .provider,
            .option("language", "TAG[,TAG]", "languages of the names, best first (default: settings, then environment)")
                .settable(),
            .choice(
                "policy", TagOptions.Policy.allCases.map(\.rawValue),
                "what happens to names that a photo has (default: keep)"
            ).settable(TagOptions.Policy.keep.rawValue),
            .flag("keywords", "add the names to the photo's keywords too").settable(),
            sidecar,
        ] + OptionDescription.corrections + writing + printing + PathList.options + OptionDescription.web + [.privacy]

    /// `locate photos tag`: names of places.
    static let photosTag = CommandDescription(
        path: ["photos", "tag"],
        summary: "write the names of their places into photos that have a position",
        usage: ["FOLDER|FILE... [options]"],
        discussion: tagDiscussion,
        arguments: photoArguments,
        options: tagOptions,
        appendices: [keys]
    )

    private static let stripDiscussion: [String] = [
        "Positions and names of places are removed from photos, videos and their sidecars; pictures and all else stay as they "
            + "are. Every byte of the outcome is searched for the known forms of positions and names of places, also in previews, "
            + "further pictures, pictures within XMP, machine-readable text and cameras' notes; a file in which one is found that "
            + "cannot be taken out is named, left as it is, and makes the exit status 1. Keywords that name the place are named, "
            + "and stay. What the picture shows, its title, other keywords, comments in words or plain numbers, and its file name "
            + "are not looked at, and neither are hidden files nor files that are not photos or videos.",
        "Photos and videos of formats that are not read, such as JPEG XL, JPEG 2000, PSD, AVI and MTS, are known by their names. "
            + "In a folder each of them is named and stays as it is, and the exit status is 1.",
        "What was removed is kept in .locationkit-undo beside the photos, for locate photos undo: that hidden file still tells "
            + "where they were taken, and whoever shares the whole folder shares it too. With --forget it is removed from the "
            + "folders, and from those in which photos lie that links led to, once all is stripped; then nothing there can be "
            + "undone any more, earlier runs included.",
        photoFiles,
        safety,
        objects,
    ]

    private static let stripOptions: [OptionDescription] =
        [
            .flag("forget", "remove what locate photos undo would need, in the folders and all below")
        ] + writing + printing + PathList.options

    /// `locate photos strip`: nothing of where.
    static let photosStrip = CommandDescription(
        path: ["photos", "strip"],
        summary: "take out of photos where they were taken, as before sharing them",
        usage: ["FOLDER|FILE... [options]"],
        discussion: stripDiscussion,
        arguments: photoArguments,
        options: stripOptions,
        appendices: [keys]
    )

    private static let sortDiscussion: [String] = [
        "PATTERN says what the folders are called: \"%country/%city/%Y-%m\" makes DIR/Japan/Tokyo/2026-05/IMG_1.JPG. Files keep "
            + "their names, unless the last part of the pattern has %name: \"%Y/%Y%m%d_%name\". What is not known is called "
            + "\(SortPattern.unknown). Slashes and control characters in names become _, and so does a dot at the beginning.",
        "The names of places are those in the photo, else those that the built-in world has for its position. Times are the photo's "
            + "own local time; that of a file which only says when it was copied does not count.",
        "The files of a photo stay together: raw file and JPEG, picture and video of a live photo, and sidecars (IMG.JPG.xmp, "
            + "IMG.xmp, IMG.AAE). Nothing is overwritten: where another photo has the name, all files of a photo get the same "
            + "number (IMG_1-2.JPG), and a photo that is there already, with the same content, stays where it is. All of that, "
            + "and whether there is room, is known before the first file is moved; --dry-run prints it.",
        "Within a file system files are renamed; to another one they are copied, compared and made durable before they are removed. "
            + "locate photos undo DIR puts them back under their old names, also after an interruption; for that "
            + ".locationkit-undo is kept in each of the new folders. A photo that cannot be moved is left where it is and named "
            + "on standard error, the rest go on, and the exit status is 1; without room for all, nothing is moved, and it is 73.",
        photoFiles,
        "JSON is one object a line: path, action (moved, copied, kept, skipped or failed), newPath, reason, unknown (placeholders "
            + "without a value), companions; each only when known.",
    ]

    private static let sortOptions: [OptionDescription] =
        [
            .option("into", "DIR", "the folder in which the pattern's folders are made", completion: .folders),
            .option("by", "PATTERN", "what folders, and perhaps names, are made of, such as %country/%city/%Y-%m"),
            .flag("copy", "copy photos, and leave them where they are"),
            .option(
                "language", "TAG[,TAG]",
                "languages of the names of places, best first (default: settings, then environment)"
            )
            .settable(),
            .flag("dry-run", "print what would be moved, and move nothing"),
        ] + OptionDescription.corrections + printing + PathList.options

    /// `locate photos sort`: folders by time and place.
    static let photosSort = CommandDescription(
        path: ["photos", "sort"],
        summary: "move photos into folders by when and where they were taken",
        usage: ["FOLDER|FILE... --into DIR --by PATTERN [options]"],
        discussion: sortDiscussion,
        arguments: photoArguments,
        options: sortOptions,
        appendices: [
            Appendix(
                title: "Placeholders",
                entries: SortPattern.words.map { (term: "%" + $0.word, meaning: $0.meaning) } + [
                    (term: "%Y %m %d %H ...", meaning: "year, month, day, hour, and more letters of strftime"),
                    (term: "%%", meaning: "a percent sign"),
                ])
        ]
    )

    private static let undoDiscussion: [String] = [
        "Takes back the newest run that changed photos in the folders or in those below them, or all runs; the files' time of "
            + "modification comes back as well, and sidecars that were made are removed. Of a single file it takes back the newest "
            + "run that changed its photo, whatever was done to others since: its companions and sidecars are restored with it. "
            + "It can be interrupted and given again. What was there before is in .locationkit-undo in each folder, which goes when all is undone. Photos elsewhere, "
            + "to which symbolic links lead, are undone in the folder in which they lie, which is named.",
        "What locate photos sort has moved goes back to where it was, under its old name, whatever it says by now; where another "
            + "file has that name, it stays and is named. Name the folder into which photos were sorted, or a photo there. Copies "
            + "are removed if they are as they were made, and folders that were made go once they are empty.",
        "A photo that another program has changed since is left as it is and named on standard error, the rest go on, and the "
            + "exit status is 1. Its run stays the newest; --all goes on with earlier runs of the other photos. Where a journal "
            + "cannot be read or another run has locked it, nothing is undone without --all, for the newest run may be in it, and "
            + "the exit status is 73.",
        objects + " The action of a file that is restored is written.",
    ]

    private static let undoOptions: [OptionDescription] =
        [
            .flag("all", "take back all runs, not only the newest"),
            jobs,
        ] + printing + PathList.options

    /// `locate photos undo`: back to what was.
    static let photosUndo = CommandDescription(
        path: ["photos", "undo"],
        summary:
            "make photos byte for byte what they were before geotag, place, tag or strip, and put sorted ones back",
        usage: ["FOLDER|FILE... [--all] [options]"],
        discussion: undoDiscussion,
        arguments: photoArguments,
        options: undoOptions,
        appendices: [keys]
    )
}
