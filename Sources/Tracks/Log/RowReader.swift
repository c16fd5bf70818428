import Persistence

/// What is wrong with a value in a row.
struct ColumnProblem: Error {
    let text: String
    init(_ text: String) { self.text = text }
}

/// Reads the present row of a statement and takes nothing for granted: the file may be damaged or made by somebody else.
struct RowReader {
    let statement: Database.Statement

    func number(_ column: Int) throws(ColumnProblem) -> Double {
        guard let value = statement.number(column), value.isFinite else {
            throw ColumnProblem("column \(column) has no number")
        }
        return value
    }

    func optionalNumber(_ column: Int) throws(ColumnProblem) -> Double? {
        statement.isNull(column) ? nil : try number(column)
    }

    func integer(_ column: Int) throws(ColumnProblem) -> Int64 {
        guard let value = statement.integer(column) else { throw ColumnProblem("column \(column) has no whole number") }
        return value
    }

    func optionalInteger(_ column: Int) throws(ColumnProblem) -> Int? {
        statement.isNull(column) ? nil : Int(try integer(column))
    }

    func text(_ column: Int) throws(ColumnProblem) -> String {
        guard let value = statement.text(column) else { throw ColumnProblem("column \(column) has no text") }
        return value
    }

    func optionalText(_ column: Int) throws(ColumnProblem) -> String? {
        statement.isNull(column) ? nil : try text(column)
    }

    /// A value that is kept by its name.
    func name<Value: RawRepresentable<String>>(_ column: Int) throws(ColumnProblem) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        guard let value = Value(rawValue: text) else { throw ColumnProblem("\"\(text)\" is unknown") }
        return value
    }
}
