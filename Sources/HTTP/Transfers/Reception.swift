import FoundationEssentials

/// What has come of an answer; libcurl's callbacks write into it on the client's thread.
final class Reception {
    /// Why bytes were refused.
    enum Refusal { case body, head }

    /// The most bytes of heads, those of interim answers included; browsers take 256 kB too.
    static let maximumHead = 256 << 10

    private(set) var head = ResponseHead()
    private(set) var body = Data()
    private(set) var refusal: Refusal?
    private var headSize = 0
    private var maximumSize = 0
    private var progress: ((HTTPProgress) -> Void)?

    /// Forgets what came, for another answer.
    func begin(maximumSize: Int, progress: ((HTTPProgress) -> Void)?) {
        head = ResponseHead()
        body = Data()
        refusal = nil
        headSize = 0
        self.maximumSize = maximumSize
        self.progress = progress
    }

    /// Gives what came away.
    func end() -> (head: ResponseHead, body: Data) {
        defer { begin(maximumSize: 0, progress: nil) }
        return (head, body)
    }

    /// Takes a line of a head; `false` when heads are too large.
    func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        headSize += line.count
        guard headSize <= Self.maximumHead else {
            refusal = .head
            return false
        }
        head.append(line)
        return true
    }

    /// Takes a piece of the body; `false` when it becomes too large.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= maximumSize - body.count else {
            refusal = .body
            return false
        }
        body.append(contentsOf: bytes)
        progress?(HTTPProgress(received: body.count, expected: head.bodySize))
        return true
    }
}
