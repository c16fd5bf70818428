package import LKCommandLine
import LKGazetteer
import LKGeo
import LKMetadata
import LKPhotoInput
import LKPhotos
import LKPlanning
import LKSharedOptions
import LKTagging

extension CommandDescription {
    /// `locate photos takeout`: writes what Google Takeout states beside photos into them.
    package static let photosTakeout = CommandDescription(
        path: ["photos", "takeout"],
        summary: "write dates, positions, descriptions and people of a Google Takeout into its photos",
        usage: ["FOLDER|FILE... [options]"],
        discussion: [
            "Google Takeout exports photos with a JSON beside each, which has the date, the position, the description "
                + "and the people that Google Photos knows. What neither the photo nor a sidecar of it has is written "
                + "into the photo: the position into EXIF or the metadata of a video, the rest into XMP. The date is "
                + "local time at the position, or else UTC; people become keywords. What a photo has already stays, and a "
                + "date or position that contradicts it is named on standard error.",
            "The JSON is found by the names that Takeout gives: IMG.jpg.json, IMG.jpg.supplemental-metadata.json and "
                + "shorter forms, IMG.jpg(1).json for IMG(1).jpg, names that end after 46 characters, and for IMG-edited.jpg "
                + "the JSON of IMG.jpg. The JSON files stay as they are. list, sort, tag, geotag and map read them without "
                + "this command.",
            photoFiles,
            "Formats, sidecars and companions are handled as by locate photos geotag.",
            writingSafety,
            objectLines,
        ],
        arguments: photoArguments,
        options: TakeoutOptions.all,
        appendices: [taggingKeywords],
        examples: [
            .init("show what would be written", "locate photos takeout 'Takeout/Google Photos' --dry-run"),
            .init("write it", "locate photos takeout 'Takeout/Google Photos'"),
            .init("write it into sidecars only", "locate photos takeout 'Takeout/Google Photos' --sidecar"),
        ],
        action: CommandAction(sample: ["/"], TakeoutOptions.init, run: TakeoutCommand.run)
    )
}

/// `locate photos takeout`: writes what Google Takeout states beside photos into them.
enum TakeoutCommand {
    private static let name = "photos takeout"

    static func run(_ options: TakeoutOptions, output: Output) throws(ToolError) -> ExitCode {
        try TaggingFrame.run(
            .takeout, options.photos, options.tagging, command: name, output: output
        ) { frame, contents throws(ToolError) in
            let world = try ToolGeocoder.openWorld()
            try frame.begin(contents)
            try frame.writeAll(contents, PhotoFolder.JSONPlanner(zones: TimeZones(world))) { photo in
                TaggingReport(photo, in: options.photos)
            }
        }
    }
}

extension TaggingReport {
    /// Creates the report of a photo of Google Takeout; the result of its edits may still change it.
    init(_ asset: PhotoAsset, _ planned: PlannedTakeout, in photos: PhotoSelection) {
        self.init(asset, in: photos, .written)
        if let error = planned.error {
            fail(error.message)
            return
        }
        guard let json = planned.json else {
            (action, reason) = (.skipped, "it has no JSON of Google Takeout")
            return
        }
        guard !planned.edits.isEmpty else {
            (action, reason) = (.kept, "its JSON adds nothing")
            return
        }
        coordinate = planned.location?.coordinate
        (time, offset) = (planned.date, planned.offset)
        var parts: [String] = []
        if let caption = planned.caption { parts.append("description \"\(caption)\"") }
        if !planned.people.isEmpty { parts.append("people \(planned.people.joined(separator: " and "))") }
        reason = (["from \(photos.shown(json))"] + parts).joined(separator: ", ")
    }
}

/// The options of `locate photos takeout`, decoded.
struct TakeoutOptions {
    /// The folders and files of photos.
    var photos: PhotoSelection
    /// How they are written.
    var tagging: TaggingOptions

    static let all: [any OptionDeclaration] =
        [TaggingOptions.sidecar] + TaggingOptions.writing + TaggingOptions.printing + PathList.options

    /// Decodes a command line.
    ///
    /// - Throws: A usage error that names the option or argument, its value and what is expected.
    init(_ arguments: ParsedArguments) throws(ToolError) {
        photos = try PhotoSelection(arguments, for: .photosTakeout)
        tagging = try TaggingOptions(arguments, for: .photosTakeout)
    }
}
