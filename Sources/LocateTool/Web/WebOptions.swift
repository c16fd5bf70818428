import FoundationEssentials
import Geocoding

/// Which service on the web is asked, and how, as a command line says it.
struct WebOptions: Equatable {
    /// The kind of service.
    enum Service: String { case nominatim, photon }

    var service: Service
    /// Where it is; `nil` is the public one, which is shared by everybody.
    var server: URL?
    /// What tells the service who asks.
    var userAgent: String?
    /// The grid that points are rounded to before they leave this machine, in metres; 0 sends them as they are.
    var privacy: Double
    /// Whether answers are kept on this machine and taken from there.
    var usesCache: Bool

    /// Decodes the options of a command that may ask the web.
    ///
    /// - Parameters:
    ///   - service: The one that is asked; `nil` when none is, and then the options make no sense.
    ///   - arguments: The command line.
    /// - Throws: A usage error that names the option, its value and what is expected.
    init?(_ service: Service?, _ arguments: ParsedArguments) throws(ToolError) {
        // A default that is kept in the settings is checked too, and waits for the day when the web is asked.
        server = try arguments.string("server").map { text throws(ToolError) in try Self.url(text) }
        userAgent = arguments.string("user-agent")
        privacy = try arguments.metres("privacy") ?? 0
        usesCache = !arguments.flag("no-cache")
        if let service {
            self.service = service
        } else if let name = Self.names.first(where: { arguments.isGiven($0) }) {
            throw .usage("--\(name) is for --provider nominatim or photon; give one of them too")
        } else {
            return nil
        }
    }

    private static let names = ["server", "user-agent", "privacy", "no-cache"]

    private static func url(_ text: String) throws(ToolError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else { throw ParsedArguments.wrong("server", text, expected: "an address such as http://localhost:8080") }
        return url
    }

    /// Names whose data an answer is, as its licence asks, where the form of the output has no place for that.
    func credit(_ placemark: Placemark, in command: String) {
        if let attribution = placemark.attribution { Messages.note(attribution, command: command) }
    }
}
