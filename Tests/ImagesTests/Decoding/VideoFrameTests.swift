import Foundation
import LKMetadata
import TestSupport
import Testing

@testable import LKImages

@Suite struct VideoFrameTests {
    private let folder = TemporaryFolder()

    private func write(_ bytes: [UInt8], _ name: String = "video.mov") throws -> String {
        try folder.write(name, Data(bytes))
        return folder.file(name)
    }

    /// A program that stands for the real ones.
    private func program(_ script: String, _ name: String = "program") throws -> VideoProgram {
        try folder.write(name, Data("#!/bin/sh\n\(script)\n".utf8))
        try #require(chmod(folder.file(name), 0o700) == 0)
        return VideoProgram(name: folder.file(name)) { position, side in
            if case .beginning = position { return ["beginning", "\(side ?? 0)"] }
            return ["tenth", "\(side ?? 0)"]
        }
    }

    private func frame(
        _ path: String, _ programs: [VideoProgram], _ size: ImageRequest.Size = .fullResolution, seconds: Double = 30
    ) throws -> DecodedImage {
        var limits = ImagePipeline.Limits()
        limits.programTime = .seconds(seconds)
        let bytes = try ImageBytes.file(path, maximumSize: limits.fileSize)
        return try ImageDecoder(limits: limits).frame(of: bytes, size, programs: programs)
    }

    private static let real: [VideoProgram] = [.thumbnailer, .ffmpeg]

    private func isInstalled(_ program: VideoProgram) -> Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let isFound = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program.name)") }
        if !isFound { print("skipped: no \(program.name)") }
        return isFound
    }

    @Test("A video frame is decoded upright, at the requested size and never enlarged", arguments: real)
    func aFrameIsShownUpright(_ program: VideoProgram) throws {
        guard isInstalled(program) else { return }
        let quarters = try TestPicture.quarters(64, 48)
        for (matrix, turn) in [(BoxSample.identity, PhotoMetadata.Orientation.up), (BoxSample.right, .right)] {
            let path = try write(try BoxSample.video(quarters, matrix: matrix))
            let expected = try quarters.upright(from: turn)
            let decoded = try frame(path, [program])
            #expect(decoded.fullSize == expected.size && decoded.image.size == expected.size)
            for (x, y) in [(8, 8), (expected.size.width - 9, 8), (8, expected.size.height - 9)] {
                let (found, wanted) = (decoded.image[x, y], expected[x, y])
                #expect(abs(Int(found.red) - Int(wanted.red)) < 40 && abs(Int(found.blue) - Int(wanted.blue)) < 40)
            }
            let small = try frame(path, [program], .fitSize(PixelSize(width: 32, height: 32))).image.size
            #expect(max(small.width, small.height) == 32 && min(small.width, small.height) == 24)
            let square = try frame(path, [program], .cropSize(PixelSize(width: 20, height: 20))).image.size
            #expect(square == PixelSize(width: 20, height: 20))
            // Never larger than it is.
            #expect(
                try frame(path, [program], .fitSize(PixelSize(width: 900, height: 900))).image.size == expected.size)
        }
        // From memory it is the same.
        let data = Data(try BoxSample.video(quarters))
        let decoded = try ImageDecoder().frame(
            of: try ImageBytes(data, name: "video"), .fullResolution, programs: [program])
        #expect(decoded.image.size == quarters.size)
    }

    @Test("Videos from cameras give a frame of the requested size", arguments: real)
    func samplesOfCameras(_ program: VideoProgram) throws {
        guard let samples = Fixtures.folder("photos/metadata-extractor-images") else {
            print("skipped: no shared/data/photos")
            return
        }
        guard isInstalled(program) else { return }
        for name in ["mov/with-gps.mov", "mp4/sample_mpeg4.mp4", "mp4/uuid540.mp4"] {
            let path = samples.appending(path: name).path
            let decoded = try frame(path, [program], .fitSize(PixelSize(width: 120, height: 120)))
            #expect(max(decoded.image.size.width, decoded.image.size.height) == 120, "\(name)")
            #expect(try decoded.fullSize == ImageDecoder().size(of: path))
        }
    }

    @Test("Without a program for videos, the error names the package to install")
    func withoutAProgramThatIsSaid() throws {
        let path = try write(try BoxSample.video(try TestPicture.quarters(64, 48)))
        let none = VideoProgram(name: folder.file("none")) { _, _ in [] }
        let error = #expect(throws: ImageError.self) { try frame(path, [none]) }
        #expect(error?.code == .unavailable && error?.message.contains("Debian: ffmpegthumbnailer") == true)
    }

    @Test("The program gets the video on standard input, and the next one is tried if it fails")
    func theProgramIsGivenTheFileAndNotItsName() throws {
        let path = try write(try BoxSample.video(try TestPicture.quarters(64, 48)), "-i http:,video%d.mov")
        let picture = folder.file("picture.png")
        try TestPicture.quarters(64, 48).pngData().write(to: URL(filePath: picture))
        // It sees the video as standard input, and answers only for the beginning.
        let script = """
            test $(wc -c < /proc/self/fd/0) -gt 1000 || exit 3
            test "$1" = beginning && exec cat '\(picture)'
            exit 1
            """
        let decoded = try frame(path, [try program(script)])
        #expect(try decoded.image == TestPicture.quarters(64, 48))
        // What it prints with a failure is not taken.
        let failing = try program("cat '\(picture)'; exit 1", "failing")
        expect(.unsupported) { _ = try frame(path, [failing]) }
        expect(.unsupported) { _ = try frame(path, [try program("echo no picture", "talking")]) }
        expect(.unsupported) { _ = try frame(path, [try program("kill -SEGV $$", "crashing")]) }
        // Another one is asked then.
        #expect(try frame(path, [failing, try program(script)]).image.size == PixelSize(width: 64, height: 48))
    }

    // One that is waited for to its end takes longer than the limit.
    @Test("A program that hangs is ended at the time limit", .timeLimit(.minutes(10)))
    func aProgramThatHangsIsEnded() throws {
        let path = try write(try BoxSample.video(try TestPicture.quarters(64, 48)))
        for script in ["exec sleep 1000", "sleep 1000", "exec >&-; sleep 1000", "trap '' TERM; while true; do :; done"]
        {
            let error = #expect(throws: ImageError.self) { try frame(path, [try program(script)], seconds: 0.3) }
            #expect(error?.code == .tooLarge && error?.message.contains("takes more than") == true, "\(error as Any)")
        }
    }

    @Test("A program that prints endlessly is ended at the size limit")
    func aProgramThatPrintsWithoutEndIsEnded() throws {
        let path = try write(try BoxSample.video(try TestPicture.quarters(64, 48)))
        var limits = ImagePipeline.Limits()
        limits.fileSize = 1 << 20
        let bytes = try ImageBytes.file(path, maximumSize: limits.fileSize)
        let program = try program("exec cat /dev/zero")
        expect(.tooLarge) {
            _ = try ImageDecoder(limits: limits).frame(of: bytes, .fullResolution, programs: [program])
        }
    }

    @Test("Decoding a video frame stops when canceled")
    func itEndsWhenItIsNotWanted() throws {
        let path = try write(try BoxSample.video(try TestPicture.quarters(64, 48)))
        var decoder = ImageDecoder()
        decoder.isCancelled = { @Sendable in true }
        let bytes = try ImageBytes.file(path, maximumSize: 1 << 20)
        let program = try program("exec sleep 1000")
        expect(.canceled) { _ = try decoder.frame(of: bytes, .fullResolution, programs: [program]) }
    }

    @Test("The program runs with limits, cannot write files and inherits no other descriptors")
    func theProgramHasBoundsAndNoFilesOfOthers() throws {
        let path = try write(try BoxSample.video(try TestPicture.quarters(64, 48)))
        let secret = open(path, O_RDONLY)
        defer { close(secret) }
        let out = folder.file("out")
        let script = """
            ls /proc/self/fd | tr '\\n' ' '
            ulimit -f; ulimit -c; ulimit -t
            : > '\(out)' && echo x > '\(out)' && echo wrote
            """
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let bounds = VideoProgram.Bounds(seconds: 20, memory: 1 << 32, output: 1000)
        let program = try program(script)
        // Ended by a signal when it writes a file.
        #expect(throws: VideoProgram.Failure.self) { try program.run(file, .beginning, side: nil, bounds, nil) }
        let reading = try self.program(script.split(separator: "\n").dropLast().joined(separator: "\n"), "reading")
        let text = String(decoding: try reading.run(file, .beginning, side: nil, bounds, nil), as: UTF8.self)
        let lines = text.split(separator: "\n")
        // Standard input, output and errors, and the folder that is listed; the script that the shell reads is its own.
        #expect(lines.first.map { $0.split(separator: " ").count <= 5 } == true, "\(text)")
        #expect(text.contains("0\n0\n20"), "\(text)")
    }

    @Test("A video without structure is rejected without running a program")
    func aFileWithoutStructureIsNotGivenToAProgram() throws {
        let marker = folder.file("ran")
        let program = try program("touch '\(marker)'")
        for bytes in [Array("\0\0\0\u{14}ftypisom".utf8), Array("\u{1A}".utf8) + [0x45, 0xDF, 0xA3]] {
            let path = try write(bytes)
            expect(.damaged) { _ = try frame(path, [program]) }
        }
        #expect(!FileManager.default.fileExists(atPath: marker))
    }

    /// The pipeline's own programs cannot be replaced, so it is the flag that is looked at which ends them.
    @Test("Canceling the last request sets the flag that ends its job")
    func whatIsCancelledIsToldToItsThread() {
        var state = PipelineState(ImagePipeline.Configuration())
        let subscriber = StageUnit.Subscriber(priority: .normal, receiver: .caller({ @Sendable _ in }))
        let loading = ContentLoading.blocking { () throws(ImageError) in throw .canceled }
        state.subscribe(1, to: .load(ContentKey(name: "video")), loading: loading, process: nil, subscriber)
        guard case .job(_, _, let flag)? = state.nextWork() else {
            Issue.record("no work")
            return
        }
        #expect(!flag.isSet)
        state.unsubscribe(1)
        #expect(flag.isSet)
    }
}
