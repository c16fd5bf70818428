import LKStorage

/// The kind of error that something ends with; `nil` when it succeeds.
func refusal<Result>(_ body: () throws(StorageError) -> Result) -> StorageError.Code? {
    do throws(StorageError) {
        _ = try body()
        return nil
    } catch { return error.code }
}
