import LKCommandLine
import LKPositionCommands
import LKPositioning

/// The manual page `locate(1)` in troff's man macros, made from the commands' descriptions.
enum ManualPage {
    /// Returns the whole page.
    static func text() -> String {
        var page = [
            ".\\\" Made by \"locate manual\" from the descriptions of the commands; change those.",
            ".TH LOCATE 1 \"\" \"LocationKit \(ToolVersion.current)\" \"User Commands\"",
            ".SH NAME",
            "locate \\- find positions, name places and geotag photos",
            ".SH SYNOPSIS",
        ]
        for command in visibleCommands {
            for usage in command.usage where !(command.path.isEmpty && !usage.hasPrefix("[")) {
                page += [".br", ".B \(escaped(command.fullName))", escaped(usage)].filter { !$0.isEmpty }
            }
        }
        page += [".SH DESCRIPTION", escaped(HelpText.sentence(CommandDescription.locate.summary))]
        page += paragraphs(CommandDescription.locate.discussion)
        page += [".SH OPTIONS"] + options(of: .locate)
        page += [".SH COMMANDS"]
        for command in visibleCommands where !command.path.isEmpty {
            page += [".SS \(escaped(command.fullName))", escaped(HelpText.sentence(command.summary))]
            page += paragraphs(command.discussion)
            page += command.arguments.flatMap { entry("\\fI\(escaped($0.name))\\fR", $0.help) }
            if !command.options.isEmpty { page += options(of: command) }
        }
        for command in visibleCommands {
            for appendix in command.appendices {
                page.append(".SH \(escaped("\(appendix.title) of \(command.fullName)").uppercased())")
                page += appendix.entries.flatMap { [".TP", "\\fB\(escaped($0.term))\\fR", escaped($0.meaning)] }
            }
        }
        page += reasons
        page.append(".SH EXIT STATUS")
        page += ExitCode.table.flatMap { [".TP", "\\fB\($0.code.rawValue)\\fR", escaped($0.meaning)] }
        page += examples
        page += closing
        return page.joined(separator: "\n") + "\n"
    }

    private static let closing = [
        ".SH NOTES",
        // Readers must know which of two tools they call.
        "The file finder of the packages plocate and mlocate has the same name; the one that comes first in", ".B PATH",
        "is run.", ".PP", "Origin and licences of the built-in world:", ".B locate data info", ".SH SEE ALSO",
        ".BR gpsd (8),", ".BR gpspipe (1)",
    ]

    /// Tasks, and below each the line that does it; those of a group of commands are among the commands' own.
    private static var examples: [String] {
        [".SH EXAMPLES"]
            + visibleCommands.filter { $0.path.isEmpty || $0.subcommands.isEmpty }.flatMap(\.examples).flatMap {
                example in
                let task = HelpText.sentence(example.task).dropLast() + ":"
                return [".TP", escaped(String(task)), ".EX", escaped(example.line), ".EE"]
            }
    }

    /// Why there is no position, as JSON and templates call it: each rung of the ladder with what to do.
    private static var reasons: [String] {
        let rungs: [LocationManager.NoFixReason] = [
            .daemonUnreachable(endpoint: "localhost:2947", detail: "Connection refused"),
            .daemonSilent(endpoint: "localhost:2947"), .noDevice, .noSuchDevice(path: "/dev/ttyACM0"),
            .daemonError("can't open /dev/ttyACM0"), .deviceSilent(path: nil), .noSatellites,
            .weakSignals(seen: 5, best: 15), .invalidPosition(path: nil), .acquiring(seen: nil, used: nil),
            .inaccurate(best: 250, wanted: 100), .stale(age: .seconds(30)),
        ]
        return [".SH REASONS", "While there is no usable fix,", ".B reason", "in JSON says why."]
            + rungs.flatMap { rung in
                let service = rung.isServiceFault ? " Exit status 69." : " Exit status 75."
                let text = rung.description + ": " + rung.advice + "." + service
                return [".TP", "\\fB\(escaped(rung.name))\\fR", escaped(text)]
            }
    }

    private static var visibleCommands: [CommandDescription] {
        CommandDescription.locate.withSubcommands.filter { !$0.isHidden }
    }

    private static func paragraphs(_ texts: [String]) -> [String] { texts.flatMap { [".PP", escaped($0)] } }

    private static func options(of command: CommandDescription) -> [String] {
        var lines = command.options.flatMap { option in
            let names = (option.letter.map { "\\fB\\-\($0)\\fR, " } ?? "") + "\\fB\\-\\-\(escaped(option.name))\\fR"
            return entry(names + (option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""), option.help)
        }
        lines += entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "show help")
        if command.path.isEmpty { lines += entry("\\fB\\-V\\fR, \\fB\\-\\-version\\fR", "show the version") }
        return lines
    }

    private static func entry(_ term: String, _ meaning: String) -> [String] {
        [".TP", term, escaped(HelpText.sentence(meaning))]
    }

    /// Returns text that troff prints unchanged.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        // A point or an apostrophe at the beginning of a line would be a request.
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
