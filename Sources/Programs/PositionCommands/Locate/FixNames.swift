import LKCommandLine
import LKGeo
import LKGeocoding
import LKSharedOptions

/// Names fixes: by a web service that never delays one for long, else offline.
///
/// One thread asks; another may call ``stop()``.
struct FixNames: Sendable {
    private let offline: ToolGeocoder
    private let moving: MovingGeocoder?
    /// The user's own names; `nil` for none.
    let corrections: PlaceCorrections?
    private let note: @Sendable (String) -> Void

    /// Opens the place data, and creates the geocoder for the service; nothing is sent yet.
    ///
    /// - Throws: What is wrong with the place data, and a usage error for what the service's rules do not allow.
    init(_ options: LocateOptions) throws(ToolError) {
        let corrections = try options.corrections.read(for: nil, quiet: options.quiet)
        let offline = try ToolGeocoder(languages: options.languages, options.streets, for: nil)
        var moving: MovingGeocoder?
        if let web = options.web, let service = try Self.service(web, options) {
            let configuration = Self.configuration(timeout: web.timeout, watches: options.watch)
            moving = MovingGeocoder(
                service.geocoder, languages: service.languages, configuration: configuration,
                onEvent: Self.handler(watches: options.watch, note: { Messages.note($0) }))
        }
        self.init(offline, moving, corrections: corrections, note: { Messages.note($0) })
    }

    init(
        _ offline: ToolGeocoder, _ moving: MovingGeocoder?, corrections: PlaceCorrections? = nil,
        note: @escaping @Sendable (String) -> Void
    ) {
        (self.offline, self.moving, self.corrections, self.note) = (offline, moving, corrections, note)
    }

    /// Returns the distances and times: a single fix is worth the whole wait, while updates arrive every second.
    static func configuration(timeout: Duration, watches: Bool) -> MovingGeocoder.Configuration {
        var configuration = MovingGeocoder.Configuration()
        if watches {
            configuration.maximumWait = configuration.maximumWait.map { min(timeout, $0) } ?? timeout
        } else {
            (configuration.maximumWait, configuration.reach) = (timeout, 0)
        }
        return configuration
    }

    /// Returns the handler that notifies the user when the service fails, answers again or is late.
    static func handler(
        watches: Bool, note: @escaping @Sendable (String) -> Void
    ) -> @Sendable (MovingGeocoder.Event) -> Void {
        { event in
            switch event {
            // What is wrong with the place data is said with the fix that lacks its name.
            case .failed(let failure) where WebService.all.contains { $0.name == failure.provider }:
                note(ToolError(failure.error).message + "; printed with the built-in address")
            case .recovered(let name) where WebService.all.contains { $0.name == name }:
                note("the service answers again")
            case .late(let timeout) where !watches:
                let seconds = NumberText.shortest(timeout / .seconds(1), decimals: 1)
                note("the service has not answered within \(seconds) s; printed with the built-in address")
            case .failed, .recovered, .late: break
            }
        }
    }

    /// Returns the geocoder for a web service; a machine without what that requires still prints positions.
    private static func service(_ web: WebOptions, _ options: LocateOptions) throws(ToolError) -> ToolGeocoder? {
        do throws(ToolError) { return try ToolGeocoder(web, languages: options.languages) } catch {
            guard error.code == .unavailable else { throw error }
            Messages.note(error.message + "; addresses are the built-in ones")
            return nil
        }
    }

    /// Ends the wait for the service, and prevents later ones.
    func stop() { moving?.stop() }

    /// Returns the place by the service if it answers in time, else by the built-in world; `nil` if that fails too.
    func place(at coordinate: Coordinate) -> Placemark? {
        var place: Placemark?
        if let moving { place = Waiting.wait { await moving.placemark(at: coordinate) } }
        if place == nil {
            // Also for a point without a name, which has a time zone.
            do throws(ToolError) { place = try offline.place(at: coordinate, withBorder: true) } catch {
                // The position is the requested result; its name is optional.
                note(error.message + "; printed without the address")
            }
        }
        // The answer may be that of a point nearby.
        guard let place, let corrections, let feature = corrections.feature(at: coordinate) else { return place }
        return corrections.corrected(place, by: feature)
    }
}
