import Testing

@testable import LKImages

/// Expects an `ImageError` of a code.
func expect(
    _ code: ImageError.Code, _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    do {
        try body()
        Issue.record("no error", sourceLocation: location)
    } catch {
        #expect((error as? ImageError)?.code == code, "\(error)", sourceLocation: location)
    }
}
