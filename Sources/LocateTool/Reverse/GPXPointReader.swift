import FoundationEssentials
import Geo
import TrackFormats

/// Points of tracks, routes and waypoints in GPX.
///
/// What is wrong with a single point is named on standard error and the point is left out, for the file's own order of
/// values does not tell where it would have been.
struct GPXPointReader: PointReader {
    var header: InputPoint.Row? { nil }
    private(set) var omitted = 0

    private let file: InputFile
    private let reader: GPXReader
    private var told = 0

    init(_ file: InputFile) throws(ToolError) {
        self.file = file
        do {
            reader = try GPXReader(fileDescriptor: file.descriptor, name: file.name)
        } catch {
            throw ToolError(error)
        }
    }

    mutating func next() throws(ToolError) -> InputPoint? {
        do {
            let next = try reader.next()
            tellOmissions()
            guard let next else { return nil }
            var point = InputPoint(line: next.line, position: .success(next.location.coordinate))
            point.attributes = Self.attributes(of: next)
            return point
        } catch {
            tellOmissions()
            throw ToolError(error)
        }
    }

    private mutating func tellOmissions() {
        for warning in reader.warnings.dropFirst(told) {
            Messages.note("\(file.name):\(warning.line): \(warning.message)", command: "reverse")
        }
        // The reader keeps the first hundred.
        told = reader.warnings.count
        omitted = reader.warningCount
    }

    private static func attributes(of point: GPXReader.Point) -> [InputPoint.Attribute] {
        var attributes: [InputPoint.Attribute] = []
        func add(_ key: String, _ value: String?) {
            guard let value else { return }
            var writer = JSONWriter()
            writer.value(value)
            attributes.append(InputPoint.Attribute(key: key, json: writer.text))
        }
        add("kind", point.kind.rawValue)
        add("name", point.name)
        add("time", point.location.timestamp.flatMap(Timestamp.utc))
        if let altitude = point.location.altitude {
            attributes.append(.init(key: "altitude", json: NumberText.shortest(altitude, decimals: 3)))
        }
        return attributes
    }
}
