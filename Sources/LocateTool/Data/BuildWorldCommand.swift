import Geocoding

/// `locate data build-world`: makes a file of places from public dumps.
enum BuildWorldCommand {
    static func run(_ arguments: ParsedArguments) throws(ToolError) {
        try arguments.rejectPositionals(of: .dataBuildWorld)
        guard let folder = try arguments.path("geonames") else {
            throw .usage("needs the folder of the names: --geonames DIR; Scripts/build-world-data fills one")
        }
        guard let output = try arguments.path("output") else {
            throw .usage("needs the file to write: -o FILE")
        }
        do {
            try buildWorld(geonames: folder, output: output) { Messages.note($0, command: "data build-world") }
        } catch {
            throw ToolError(error)
        }
    }
}
