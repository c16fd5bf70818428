/// Gets what a source receives, as it is, to keep it for a replay.
public protocol ReportRecorder: Sendable {
    /// Takes one line without its newline. Called on the source's thread; failures are the recorder's to keep.
    func record(_ line: UnsafeBufferPointer<UInt8>)

    /// Called when a burst of lines is over: what was recorded should not be lost any more.
    func flush()
}
