package import FoundationEssentials
package import LKCommandLine
package import LKGeocoding

/// The web service and its options, from a command line.
package struct WebOptions: Equatable {
    package var service: WebService
    /// The server; `nil` for the public, shared one.
    package var server: URL?
    /// The identity sent to the service.
    package var userAgent: String?
    /// The grid that points are rounded to before they leave this machine, in metres; 0 sends them as they are.
    package var privacy: Double
    /// The time limit of a request.
    package var timeout: Duration
    /// Whether answers are cached on this machine.
    var usesCache: Bool

    /// `--provider`: what supplies the names of places.
    package static let provider = Option(
        "provider", .words(WebService.providerWords), default: WebService.automatic,
        """
        what supplies the names (default: \(.default), which is street indexes where they cover the point, else the \
        built-in world; a web service only if you name it)
        """
    ).settable()
    package static let server = Option(
        "server", ValueKind("URL", decode: url),
        "address of the web service (default: its public server, if it has one, which requires --user-agent)"
    ).settable()
    package static let userAgent = Option(
        "user-agent", ValueKind("TEXT", decode: identity),
        "identity to send, which public services require: 'NAME/VERSION (MAIL OR PAGE)'"
    ).settable()
    package static let timeout = Option(
        "timeout", .seconds, default: .seconds(30),
        "give up on the web service after S seconds (default: \(.default); setting: web-timeout)"
    ).settable(as: besidesTimeout.name)
    /// ``timeout`` of commands whose `--timeout` has another meaning.
    package static let besidesTimeout = Option(
        "web-timeout", .seconds, default: .seconds(10),
        "print the built-in address if the web service has not answered after S seconds"
    ).settable()
    package static let noCache = Flag("no-cache", "neither read nor write the cache of web answers").settable()
    /// Limits the precision sent to a web service; applies to points only.
    package static let privacy = Option(
        "privacy",
        .number("METRES", in: 0...1e6, expected: "a number of metres up to 1000000, such as 500"), default: 0,
        "round points to a grid of METRES before they leave this machine"
    ).settable()

    /// The options of commands that may ask a web service, besides ``provider`` and ``privacy``.
    package static let all = all(timeout)
    /// The same for commands whose `--timeout` has another meaning.
    package static let allBesidesTimeout = all(besidesTimeout)

    private static func all(_ timeoutOption: Option<Duration>) -> [any OptionDeclaration] {
        [server, userAgent, timeoutOption, noCache]
    }

    /// Returns whether an option has an effect only with a web service.
    package static func concerns(_ option: OptionDescription) -> Bool {
        (all + [besidesTimeout, privacy]).contains { $0.description.isSame(as: option) }
    }

    /// Decodes the options of a command that may use a web service; `nil` if `--provider` does not name one.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - timeoutOption: The command's option for the time limit.
    ///   - grid: The command's option for the grid; `nil` if it sends no points.
    /// - Throws: A usage error that names the option, its value and what is expected.
    package init?(
        _ arguments: ParsedArguments, timeout timeoutOption: Option<Duration> = WebOptions.timeout,
        privacy grid: Option<Double>? = WebOptions.privacy
    ) throws(ToolError) {
        // A stored default is validated too, even if it is not used yet.
        server = try arguments[Self.server]
        userAgent = try arguments[Self.userAgent]
        privacy = if let grid { try arguments[grid] } else { 0 }
        timeout = try arguments[timeoutOption]
        usesCache = !arguments[Self.noCache]
        if let service = try arguments.webService() {
            try service.check(server: server)
            self.service = service
            return
        }
        let options = Self.all(timeoutOption) + (grid.map { [$0] } ?? [])
        guard let option = arguments.firstGiven(options) else { return nil }
        throw .usage("--\(option.name) is for --provider \(WebService.alternatives); give one of them too")
    }

    private static func identity(_ text: String) throws(ValueProblem) -> String {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw .expected("NAME/VERSION (MAIL OR PAGE)", shown: .text(""))
        }
        return text
    }

    private static func url(_ text: String) throws(ValueProblem) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else {
            // A password before an @ is not for the terminal.
            let shown = text.contains("@") ? "..." + text[(text.lastIndex(of: "@") ?? text.startIndex)...] : text
            throw .expected("an address such as http://localhost:8080", shown: .text(shown))
        }
        return url
    }

    /// Prints the attribution of an answer if the output form has no place for it.
    package func credit(_ placemark: Placemark, in command: String?) {
        if let attribution = placemark.attribution { Messages.note(attribution, command: command) }
    }
}
