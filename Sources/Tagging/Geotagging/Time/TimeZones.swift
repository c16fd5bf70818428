public import Geo
import Geocoding
import Synchronization

/// Which time zone a place has.
///
/// ```swift
/// let zones = TimeZones { try? world.timeZone(at: $0) }
/// ```
///
/// The offsets of a zone are read from the system's database, `/usr/share/zoneinfo`.
public final class TimeZones: Sendable {
    private let find: @Sendable (Coordinate) -> String?
    private let files = Mutex<[String: ZoneFile?]>([:])

    /// Takes whoever knows the zones of places.
    ///
    /// - Parameter find: Gives a name of the tz database, such as `Asia/Tokyo`; `nil` where no zone is known.
    public init(_ find: @escaping @Sendable (Coordinate) -> String?) { self.find = find }

    /// Knows of no place; the zones of clocks still have their offsets.
    public static let none = TimeZones { _ in nil }

    /// Whether the system knows a zone.
    static func exists(_ name: String) -> Bool { ZoneFile(named: name) != nil }

    /// The zone of a place.
    func name(at coordinate: Coordinate) -> String? { find(coordinate) }

    /// The offsets of a zone; `nil` for one that the system does not know.
    func file(_ name: String) -> ZoneFile? {
        if let known = files.withLock({ $0[name] }) { return known }
        let file = ZoneFile(named: name)
        files.withLock { $0[name] = .some(file) }
        return file
    }

    /// The offset at a place and moment.
    func offset(at coordinate: Coordinate, moment: Int) -> (name: String, seconds: Int)? {
        guard let name = name(at: coordinate), let file = file(name) else { return nil }
        return (name, file.offset(at: moment))
    }

    /// The offsets that a clock may have had when it showed a time.
    func offsets(of zone: ClockZone, atWallTime wall: Int) -> ZoneFile.WallOffsets? {
        switch zone {
        case .offset(let seconds): ZoneFile.WallOffsets(offsets: [seconds], isSkipped: false)
        case .named(let name): file(name)?.offsets(atWallTime: wall)
        }
    }
}
