import Foundation
import LKMetadata
import Testing

@Suite("The length of a video is a duration, and a number of seconds where it is stored") struct VideoLengthTests {
    /// As version 0.1 has encoded it.
    private static let encoded = #"{"duration":1.25,"format":"mp4","keywords":[],"orientation":1,"warnings":[]}"#

    @Test("It is encoded as before, and what was encoded before is read")
    func coding() throws {
        let read = try JSONDecoder().decode(PhotoMetadata.self, from: Data(Self.encoded.utf8))
        #expect(read.duration == .milliseconds(1250) && read.format == .mp4)
        var metadata = PhotoMetadata(format: .mp4)
        metadata.duration = .milliseconds(1250)
        #expect(metadata == read)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(metadata), as: UTF8.self) == Self.encoded)
        metadata.duration = nil
        #expect(!String(decoding: try encoder.encode(metadata), as: UTF8.self).contains("duration"))
    }

    @Test("A length that is no time is none", arguments: [-1.0, 1e300, .infinity, .nan, 1.1e15])
    func impossible(seconds: Double) throws {
        var metadata = PhotoMetadata(format: .mp4)
        metadata.seconds = seconds
        #expect(metadata.duration == nil)
        metadata.seconds = 1e15
        #expect(metadata.duration == .seconds(1_000_000_000_000_000))
    }
}
