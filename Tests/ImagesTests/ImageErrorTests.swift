import Foundation
import LKMetadata
import LKStorage
import TestSupport
import Testing

@testable import LKImages

@Suite("An image error made of another one keeps its advice and the error itself") struct ImageErrorTests {
    private let folder = TemporaryFolder()

    @Test("Errors of metadata", arguments: ["raw file", "video"])
    func metadata(kind: String) {
        let codes: [(MetadataError.Code, ImageError.Code)] = [
            (.missing, .missing), (.unreadable, .unreadable), (.notAFile, .unreadable), (.malformed, .damaged),
        ]
        for (code, expected) in codes {
            let below = MetadataError(code: code, message: "a is odd", advice: "look at a", path: "a")
            let error = ImageError(below, "a", kind)
            #expect(error.code == expected && error.underlying as? MetadataError == below)
            #expect(error.message.contains("a is odd; look at a"))
            #expect(error.advice == (expected == .damaged ? "copy it again from the original" : "look at a"))
            #expect(error.advice.map { error.message.hasSuffix($0) } == true)
        }
    }

    @Test("A raw file and a video that are damaged name what their containers say")
    func files() throws {
        let raw: [UInt8] = Array("II*".utf8) + [0, 8, 0, 0, 0, 1, 0]
        for (name, bytes) in [("a.cr2", raw), ("a.mp4", Array("    ftypisom".utf8))] {
            try Data(bytes).write(to: URL(filePath: folder.file(name)))
            let error = #expect(throws: ImageError.self) {
                try ImageDecoder().image(at: folder.file(name), size: .fullResolution)
            }
            #expect(error?.message.contains(name) == true)
        }
        let bytes = try ImageBytes(Array("    ftypisom".utf8), name: "b.mp4")
        let video = #expect(throws: ImageError.self) { try ImageDecoder().frame(of: bytes, .fullResolution) }
        #expect(video?.code == .damaged && video?.underlying is MetadataError, "\(video as Any)")
    }

    @Test("Errors of files that cannot be written, and of the network")
    func writing() throws {
        let image = try PixelImage(size: PixelSize(width: 1, height: 1)) {
            $0.initializeMemory(as: UInt8.self, repeating: 9)
        }
        let error = #expect(throws: ImageError.self) {
            try image.write(to: URL(filePath: folder.file("none/a.png")))
        }
        #expect(error?.code == .notWritten && error?.underlying is StorageError, "\(error as Any)")
        #expect(error?.advice == (error?.underlying as? StorageError)?.advice)
    }

    @Test("Compares by what it says")
    func equality() {
        let below = MetadataError(code: .missing, message: "a is missing", path: "a")
        #expect(ImageError(below, "a", "video") == ImageError(.missing, "a is missing"))
        #expect(ImageError(below, "a", "video").hashValue == ImageError(.missing, "a is missing").hashValue)
        #expect(ImageError(.missing, "a", advice: "b") != ImageError(.missing, "a; b"))
    }
}
