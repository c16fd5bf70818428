import FoundationEssentials
import Geo
import Storage

/// Binds one location after the other to the parameters of a statement.
///
/// What is bound stays bound, and much of what is known of a fix is the same as of the one before; so only what changed is bound.
struct LocationBinder {
    private let statement: Database.Statement
    private let first: Int
    /// A bit for each column that is NULL at present; all of a new statement.
    private var nulls: UInt32 = .max
    private var estimator: Accuracy.Estimator?
    private var doubt: Location.TimestampDoubt?
    private var fix: Location.Fix?
    private var correction: Location.Correction?
    private var source: Location.Source?

    /// - Parameters:
    ///   - statement: A statement to which nothing is bound.
    ///   - first: The parameter of the latitude.
    init(_ statement: Database.Statement, from first: Int) {
        self.statement = statement
        self.first = first
    }

    /// Binds a location: all but its receiver.
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
        // No receiver knows infinite heights; a file may say so.
        if let value, value.isFinite {
            statement.bind(value, at: first + column)
            nulls &= ~bit
        } else if nulls & bit == 0 {
            statement.bind(Double?.none, at: first + column)
            nulls |= bit
        }
    }

    /// Static, since what is bound is part of the binder.
    private static func bind<Value: RawRepresentable<String> & Equatable>(
        _ value: Value?, instead bound: inout Value?, at parameter: Int, of statement: Database.Statement
    ) {
        guard value != bound else { return }
        statement.bind(value?.rawValue, at: parameter)
        bound = value
    }
}
