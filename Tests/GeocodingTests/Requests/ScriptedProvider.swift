import LKGeo
import Synchronization
import TestSupport

@testable import LKGeocoding

/// A provider that does what the test says, when it says so, and counts.
final class ScriptedProvider: GeocodingProvider {
    /// What comes of a question.
    typealias Script = @Sendable (Coordinate) throws(GeocodingError) -> [Placemark]

    struct Counts {
        var asked = 0
        var underWay = 0
        var most = 0
        var canceled = 0
        /// Cells that were asked while they were asked already.
        var doubled = 0
        fileprivate var cells: Set<GeocodingQuestion.Subject> = []
    }

    let name: String
    let isOffline: Bool
    let attribution: String?
    /// Opens with each question.
    let asked = Gate()
    /// Opens with each question that ended.
    let ended = Gate()
    private let script: Script
    private let held: HeldTasks?
    private let counted = Mutex(Counts())

    /// A provider; `held` holds each question until it is let go, where given.
    init(
        _ name: String, isOffline: Bool = false, attribution: String? = nil, held: HeldTasks? = nil,
        _ script: @escaping Script
    ) {
        self.name = name
        self.isOffline = isOffline
        self.attribution = attribution
        self.held = held
        self.script = script
    }

    var counts: Counts { counted.withLock { $0 } }

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        let cell = GeocodingQuestion.Subject.cell(of: coordinate, size: 1e-4)
        counted.withLock { counts in
            counts.asked += 1
            counts.underWay += 1
            counts.most = max(counts.most, counts.underWay)
            if !counts.cells.insert(cell).inserted { counts.doubled += 1 }
        }
        asked.open()
        await held?.wait()
        counted.withLock { counts in
            counts.underWay -= 1
            counts.cells.remove(cell)
            if Task.isCancelled { counts.canceled += 1 }
        }
        defer { ended.open() }
        return try script(coordinate)
    }

    func search(_ text: String, languages: [LanguageTag], limit: Int) async throws(GeocodingError) -> [Placemark] {
        counted.withLock { $0.asked += 1 }
        return try script(.origin)
    }
}

/// A provider that answers in place.
struct ImmediateScript: ImmediateProvider {
    var name = "immediate"
    var isOffline: Bool { true }
    var attribution: String? { nil }
    var script: ScriptedProvider.Script

    func placemarks(at coordinate: Coordinate, languages: [LanguageTag]) throws(GeocodingError) -> [Placemark] {
        try script(coordinate)
    }

    func matches(
        _ text: String, limit: Int, near: Coordinate?, languages: [LanguageTag]
    ) throws(GeocodingError) -> [PlaceMatch] { try script(.origin).map { PlaceMatch(placemark: $0) } }

    func timeZone(at coordinate: Coordinate) throws(GeocodingError) -> String? {
        try script(coordinate).first?.timeZone
    }
}

/// Holds tasks until the test lets them go, whether they are cancelled or not.
final class HeldTasks: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Releases the waiting questions, and with `forGood` all later ones.
    @discardableResult func letGo(forGood: Bool = true) -> Int {
        let waiting = state.withLock { state in
            state.isOpen = forGood
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        return waiting.count
    }
}

extension Coordinate {
    static let origin = point(0, 0)

    static func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("no coordinate")
        }
        return point
    }
}

extension Placemark {
    static func sample(
        _ point: Coordinate, _ provider: String, _ precision: Precision = .house, country: String? = nil
    ) -> Placemark {
        var placemark = Placemark(coordinate: point, provider: provider)
        placemark.name = "\(provider) \(precision)"
        placemark.precision = precision
        placemark.isoCountryCode = country
        return placemark
    }
}

extension Gate {
    /// Waits without holding a thread that tasks need.
    func reached(_ times: Int = 1) async -> Bool {
        await withCheckedContinuation { continuation in
            let thread = WaitingThread { @Sendable in continuation.resume(returning: self.wait(times: times)) }
            thread.start()
        }
    }
}
