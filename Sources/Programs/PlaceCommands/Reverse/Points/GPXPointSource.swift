import FoundationEssentials
import LKCommandLine
import LKGeo
import LKSharedOptions
import LKTrackFormats

/// Points of tracks, routes and waypoints in GPX.
///
/// What is wrong with a single point is named on standard error and the point is left out, for the file's own order of
/// values does not tell where it would have been.
struct GPXPointSource: PointSource {
    private(set) var omitted = 0

    private let file: InputFile
    private let reader: TrackPointReader
    private let wantsAttributes: Bool
    private let note: (String) -> Void
    /// The names of what points bring along, for the columns of CSV.
    static let columns = ["kind", "name", "time", "altitude"]

    private var told = 0
    private var failure: ToolError?

    /// So many points keep a thread busy for a while and take no memory to speak of.
    private static let batchSize = 2048

    /// Creates a source of the points of a GPX file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - wantsAttributes: Whether points bring name, time and height along, for all forms but text.
    ///   - note: Gets a sentence for each point that is left out.
    /// - Throws: ``ExitCode/noInput`` when there is no memory.
    init(
        _ file: InputFile, wantsAttributes: Bool,
        note: @escaping (String) -> Void = { Messages.note($0, command: "reverse") }
    ) throws(ToolError) {
        self.file = file
        self.note = note
        self.wantsAttributes = wantsAttributes
        do {
            reader = TrackPointReader(try GPXReader(fileDescriptor: file.descriptor, name: file.name))
        } catch {
            throw ToolError(error)
        }
    }

    mutating func next() throws(ToolError) -> (any PointBatch)? {
        if let failure { throw failure }
        var points: [TrackPointReader.Point] = []
        do throws(ToolError) {
            // What has come is answered before more is waited for.
            while points.count < Self.batchSize, points.isEmpty || reader.hasBufferedPoints || file.size != nil,
                let point = try point()
            {
                points.append(point)
            }
        } catch {
            if points.isEmpty { throw error }
            failure = error
        }
        return points.isEmpty ? nil : GPXPointBatch(points: points, wantsAttributes: wantsAttributes)
    }

    private mutating func point() throws(ToolError) -> TrackPointReader.Point? {
        if !reader.hasBufferedPoints { try file.wait() }
        defer { tellOmissions() }
        do {
            return try reader.next()
        } catch {
            throw ToolError(error)
        }
    }

    private mutating func tellOmissions() {
        for warning in reader.warnings.dropFirst(told) {
            note("\(file.name):\(warning.line): \(warning.message)")
        }
        // The reader keeps the first hundred.
        told = reader.warnings.count
        omitted = reader.warningCount
    }
}

/// Points of GPX.
struct GPXPointBatch: PointBatch {
    let points: [TrackPointReader.Point]
    let wantsAttributes: Bool

    var weight: Int { 256 * points.count }

    var isCheap: Bool { true }

    func forEach(_ body: (InputPoint) -> Void) {
        for point in points {
            var next = InputPoint(line: point.line, position: .success(point.location.coordinate))
            if wantsAttributes { next.entry.members = Self.attributes(of: point) }
            body(next)
        }
    }

    private static func attributes(of point: TrackPointReader.Point) -> [InputMember] {
        var attributes = [InputMember(key: "kind", text: point.kind.rawValue)]
        if let name = point.name { attributes.append(.init(key: "name", text: name)) }
        if let time = point.location.timestamp.flatMap(Timestamp.utc) {
            attributes.append(.init(key: "time", text: time))
        }
        if let altitude = point.location.altitude {
            var json: [UInt8] = []
            NumberText.append(altitude, decimals: 3, to: &json)
            attributes.append(.init(key: "altitude", json: json[...]))
        }
        return attributes
    }
}
