import LKStorage

/// The kind of error that something ends with; `nil` when it succeeds.
func refusal<Result>(_ body: () throws(PersistenceError) -> Result) -> PersistenceError.Code? {
    do throws(PersistenceError) {
        _ = try body()
        return nil
    } catch { return error.code }
}
