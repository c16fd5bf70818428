import Positioning

extension LocateOptions {
    /// The source that the options name.
    func makeSource(recorder: (any ReportRecorder)?) -> any LocationSource {
        switch source {
        case .gpsd: GPSDSource(gpsd, device: device, recorder: recorder)
        case .replay(let path): ReplaySource(path: path, speed: speed, recorder: recorder)
        case .simulate(let path): SimulatedSource(path: path, speed: speed, recorder: recorder)
        }
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
