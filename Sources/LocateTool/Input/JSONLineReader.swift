/// Lines of a stream, for JSON objects one a line; empty lines are passed over.
struct JSONLineReader {
    /// One line.
    struct Line {
        /// Its number, from 1.
        var number: Int
        /// Its bytes without the end of the line.
        var bytes: [UInt8]
    }

    private var stream: ByteStream
    private let name: String
    private var isAtStart = true

    init(_ stream: ByteStream, name: String) {
        self.stream = stream
        self.name = name
    }

    /// The next line that is not empty; `nil` at the end.
    ///
    /// - Throws: ``ExitCode/dataError`` for a line over 16 MiB.
    mutating func next() throws(ToolError) -> Line? {
        while try stream.peek() != nil {
            let number = stream.line
            var bytes: [UInt8] = []
            while let byte = try stream.next(), byte != 10 {
                guard bytes.count < 1 << 24 else {
                    throw ToolError(.dataError, "\(name):\(number): the line is longer than 16 MiB")
                }
                bytes.append(byte)
            }
            if isAtStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
            isAtStart = false
            if bytes.contains(where: { $0 > 0x20 }) { return Line(number: number, bytes: bytes) }
        }
        return nil
    }
}
