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

    private static let printing: [OptionDescription] = [
        .flag("json", "print one JSON object a line"),
        .flag("quiet", "print neither progress nor a summary on standard error; errors still are").settable(),
    ]

    private static let safety =
        "A photo is written to a new file, which is compared with the old one, picture and all, and made durable before it "
        + "takes that one's place. What was there before is kept in .locationkit-undo beside the photos, a few kilobytes for "
        + "each, for locate photos undo. After an interruption the same command continues. A photo that cannot be "
        + "written is left as it is and named on standard error, the rest go on, and the exit status is 1."

    private static let geotagDiscussion: [String] = [
        "Tracks are track logs, GPX, GeoJSON, KML, CSV or NMEA, any number of them; such files among the photos are tracks too, "
            + "so that *.jpg --track *.gpx does what it says. Photos that have a position place the others as well, as those of "
            + "a phone do for a camera.",
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
        "JSON is one object a line: path, action (written, kept, skipped or failed), reason, latitude, longitude, source, gap "
            + "in seconds to the nearest point, error in metres, time in UTC, zone, sidecars, companions; each only when known.",
    ]

    private static let geotagOptions: [OptionDescription] =
        [
            .option("track", "FILE", "a file of tracks (may be repeated)", completion: .files),
            .flag("salvage", "of a damaged file of tracks use what is whole, and say so"),
            .option(
                "offset", "S|H:MM:SS|auto",
                "add seconds, or hours, minutes and seconds, to the times of cameras, or find out how many (default: 0)"
            ),
            .option(
                "camera", "NAME", "write only photos of cameras whose make or model has NAME in it; others still help"),
            .option("time-zone", "ZONE", "the zone of clocks that state none, such as Asia/Tokyo or +09:00")
                .settable(),
            .option("max-gap", "S", "interpolate between points that are at most S seconds apart (default: 1800)")
                .settable("1800"),
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
        usage: ["FOLDER|FILE... --track TRACK... [options]"],
        discussion: geotagDiscussion,
        arguments: photoArguments,
        options: geotagOptions
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
        "JSON is one object a line: path, action (written, kept, skipped or failed), reason, latitude, longitude, source, error "
            + "in metres, sidecars, companions; each only when known.",
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
        options: placeOptions
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
        "JSON is one object a line: path, action (written, kept, skipped or failed), reason, latitude, longitude, source, "
            + "place, sidecars, companions; each only when known.",
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
        ] + writing + printing + PathList.options + OptionDescription.web + [.privacy]

    /// `locate photos tag`: names of places.
    static let photosTag = CommandDescription(
        path: ["photos", "tag"],
        summary: "write the names of their places into photos that have a position",
        usage: ["FOLDER|FILE... [options]"],
        discussion: tagDiscussion,
        arguments: photoArguments,
        options: tagOptions
    )

    private static let stripDiscussion: [String] = [
        "Positions and names of places are removed from photos, videos and their sidecars; pictures and all else stay as they "
            + "are. Every byte of the outcome is searched for the known forms of positions and names of places, also in previews, "
            + "further pictures and cameras' notes; a file in which one is found that cannot be taken out is named, left as it "
            + "is, and makes the exit status 1. What the picture shows, its title, its keywords, comments in words or plain "
            + "numbers, and its file name are not looked at, and neither are hidden files nor files that are no photos or "
            + "videos.",
        "What was removed is kept in .locationkit-undo beside the photos, for locate photos undo: that hidden file still tells "
            + "where they were taken, and whoever shares the whole folder shares it too. With --forget it is removed from the "
            + "folders, and from those in which photos lie that links led to, once all is stripped; then nothing there can be "
            + "undone any more, earlier runs included.",
        photoFiles,
        safety,
        "JSON is one object a line: path, action (written, kept or failed), reason, sidecars, companions.",
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
        options: stripOptions
    )

    private static let undoDiscussion: [String] = [
        "Takes back the newest run that changed photos in the folders or in those below them, or all runs; the files' time of "
            + "modification comes back as well, and sidecars that were made are removed. Of a single file it takes back the newest "
            + "run that changed its photo, whatever was done to others since: its companions and sidecars are restored with it. "
            + "It can be interrupted and given again. What was there before is in .locationkit-undo in each folder, which goes when all is undone. Photos elsewhere, "
            + "to which symbolic links lead, are undone in the folder in which they lie, which is named.",
        "A photo that another program has changed since is left as it is and named on standard error, the rest go on, and the "
            + "exit status is 1. Its run stays the newest; --all goes on with earlier runs of the other photos. Where a journal "
            + "cannot be read or another run has locked it, nothing is undone without --all, for the newest run may be in it, and "
            + "the exit status is 73. JSON is one object a line: path, action (written for a file that is restored, kept or failed), reason.",
    ]

    private static let undoOptions: [OptionDescription] =
        [
            .flag("all", "take back all runs, not only the newest"),
            jobs,
        ] + printing + PathList.options

    /// `locate photos undo`: back to what was.
    static let photosUndo = CommandDescription(
        path: ["photos", "undo"],
        summary: "make photos byte for byte what they were before geotag, place, tag or strip",
        usage: ["FOLDER|FILE... [--all] [options]"],
        discussion: undoDiscussion,
        arguments: photoArguments,
        options: undoOptions
    )
}
