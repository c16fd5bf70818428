import Geocoding

/// `locate data build-world`: makes a file of places from public dumps.
enum BuildWorldCommand {
    static func run(_ arguments: ParsedArguments, output console: Output) throws(ToolError) {
        try arguments.rejectPositionals(of: .dataBuildWorld)
        guard let folder = try arguments.path("geonames") else {
            throw .usage("needs the folder of the names: --geonames DIR; Scripts/build-world-data fills one")
        }
        if arguments.flag("check-names") {
            let lines: [String]
            do { lines = try checkNames(geonames: folder) } catch { throw ToolError(error) }
            for line in lines { try console.writeLine(line) }
            return
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
