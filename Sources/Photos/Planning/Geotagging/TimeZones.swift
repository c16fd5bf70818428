package import FoundationEssentials
import LKFormats
package import LKGazetteer
package import LKGeo
import Synchronization

/// Looks up time zones by position.
///
/// ```swift
/// let zones = TimeZones { try? world.timeZone(at: $0) }
/// ```
///
/// The offsets of a zone are read from the system's database, `/usr/share/zoneinfo`.
package final class TimeZones: Sendable {
    private let find: @Sendable (Coordinate) -> String?
    private let files = Mutex<[String: ZoneFile?]>([:])

    /// Creates a lookup that calls a closure.
    ///
    /// - Parameter find: Returns a name of the tz database, such as `Asia/Tokyo`; `nil` if no zone is known.
    package init(_ find: @escaping @Sendable (Coordinate) -> String?) { self.find = find }

    /// Finds no zone at any position; the offsets of zones given by name still work.
    package static let none = TimeZones { _ in nil }

    /// Returns whether the system's database contains a zone.
    static func exists(_ name: String) -> Bool { ZoneFile(named: name) != nil }

    /// Returns the name of the zone at a coordinate.
    func name(at coordinate: Coordinate) -> String? { find(coordinate) }

    /// Returns the offsets of a zone, or `nil` if the system's database does not contain it.
    func file(_ name: String) -> ZoneFile? {
        if let known = files.withLock({ $0[name] }) { return known }
        let file = ZoneFile(named: name)
        files.withLock { $0[name] = .some(file) }
        return file
    }

    /// Finds the UTC offset at a position and an instant, in seconds; `PhotoLibrary.Configuration` takes it as its lookup.
    package var offsetLookup: @Sendable (_ coordinate: Coordinate, _ instant: Date) -> Int? {
        { coordinate, instant in
            let seconds = instant.timeIntervalSince1970
            guard abs(seconds) < 1e12 else { return nil }
            return self.offset(at: coordinate, moment: Int(seconds.rounded(.down)))?.seconds
        }
    }

    /// Returns the zone and its offset at a position and a time in seconds since 1970.
    func offset(at coordinate: Coordinate, moment: Int) -> (name: String, seconds: Int)? {
        guard let name = name(at: coordinate), let file = file(name) else { return nil }
        return (name, file.offset(at: moment))
    }

    /// Returns the offsets possible in a zone for a local time.
    func offsets(of zone: ClockZone, atWallTime wall: Int) -> ZoneFile.WallOffsets? {
        switch zone {
        case .offset(let seconds): ZoneFile.WallOffsets(offsets: [seconds], isSkipped: false)
        case .named(let name): file(name)?.offsets(atWallTime: wall)
        }
    }
}

/// The time zone that a camera's clock was set to.
///
/// ```swift
/// let zone = ClockZone("Asia/Tokyo") ?? ClockZone("+09:00")
/// ```
public enum ClockZone: Sendable, Hashable {
    /// A zone of the tz database, with its summer time.
    case named(String)
    /// A fixed offset in seconds east of UTC.
    case offset(Int)

    /// Parses a zone; `nil` if the text is not one.
    ///
    /// - Parameter text: A name in the system's tz database, `Z`, or an offset: `+09:00`, `-0330`, `+9`.
    public init?(_ text: String) {
        if text == "Z" {
            self = .offset(0)
        } else if let offset = Self.offset(of: text) {
            self = .offset(offset)
        } else if TimeZones.exists(text) {
            self = .named(text)
        } else {
            return nil
        }
    }

    private static func offset(of text: String) -> Int? {
        var bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.last != UInt8(ascii: ":") else { return nil }
        // `+9`, `+930` and `+9:30` lack a digit of the hour.
        if bytes.count(where: { $0 &- 0x30 < 10 }) % 2 == 1 { bytes.insert(UInt8(ascii: "0"), at: 1) }
        var index = 0
        let limit = UTCOffset.maximumHoursOfClocks
        guard let offset = UTCOffset.parse(bytes.span, at: &index, maximumHours: limit), index == bytes.count,
            abs(offset.seconds) <= limit * 3600
        else { return nil }
        return offset.seconds
    }
}

extension ClockZone: CustomStringConvertible {
    /// `Asia/Tokyo` or `+09:00`.
    public var description: String {
        switch self {
        case .named(let name): name
        case .offset(let seconds): UTCOffset.text(seconds)
        }
    }
}

extension TimeZones {
    /// Creates a finder of zones in a gazetteer.
    ///
    /// - Parameter world: The gazetteer.
    package convenience init(_ world: World) { self.init { try? world.timeZone(at: $0) } }
}
