import Geocoding
import Positioning

/// The options of plain `locate`, decoded and checked against each other.
struct LocateOptions {
    /// The form of the output.
    enum Format: String, CaseIterable { case text, json, geojson, csv, nmea }

    /// Where positions come from.
    enum Source: Equatable {
        case gpsd
        /// A recording, played without gpsd.
        case replay(String)
        /// A recording, played through a private gpsd.
        case simulate(String)
    }

    /// How long to wait as `--timeout` gave it; ``effectiveTimeout`` is what counts.
    var timeout: Duration?
    /// Give up after so long without any satellite in view; `nil`: never for that reason.
    var noSatelliteTimeout: Duration?
    /// Good enough, as a 68 % radius in metres; 0 never ends a run early.
    var accuracy = 100.0
    /// The greatest age of a position that still counts.
    var maxAge = Duration.seconds(5)
    /// How long to keep the best once the accuracy is met.
    var settle = Duration.zero
    /// What a fix must be at least; `nil`: any fix.
    var require: FixRequirement?
    /// Whether a run that did not reach the accuracy has failed.
    var strict = false
    /// Whether each update is printed; ``count`` implies it.
    var watch = false
    /// The number of updates to print; `nil`: until interrupted.
    var count: Int?
    /// The gpsd to ask.
    var gpsd = GPSDEndpoint()
    /// The only receiver to use; `nil`: any.
    var device: String?
    /// Where positions come from.
    var source = Source.gpsd
    /// What messages call a recording that came from standard input.
    var recordingName: String?
    /// How much faster than recorded; 0: as fast as possible.
    var speed = 1.0
    /// The file that keeps the raw session.
    var record: String?
    /// Whether the address is looked up.
    var resolvesAddress = true
    /// Which service on the web is asked for the address; `nil`: none.
    var web: WebOptions?
    /// The languages of the address, best first; `nil`: the settings and the environment decide.
    var languages: [LanguageTag]?
    /// The user's own names of places; `nil`: none.
    var corrections: CorrectionOptions?
    /// The form of the output.
    var format = Format.text
    /// A line to print instead of a format.
    var template: OutputTemplate?
    /// Whether hints and progress are kept back.
    var quiet = false

    init() {}

    /// What bounds the run: as given, else 30 seconds, else nothing while watching.
    var effectiveTimeout: Duration? { timeout ?? (watch ? nil : .seconds(30)) }
}
