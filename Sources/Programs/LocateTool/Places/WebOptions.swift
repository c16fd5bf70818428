import FoundationEssentials
import LKGeocoding

/// The web service and its options, from a command line.
struct WebOptions: Equatable {
    var service: WebService
    /// The server; `nil` for the public, shared one.
    var server: URL?
    /// The identity sent to the service.
    var userAgent: String?
    /// The grid that points are rounded to before they leave this machine, in metres; 0 sends them as they are.
    var privacy: Double
    /// The time limit of a request.
    var timeout: Duration
    /// Whether answers are cached on this machine.
    var usesCache: Bool

    /// Decodes the options of a command that may use a web service; `nil` if `--provider` does not name one.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - timeoutName: The option for ``timeout``, if the command's `--timeout` has another meaning.
    ///   - usualTimeout: The default of ``timeout``.
    /// - Throws: A usage error that names the option, its value and what is expected.
    init?(
        _ arguments: ParsedArguments, timeoutName: String = "timeout",
        usualTimeout: Duration = .seconds(30)
    ) throws(ToolError) {
        // A stored default is validated too, even if it is not used yet.
        server = try arguments.string("server").map { text throws(ToolError) in try Self.url(text) }
        userAgent = arguments.string("user-agent")
        if userAgent?.allSatisfy(\.isWhitespace) == true {
            throw ParsedArguments.wrong("user-agent", "", expected: "NAME/VERSION (MAIL OR PAGE)")
        }
        let size = "a number of metres up to 1000000, such as 500"
        privacy = try arguments.number("privacy", in: 0...1e6, expected: size) ?? 0
        timeout = try arguments.seconds(timeoutName) ?? usualTimeout
        usesCache = !arguments.flag("no-cache")
        if arguments.string("provider") != nil, let service = try arguments.webService() {
            try service.check(server: server)
            self.service = service
        } else if let name = (Self.names + [timeoutName]).first(where: { arguments.isGiven($0) }) {
            throw .usage("--\(name) is for --provider \(WebService.alternatives); give one of them too")
        } else {
            return nil
        }
    }

    /// The setting for ``timeout``, distinct from that for a location.
    static let timeoutKey = "web-timeout"

    /// The options that require a web service, without the one for ``timeout``.
    static let names = ["server", "user-agent", "privacy", "no-cache"]

    private static func url(_ text: String) throws(ToolError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else {
            // A password before an @ is not for the terminal.
            let shown = text.contains("@") ? "..." + text[(text.lastIndex(of: "@") ?? text.startIndex)...] : text
            throw ParsedArguments.wrong("server", shown, expected: "an address such as http://localhost:8080")
        }
        return url
    }

    /// Prints the attribution of an answer if the output form has no place for it.
    func credit(_ placemark: Placemark, in command: String?) {
        if let attribution = placemark.attribution { Messages.note(attribution, command: command) }
    }
}

extension OptionDescription {
    /// The providers of place names.
    static let provider = OptionDescription.choice(
        "provider", WebService.providerWords,
        "what supplies the names (default: auto, which is street indexes where they cover the point, else the built-in "
            + "world; a web service only if you name it)"
    ).settable("auto")

    /// The options of commands that may ask a web service.
    static let web: [OptionDescription] =
        webService + [
            .option("timeout", "S", "give up on the web service after S seconds (default: 30; setting: web-timeout)")
                .settable(as: WebOptions.timeoutKey),
            webCache,
        ]

    /// The same for commands whose `--timeout` has another meaning.
    static let webBesidesTimeout: [OptionDescription] =
        webService + [
            .option(
                "web-timeout", "S",
                "print the built-in address if the web service has not answered after S seconds "
                    + "(default: 10)"
            )
            .settable(as: WebOptions.timeoutKey),
            webCache,
        ]

    private static let webService: [OptionDescription] = [
        .option(
            "server", "URL",
            "address of the web service (default: its public server, if it has one, which requires --user-agent)"
        )
        .settable(),
        .option("user-agent", "TEXT", "identity to send, which public services require: 'NAME/VERSION (MAIL OR PAGE)'")
            .settable(),
    ]

    private static let webCache = OptionDescription.flag(
        "no-cache", "neither read nor write the cache of web answers"
    ).settable()

    /// Limits the precision sent to a web service; applies to points only.
    static let privacy = OptionDescription.option(
        "privacy", "METRES", "round points to a grid of METRES before they leave this machine (default: 0)"
    ).settable("0")
}
