package import LKCommandLine
import LKGazetteer
import LKGeocoding
import LKSharedOptions

extension CommandDescription {
    /// `locate data`: the built-in world, and files of places.
    package static let data = CommandDescription(
        path: ["data"],
        summary: "show what the built-in world contains, or make files of places, streets and houses",
        usage: ["COMMAND"],
        examples: [
            .init("show where the built-in world comes from", "locate data info"),
            .init("build a world file", "locate data build-world --geonames Dumps -o my.world"),
            .init("import a country", "locate data import-osm monaco.osm.pbf -o monaco.streets"),
        ]
    )

    /// `locate data info`: origin and extent of the places in use.
    package static let dataInfo = CommandDescription(
        path: ["data", "info"],
        summary: "show what the built-in world contains, where it comes from and under which licences",
        usage: ["[options]"],
        discussion: [
            "The whole file is compared with its checksums first; if one is wrong, nothing is printed and the exit "
                + "status is 65. LOCATIONKIT_DATA=FILE shows another file."
        ],
        options: [DataInfoCommand.json],
        examples: [
            .init("show where the built-in world comes from", "locate data info"),
            .init(
                "count the settlements of another file",
                "LOCATIONKIT_DATA=my.world locate data info --json | jq .settlements"),
        ],
        action: CommandAction(DataInfoCommand.isJSON, run: DataInfoCommand.run)
    )
}

/// `locate data info`: origin and extent of the places in use, after a look at their checksums.
enum DataInfoCommand {
    static let json = Flag("json", "print one JSON object")

    /// Decodes a command line: whether JSON is wanted.
    static func isJSON(_ arguments: ParsedArguments) throws(ToolError) -> Bool {
        try arguments.rejectPositionals(of: .dataInfo)
        return arguments[json]
    }

    static func run(asJSON isJSON: Bool, output: Output) throws(ToolError) -> ExitCode {
        let information = try ToolGeocoder.information()
        if isJSON {
            try output.writeLine(json(information))
        } else {
            let width = output.columns ?? TextLayout.width
            for line in LabelledRows.lines(rows(information), indent: 14, width: width, style: output.style) {
                try output.writeLine(line)
            }
        }
        return .success
    }

    private static func rows(_ information: World.Information) -> [(label: String, value: String)] {
        let sections = information.sections.map { "\($0.tag) \(size($0.size))" }
        return [
            ("Origin", information.origin), ("Size", size(information.size)),
            ("Format", "version \(information.formatVersion)"),
            ("Checksums", "all \(information.sections.count) are right"),
            ("Sections", sections.joined(separator: ", ")), ("Countries", "\(information.countries)"),
            ("Divisions", "\(information.divisions)"), ("Settlements", "\(information.settlements)"),
            ("Borders", borders(information.borders)),
            ("Languages", "\(information.languages.count): " + information.languages.joined(separator: " ")),
            ("Attribution", information.attribution), ("Licence", information.licence),
            ("Addresses", AddressFormatter.attribution),
        ] + information.sources.map { ("Source", $0.split(separator: "\t").joined(separator: ", ")) }
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 100_000 ? "\(bytes) bytes" : NumberText.fixed(Double(bytes) / 1e6, decimals: 1) + " MB"
    }

    private static func borders(_ borders: World.Borders?) -> String {
        guard let borders else { return "none; the country of a point is that of its nearest settlement" }
        return "\(borders.regions) regions, \(borders.edges) pieces of line in \(borders.cells) cells"
    }

    private static func json(_ information: World.Information) -> String {
        JSONWriter.object { writer in
            writer.member("origin", information.origin)
            writer.member("formatVersion", information.formatVersion)
            writer.member("size", information.size)
            writer.member("countries", information.countries)
            writer.member("divisions", information.divisions)
            writer.member("settlements", information.settlements)
            if let borders = information.borders {
                writer.key("borders")
                writer.object { writer in
                    writer.member("regions", borders.regions)
                    writer.member("cells", borders.cells)
                    writer.member("edges", borders.edges)
                }
            }
            writer.member("languages", information.languages)
            writer.member("attribution", information.attribution)
            writer.member("licence", information.licence)
            writer.member("addresses", AddressFormatter.attribution)
            writer.member("sources", information.sources)
            writer.key("sections")
            writer.array { writer in
                for section in information.sections {
                    writer.object { writer in
                        writer.member("tag", section.tag)
                        writer.member("size", section.size)
                        writer.member("records", section.records)
                    }
                }
            }
        }
    }
}
