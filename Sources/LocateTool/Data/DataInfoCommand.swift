import Gazetteer
import Geocoding

/// `locate data info`: origin and extent of the places in use.
enum DataInfoCommand {
    static func run(_ arguments: ParsedArguments, output: Output) throws(ToolError) {
        try arguments.rejectPositionals(of: .dataInfo)
        let information = try PlaceLookup(languages: nil).information()
        if arguments.flag("json") {
            try output.writeLine(json(information))
        } else {
            for (name, value) in rows(information) {
                let row = name + String(repeating: " ", count: 14 - name.count)
                try output.writeLine(row + TextLayout.wrapped(value, indent: 14).dropFirst(14))
            }
        }
    }

    private static func rows(_ information: World.Information) -> [(String, String)] {
        [
            ("Origin", information.origin),
            ("Size", NumberText.fixed(Double(information.size) / 1e6, decimals: 1) + " MB"),
            ("Format", "version \(information.formatVersion)"), ("Countries", "\(information.countries)"),
            ("Divisions", "\(information.divisions)"), ("Settlements", "\(information.settlements)"),
            ("Languages", "\(information.languages.count): " + information.languages.joined(separator: " ")),
            ("Attribution", information.attribution), ("Licence", information.licence),
            ("Addresses", AddressFormatter.attribution),
        ] + information.sources.map { ("Source", $0.split(separator: "\t").joined(separator: ", ")) }
    }

    private static func json(_ information: World.Information) -> String {
        JSONWriter.object { writer in
            writer.member("origin", information.origin)
            writer.member("formatVersion", information.formatVersion)
            writer.member("size", information.size)
            writer.member("countries", information.countries)
            writer.member("divisions", information.divisions)
            writer.member("settlements", information.settlements)
            writer.member("languages", information.languages)
            writer.member("attribution", information.attribution)
            writer.member("licence", information.licence)
            writer.member("addresses", AddressFormatter.attribution)
            writer.member("sources", information.sources)
        }
    }
}
