import LKMetadata
import TestSupport
import Testing

@Suite struct FileBytesTests {
    @Test("Reads outside a file return nothing")
    func rangesOutsideOfTheFileAreNotGiven() throws {
        let bytes = FileBytes()
        bytes.open(bytes: [1, 2, 3, 4])
        #expect(try bytes.uint32(at: 0, bigEndian: true) == 0x0102_0304)
        #expect(try bytes.uint16(at: 2, bigEndian: false) == 0x0403)
        #expect(try bytes.uint16(at: 3, bigEndian: false) == nil)
        #expect(try bytes.byte(at: -1) == nil)
        #expect(try bytes.byte(at: .max) == nil)
        #expect(try bytes.bytes(at: 1, count: .max) == nil)
        #expect(try bytes.bytes(at: 1, count: -1) == nil)
        #expect(try bytes.bytes(at: 4, count: 0)?.count == 0)
    }
}
