/// The bytes of an input one by one, with a look ahead, and the line they are on; or chunk by chunk.
struct ByteStream {
    /// The line of the next byte, from 1; not kept by ``chunk()``.
    private(set) var line = 1

    private let more: () throws(ToolError) -> [UInt8]
    private var chunkAtHand: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// Reads from a function that gives the next bytes, and none at the end.
    init(_ more: @escaping () throws(ToolError) -> [UInt8]) { self.more = more }

    /// Reads from bytes in memory, in chunks of a size.
    init(_ bytes: [UInt8], chunkSize: Int = .max) {
        var rest = bytes[...]
        self.init { () throws(ToolError) in
            let chunk = Array(rest.prefix(chunkSize))
            rest = rest.dropFirst(chunk.count)
            return chunk
        }
    }

    /// The bytes that can be had without reading more, which may mean waiting.
    var bytesAtHand: ArraySlice<UInt8> { chunkAtHand[position...] }

    /// The next byte without taking it; `nil` at the end.
    mutating func peek() throws(ToolError) -> UInt8? {
        if position == chunkAtHand.count, !(try fill()) { return nil }
        return chunkAtHand[position]
    }

    /// Takes the next byte; `nil` at the end.
    mutating func next() throws(ToolError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if byte == 10 { line += 1 }
        return byte
    }

    /// Takes all buffered bytes, or else reads more; empty at the end.
    mutating func chunk() throws(ToolError) -> [UInt8] {
        if position == chunkAtHand.count, !(try fill()) { return [] }
        let chunk = position == 0 ? chunkAtHand : Array(chunkAtHand[position...])
        chunkAtHand = []
        position = 0
        return chunk
    }

    /// The bytes that can be seen without reading more; used to guess what the input is.
    mutating func beginning() throws(ToolError) -> ArraySlice<UInt8> {
        _ = try peek()
        return bytesAtHand
    }

    private mutating func fill() throws(ToolError) -> Bool {
        guard !isAtEnd else { return false }
        chunkAtHand = try more()
        position = 0
        isAtEnd = chunkAtHand.isEmpty
        return !isAtEnd
    }
}
