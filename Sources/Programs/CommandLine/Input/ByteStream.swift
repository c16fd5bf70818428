/// The bytes of an input one by one, with a look ahead, and the line they are on; or chunk by chunk.
package struct ByteStream {
    /// The line of the next byte, from 1; not kept by ``chunk()``.
    package private(set) var line = 1

    private let more: () throws(ToolError) -> [UInt8]
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// Reads from a function that gives the next bytes, and none at the end.
    package init(_ more: @escaping () throws(ToolError) -> [UInt8]) { self.more = more }

    /// Reads from bytes in memory, in chunks of a size.
    package init(_ bytes: [UInt8], chunkSize: Int = .max) {
        var rest = bytes[...]
        self.init { () throws(ToolError) in
            let chunk = Array(rest.prefix(chunkSize))
            rest = rest.dropFirst(chunk.count)
            return chunk
        }
    }

    /// The bytes available without reading more, which may block.
    var bufferedBytes: ArraySlice<UInt8> { buffer[position...] }

    /// Returns the next byte without consuming it; `nil` at the end.
    package mutating func peek() throws(ToolError) -> UInt8? {
        if position == buffer.count, !(try fill()) { return nil }
        return buffer[position]
    }

    /// Consumes and returns the next byte; `nil` at the end.
    package mutating func next() throws(ToolError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if byte == 10 { line += 1 }
        return byte
    }

    /// Consumes all buffered bytes, or else reads more; returns no bytes at the end.
    mutating func chunk() throws(ToolError) -> [UInt8] {
        if position == buffer.count, !(try fill()) { return [] }
        let chunk = position == 0 ? buffer : Array(buffer[position...])
        buffer = []
        position = 0
        return chunk
    }

    /// Returns the bytes available after at most one read, which are used to detect the format.
    package mutating func beginning() throws(ToolError) -> ArraySlice<UInt8> {
        _ = try peek()
        return bufferedBytes
    }

    private mutating func fill() throws(ToolError) -> Bool {
        guard !isAtEnd else { return false }
        buffer = try more()
        position = 0
        isAtEnd = buffer.isEmpty
        return !isAtEnd
    }
}
