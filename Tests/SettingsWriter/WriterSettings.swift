import LKPersistence

/// What the tests of two processes write.
final class WriterSettings: Settings, @unchecked Sendable {
    @Setting var count = 0
    @Setting var text = ""

    override class var namespace: String { "" }
}
