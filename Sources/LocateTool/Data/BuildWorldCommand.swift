import GazetteerBuilder
import Geocoding

/// `locate data build-world`: makes a file of places from public dumps.
enum BuildWorldCommand {
    static func run(_ arguments: ParsedArguments, output console: Output) throws(ToolError) {
        try arguments.rejectPositionals(of: .dataBuildWorld)
        guard let folder = try arguments.path("geonames") else {
            throw .usage("needs the folder of the names: --geonames DIR; Scripts/build-world-data fills one")
        }
        let holdOut = try arguments.string("hold-out").map { text throws(ToolError) in try Self.holdOut(text) }
        let boundaries = arguments.strings("boundaries")
        let lines: [String]
        do {
            if arguments.flag("check-names") {
                lines = try checkNames(geonames: folder)
            } else if let holdOut {
                lines = try measureWorld(geonames: folder, holdOut: holdOut, boundaries: boundaries)
            } else {
                guard let output = try arguments.path("output") else {
                    throw ToolError.usage("needs the file to write: -o FILE")
                }
                try buildWorld(geonames: folder, output: output, boundaries: boundaries)
                lines = []
            }
        } catch let error as GeocodingError {
            throw ToolError(error)
        } catch let error as ToolError {
            throw error
        } catch {
            throw .usage("\(error)")
        }
        for line in lines { try console.writeLine(line) }
    }

    /// A seed and a share: `1,20%`.
    private static func holdOut(_ text: String) throws(ToolError) -> HoldOut {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let seed = UInt64(parts[0]), parts[1].hasSuffix("%"),
            let percent = ParsedArguments.number(parts[1].dropLast()), percent > 0, percent < 100
        else {
            throw ParsedArguments.wrong("hold-out", text, expected: "a seed and a share, such as 1,20%")
        }
        return HoldOut(seed: seed, share: percent / 100)
    }
}
