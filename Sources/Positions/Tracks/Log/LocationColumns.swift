import FoundationEssentials
import LKGeo
import LKStorage

/// The table columns of a location, without its receiver.
enum LocationColumns {
    static let names = """
        latitude, longitude, altitude, ellipsoidal_altitude, horizontal_accuracy, accuracy_estimator, vertical_accuracy,
        speed, speed_accuracy, course, course_accuracy, vertical_speed, time, time_doubt, fix, correction, satellites_used,
        satellites_visible, horizontal_dilution, source, simulated
        """
    static let count = 21
    static let parameters = String(repeating: "?, ", count: count - 1) + "?"

    /// Reads a location from the columns starting at `first`.
    ///
    /// - Throws: `ColumnProblem` for an invalid value.
    static func read<Values>(
        _ row: RowReader<Values>, from first: Int, device: String?
    ) throws(ColumnProblem) -> Location {
        guard
            let coordinate = Coordinate(
                latitude: try row.number(first), longitude: try row.number(first + 1))
        else { throw ColumnProblem("latitude or longitude is out of range") }
        var location = Location(
            coordinate: coordinate, source: try row.name(first + 19) ?? .other,
            isSimulated: try row.optionalInteger(first + 20) == 1)
        location.altitude = try row.optionalNumber(first + 2)
        location.ellipsoidalAltitude = try row.optionalNumber(first + 3)
        if let radius = try row.optionalNumber(first + 4), let estimator: Accuracy.Estimator = try row.name(first + 5) {
            location.horizontalAccuracy = Accuracy(radius: radius, estimator: estimator)
            if location.horizontalAccuracy == nil {
                location.horizontalAccuracy = try row.skip(ColumnProblem("horizontal_accuracy is not above zero"))
            }
        }
        location.verticalAccuracy = try row.optionalNumber(first + 6)
        location.speed = try row.optionalNumber(first + 7)
        location.speedAccuracy = try row.optionalNumber(first + 8)
        location.course = try row.optionalNumber(first + 9)
        location.courseAccuracy = try row.optionalNumber(first + 10)
        location.verticalSpeed = try row.optionalNumber(first + 11)
        location.timestamp = try row.optionalNumber(first + 12).map { Date(timeIntervalSince1970: $0) }
        location.timestampDoubt = try row.name(first + 13)
        location.fix = try row.name(first + 14)
        location.correction = try row.name(first + 15)
        if let used = try row.optionalInteger(first + 16), let visible = try row.optionalInteger(first + 17) {
            location.satellites = .init(used: used, visible: visible)
        }
        location.horizontalDilution = try row.optionalNumber(first + 18)
        location.device = device
        return location
    }
}

/// Binds locations to the parameters of a statement.
///
/// Bindings persist and many values repeat from fix to fix, so only changed values are bound.
struct LocationBinder {
    private let statement: Database.Statement
    private let first: Int
    /// One bit per column that is currently NULL; all bits for a new statement.
    private var nulls: UInt32 = .max
    private var estimator: Accuracy.Estimator?
    private var doubt: Location.TimestampDoubt?
    private var fix: Location.Fix?
    private var correction: Location.Correction?
    private var source: Location.Source?

    /// Creates a binder for a statement.
    ///
    /// - Parameters:
    ///   - statement: A statement without bindings.
    ///   - first: The index of the latitude's parameter.
    init(_ statement: Database.Statement, from first: Int) {
        self.statement = statement
        self.first = first
    }

    /// Binds a location except for its receiver.
    mutating func bind(_ location: Location) {
        statement.bind(location.coordinate.latitude, at: first)
        statement.bind(location.coordinate.longitude, at: first + 1)
        number(location.altitude, 2)
        number(location.ellipsoidalAltitude, 3)
        number(location.horizontalAccuracy?.radius, 4)
        Self.bind(location.horizontalAccuracy?.estimator, instead: &estimator, at: first + 5, of: statement)
        number(location.verticalAccuracy, 6)
        number(location.speed, 7)
        number(location.speedAccuracy, 8)
        number(location.course, 9)
        number(location.courseAccuracy, 10)
        number(location.verticalSpeed, 11)
        number(location.timestamp?.timeIntervalSince1970, 12)
        Self.bind(location.timestampDoubt, instead: &doubt, at: first + 13, of: statement)
        Self.bind(location.fix, instead: &fix, at: first + 14, of: statement)
        Self.bind(location.correction, instead: &correction, at: first + 15, of: statement)
        statement.bind(location.satellites.map { Int64($0.used) }, at: first + 16)
        statement.bind(location.satellites.map { Int64($0.visible) }, at: first + 17)
        number(location.horizontalDilution, 18)
        Self.bind(location.source, instead: &source, at: first + 19, of: statement)
        statement.bind(location.isSimulated ? Int64(1) : 0, at: first + 20)
    }

    private mutating func number(_ value: Double?, _ column: Int) {
        let bit: UInt32 = 1 << UInt32(column)
        // Receivers report finite values only; files may not.
        if let value, value.isFinite {
            statement.bind(value, at: first + column)
            nulls &= ~bit
        } else if nulls & bit == 0 {
            statement.bind(Double?.none, at: first + column)
            nulls |= bit
        }
    }

    /// Binds a value if it differs from the one bound; static, because `bound` is a property of the binder.
    private static func bind<Value: RawRepresentable<String> & Equatable>(
        _ value: Value?, instead bound: inout Value?, at parameter: Int, of statement: Database.Statement
    ) {
        guard value != bound else { return }
        statement.bind(value?.rawValue, at: parameter)
        bound = value
    }
}

/// An invalid value in a row.
struct ColumnProblem: Error {
    let text: String
    init(_ text: String) { self.text = text }
}

/// The values of a row, by column index.
protocol RowValues {
    /// Returns an integer, or `nil` for another type.
    func integer(_ column: Int) -> Int64?
    /// Returns an integer or floating-point number, or `nil` for another type.
    func number(_ column: Int) -> Double?
    /// Returns a text, or `nil` for another type or invalid UTF-8.
    func text(_ column: Int) -> String?
    /// Returns whether the value is NULL.
    func isNull(_ column: Int) -> Bool
    /// Skips and counts an invalid optional value; `false` when the whole row has to be rejected.
    func skip(_ problem: ColumnProblem) -> Bool
}

extension Database.Statement: RowValues {
    func skip(_ problem: ColumnProblem) -> Bool { false }
}

/// Reads a row with validation: the file may be damaged or written by another program.
struct RowReader<Values: RowValues> {
    let values: Values

    func number(_ column: Int) throws(ColumnProblem) -> Double {
        guard let value = values.number(column), value.isFinite else {
            throw ColumnProblem("column \(column) has no number")
        }
        return value
    }

    func optionalNumber(_ column: Int) throws(ColumnProblem) -> Double? {
        if values.isNull(column) { return nil }
        do throws(ColumnProblem) { return try number(column) } catch { return try skip(error) }
    }

    func integer(_ column: Int) throws(ColumnProblem) -> Int64 {
        guard let value = values.integer(column) else { throw ColumnProblem("column \(column) has no whole number") }
        return value
    }

    func optionalInteger(_ column: Int) throws(ColumnProblem) -> Int? {
        if values.isNull(column) { return nil }
        do throws(ColumnProblem) { return Int(try integer(column)) } catch { return try skip(error) }
    }

    func text(_ column: Int) throws(ColumnProblem) -> String {
        guard let value = values.text(column) else { throw ColumnProblem("column \(column) has no text") }
        return value
    }

    func optionalText(_ column: Int) throws(ColumnProblem) -> String? {
        if values.isNull(column) { return nil }
        do throws(ColumnProblem) { return try text(column) } catch { return try skip(error) }
    }

    /// Returns an enumeration value stored by name.
    func name<Value: RawRepresentable<String>>(_ column: Int) throws(ColumnProblem) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        guard let value = Value(rawValue: text) else { return try skip(ColumnProblem("\"\(text)\" is unknown")) }
        return value
    }

    /// Skips a value if allowed.
    func skip<Value>(_ problem: ColumnProblem) throws(ColumnProblem) -> Value? {
        guard values.skip(problem) else { throw problem }
        return nil
    }
}

/// The current row of a statement.
typealias StatementRow = RowReader<Database.Statement>
