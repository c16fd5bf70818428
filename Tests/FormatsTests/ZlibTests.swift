import LKFormats
import TestSupport
import Testing

@Suite struct ZlibTests {
    /// zlib's format without compression.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
            packed += [rest.isEmpty ? 1 : 0] + count + count.map { ~$0 } + block
        } while !rest.isEmpty
        return packed + [0, 0, 0, 0]
    }

    private func unpack(_ bytes: [UInt8], limit: Int = 1 << 20) -> [UInt8]? {
        bytes.withUnsafeBytes { Zlib.inflated($0, maximumSize: limit) }
    }

    /// Packed by Python's zlib, in hexadecimal digits.
    private func packed(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    @Test("Stored, fixed and dynamic blocks are inflated")
    func blocksOfEachKindAreUnpacked() {
        #expect(unpack(Self.stored(Array("hello".utf8))) == Array("hello".utf8))
        let zeros = [UInt8](repeating: 0, count: 100_000)
        #expect(unpack(Self.stored(zeros)) == zeros)
        // The fixed code, with a distance: "hello hello hello hello".
        #expect(unpack(packed("7801cb48cdc9c957c8402701680308b1")) == Array("hello hello hello hello".utf8))
        // A code of its own: the squares of the numbers below 200.
        let squares = (0..<200).map { String($0 * $0) }.joined(separator: " ")
        #expect(unpack(packed(Self.squares)) == Array(squares.utf8))
    }

    @Test("The number of bytes after a stream is returned, even without its checksum")
    func whatFollowsAStreamIsCounted() {
        let stream = Self.stored(Array("hello".utf8))
        for count in [0, 1, 100] {
            let bytes = stream + [UInt8](repeating: 7, count: count)
            let found = bytes.withUnsafeBytes { Zlib.inflatedWithRest($0, maximumSize: 100) }
            #expect(found?.bytes == Array("hello".utf8) && found?.rest == count)
        }
        // The checksum may be missing.
        let found = stream.dropLast(4).withUnsafeBytes { Zlib.inflatedWithRest($0, maximumSize: 100) }
        #expect(found?.rest == 0)
    }

    @Test("Data that would inflate beyond the limit is refused, and data of exactly the limit is accepted")
    func theLimitHolds() {
        let zeros = [UInt8](repeating: 0, count: 100)
        #expect(unpack(Self.stored(zeros), limit: 99) == nil)
        #expect(unpack(Self.stored(zeros), limit: 100) == zeros)
        #expect(unpack(Self.stored([]), limit: 1)?.isEmpty == true)
        let count = (0..<200).map { String($0 * $0) }.joined(separator: " ").utf8.count
        #expect(unpack(packed(Self.squares), limit: 500) == nil)
        #expect(unpack(packed(Self.squares), limit: count - 1) == nil)
        #expect(unpack(packed(Self.squares), limit: count)?.count == count)
    }

    /// A block of the fixed code with one zero and 10,000 times "258 more of it": each takes 13 bits.
    @Test("A small stream that inflates to megabytes is refused at the limit")
    func smallStreamThatUnpacksToMegabytesEndsAtTheLimit() {
        var bits: [UInt8] = [1, 1, 0]
        bits += [0, 0, 1, 1, 0, 0, 0, 0]
        for _ in 0..<10_000 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
        bits += [0, 0, 0, 0, 0, 0, 0]
        var bomb: [UInt8] = [0x78, 0x01] + [UInt8](repeating: 0, count: bits.count / 8 + 1)
        for (index, bit) in bits.enumerated() { bomb[2 + index / 8] |= bit << UInt8(index % 8) }
        #expect(unpack(bomb, limit: 1 << 20) == nil)
        #expect(unpack(bomb, limit: 2_580_000) == nil)
        #expect(unpack(bomb, limit: 2_580_001)?.count == 2_580_001)
    }

    @Test("A zlib header with another method, a bad checksum or a dictionary is refused")
    func headerOfAnotherMethodIsRefused() {
        let whole = Self.stored(Array("hello".utf8))
        // Another method, a wrong checksum of the header, a dictionary, and nothing behind the header.
        for head: [UInt8] in [[0x79, 0x01], [0x78, 0x02], [0x78, 0x20]] { #expect(unpack(head + whole[2...]) == nil) }
        #expect(unpack([0x78, 0x01]) == nil && unpack([]) == nil)
    }

    @Test("A missing or wrong checksum and bytes after the stream are ignored")
    func bytesBehindTheStreamAreIgnored() {
        let text = Array("hello".utf8)
        #expect(unpack(Self.stored(text).dropLast(4) + [1, 2, 3, 4, 5, 6]) == text)
        #expect(unpack(Self.stored(text).dropLast(4)) == text)
    }

    @Test("Every truncated stream is rejected")
    func everyPrefixIsDamaged() {
        let whole = packed(Self.squares)
        for count in 0..<whole.count - 8 { #expect(unpack(Array(whole[..<count])) == nil) }
    }

    @Test("Mutated streams never trap or exceed the limit")
    func mutationsNeverTrap() {
        var random = SeededGenerator(seed: 7)
        let whole = packed(Self.squares)
        var answers = 0
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let answer = unpack(bytes) {
                #expect(answer.count <= 1 << 20)
                answers += 1
            }
        }
        #expect(answers > 0)
    }

    private static let squares =
        "78da2593d901042108435bb1043904e9bfb179717e7658e50849dccb56ae5956cbcf8a5a39ab725d5bb6f732e79bc92d1943"
        + "0a397ef8de59e1493ed5e465f2bdb98ecf3a5dabc82bbecdffe6fc723fe44da92f85b6e960462b534f739a5b684a6adcd1dc"
        + "128012920691dd140610fa160a1362dfb33c762ecf6d20a3c24b51ebecea76c80b5504fd051ae441bf483a876644332d2e73"
        + "6340901b2c295419e0cb04691698b3b5add6389b7d8e69e1d0c6dcaca39d4f2b1ace6a734b95c1261575a8ada64b5dfaf53e"
        + "22878a66e6eac3dc6e10f480e58afaebe0bb292d0accf7827eb4071944a0844db69cbb9f56226bfb8b738be022039a493653"
        + "9d9987e2148f56a2d4aed8f55fe910e77e44bfb794f079a23c7d22cf1348aac548c0b47ade502d2815df2be9a8e33720c21e"
        + "2776aee27ae715caa9975fa2d2faf5e954cf7efd7b34ebbeb988aef8e1992d6cf370ce33c7083f3bb38b6fede5bb6510fb1d"
        + "12b2888907573176113ffedbc4c59b87e93cf2f9a8959faf36437d52cce318f53fd203efabf64825475dce4bda39c0c97f8a"
        + "7a1fbd9096cece1632a2d4e7cda876e4099f030f100c2798b3655171157b149b5c057a72c2e5356c2ba3ba1c18617a79215f"
        + "46d01a2b6b2e128d6279384ec8cee739bba42f967f7ebfb27ebf57d0a50771dfdbe0812ad68b41defd9ec2b60f116bc625"
}
