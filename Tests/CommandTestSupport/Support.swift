import FoundationEssentials
import Glibc
package import LKCommandLine
import Testing

/// Bytes of a text for a reader, in chunks of one byte so that every boundary is met.
package func stream(_ text: String, chunkSize: Int = 1) -> ByteStream {
    ByteStream(Array(text.utf8), chunkSize: chunkSize)
}

/// What a function writes to an output, through a temporary file; it may take that for a terminal.
package func written(isTerminal: Bool = false, _ body: (Output) throws -> Void) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "locate-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data().write(to: URL(filePath: path))
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let output = Output(descriptor: descriptor, name: "the test's file", isTerminal: isTerminal)
    try body(output)
    try output.close()
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}
