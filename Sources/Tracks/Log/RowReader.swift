import Storage

/// What is wrong with a value in a row.
struct ColumnProblem: Error {
    let text: String
    init(_ text: String) { self.text = text }
}

/// The values of a row, by the numbers of their columns.
protocol RowValues {
    /// A whole number; `nil` when something else is there.
    func integer(_ column: Int) -> Int64?
    /// A number, also a whole one; `nil` when something else is there.
    func number(_ column: Int) -> Double?
    /// A text; `nil` when something else is there, or text that is not valid UTF-8.
    func text(_ column: Int) -> String?
    /// Whether nothing is there.
    func isNull(_ column: Int) -> Bool
    /// Counts a value that need not be known and cannot be read; `false` when the whole row is refused for it.
    func passOver(_ problem: ColumnProblem) -> Bool
}

extension Database.Statement: RowValues {
    func passOver(_ problem: ColumnProblem) -> Bool { false }
}

/// Reads a row and takes nothing for granted: the file may be damaged or made by another program.
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
        do throws(ColumnProblem) { return try number(column) } catch { return try passOver(error) }
    }

    func integer(_ column: Int) throws(ColumnProblem) -> Int64 {
        guard let value = values.integer(column) else { throw ColumnProblem("column \(column) has no whole number") }
        return value
    }

    func optionalInteger(_ column: Int) throws(ColumnProblem) -> Int? {
        if values.isNull(column) { return nil }
        do throws(ColumnProblem) { return Int(try integer(column)) } catch { return try passOver(error) }
    }

    func text(_ column: Int) throws(ColumnProblem) -> String {
        guard let value = values.text(column) else { throw ColumnProblem("column \(column) has no text") }
        return value
    }

    func optionalText(_ column: Int) throws(ColumnProblem) -> String? {
        if values.isNull(column) { return nil }
        do throws(ColumnProblem) { return try text(column) } catch { return try passOver(error) }
    }

    /// A value that is kept by its name.
    func name<Value: RawRepresentable<String>>(_ column: Int) throws(ColumnProblem) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        guard let value = Value(rawValue: text) else { return try passOver(ColumnProblem("\"\(text)\" is unknown")) }
        return value
    }

    /// Leaves a value out, where that may be.
    func passOver<Value>(_ problem: ColumnProblem) throws(ColumnProblem) -> Value? {
        guard values.passOver(problem) else { throw problem }
        return nil
    }
}

/// The present row of a statement.
typealias StatementRow = RowReader<Database.Statement>
