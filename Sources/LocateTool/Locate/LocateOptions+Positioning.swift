import Positioning
import TrackFormats

extension LocateOptions {
    /// The source that the options name.
    func makeSource(recorder: (any ReportRecorder)?) -> any LocationSource {
        switch source {
        case .gpsd: GPSDSource(gpsd, device: device, recorder: recorder)
        case .replay(let path): ReplaySource(path: path, name: recordingName, speed: speed, recorder: recorder)
        case .simulate(let path): SimulatedSource(path: path, name: recordingName, speed: speed, recorder: recorder)
        }
    }

    /// Says what of a recording could not be read.
    func sayLosses(of source: any LocationSource, command: String? = nil) {
        guard let replay = source as? ReplaySource else { return }
        for line in TrackWarningText.lines(replay.warnings, path: replay.name) {
            Messages.note(line, command: command, as: .warning)
        }
    }

    /// Puts a recording from standard input into a temporary file, since a recording is read more than once.
    ///
    /// - Parameter command: The command, for messages.
    /// - Returns: What keeps the file; `nil` where the recording is a file already, or there is none.
    /// - Throws: As ``SpooledInput/init(_:note:)``.
    mutating func spoolRecording(command: String? = nil) throws(ToolError) -> SpooledInput? {
        guard source == .replay("-") || source == .simulate("-") else { return nil }
        let isQuiet = quiet
        let spool = try SpooledInput("-") { if !isQuiet { Messages.note($0, command: command) } }
        source = source == .replay("-") ? .replay(spool.path) : .simulate(spool.path)
        recordingName = StandardInput.name
        return spool
    }

    /// The file of `--record`, created.
    func makeRecording() throws(ToolError) -> SessionRecording? {
        guard let record else { return nil }
        do throws(PositioningError) { return try SessionRecording(path: record) } catch {
            throw ToolError(.cannotCreate, "the recording cannot be created: \(error.message)")
        }
    }

    /// Sets a manager up; while watching no accuracy ends the session.
    func apply(to manager: LocationManager) {
        manager.desiredAccuracy = watch ? 0 : accuracy
        manager.timeout = effectiveTimeout
        manager.noSatelliteTimeout = noSatelliteTimeout
        manager.maximumAge = maxAge
        manager.settle = settle
        manager.requirement = require ?? .twoDimensional
    }
}
