import Foundation
import LocationKit
import TestSupport
import Testing

@Suite("locate photos thumbnail", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct PhotoThumbnailTests {
    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    private func thumbnail(_ arguments: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(["photos", "thumbnail"] + arguments, keeping: cache).end()
    }

    /// A picture, 600 by 400 as stored, that has to be turned clockwise: red is above, blue below.
    private func photo() throws -> String {
        let path = folder.file("photo.jpg")
        try TestPhotos.jpeg(600, 400, .init(orientation: 6)).write(to: URL(filePath: path))
        return path
    }

    @Test("small, upright, PNG or JPEG, and shared with other programs", arguments: ["out.png", "out.jpg", "OUT.JPEG"])
    func formats(name: String) async throws {
        let (path, out) = (try photo(), folder.file(name))
        let end = try await thumbnail(path, "-o", out, "--size", "120")
        #expect(end.status == 0 && end.output.isEmpty && end.errors.isEmpty)
        let isPNG = FileManager.default.contents(atPath: out)?.starts(with: [0x89, 0x50]) == true
        #expect(isPNG == name.hasSuffix("png"))
        let image = try ImageDecoder().image(at: out)
        #expect(image.size == PixelSize(width: 80, height: 120))
        #expect(image[40, 10].red > 200 && image[40, 10].blue < 60)
        #expect(image[40, 110].blue > 200 && image[40, 110].red < 60)
        #expect(TemporaryFolder.count(in: cache.file("thumbnails/normal")) == 1)
    }

    @Test("never larger than the photo, and 256 pixels unless said otherwise")
    func sizes() async throws {
        let (path, out) = (try photo(), folder.file("out.png"))
        #expect(try await thumbnail(path, "-o", out, "--size", "5000").status == 0)
        #expect(try ImageDecoder().size(of: out) == PixelSize(width: 400, height: 600))
        #expect(try await thumbnail(path, "-o", out).status == 0)
        #expect(try ImageDecoder().size(of: out) == PixelSize(width: 171, height: 256))
    }

    @Test("the photo itself is not replaced, also by links")
    func itself() async throws {
        let path = try photo()
        let before = FileManager.default.contents(atPath: path)
        let (link, second) = (folder.file("link.jpg"), folder.file("second.jpg"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "photo.jpg")
        try FileManager.default.linkItem(atPath: path, toPath: second)
        for (from, to) in [(path, path), (path, link), (link, path), (path, second), (second, link)] {
            let end = try await thumbnail(from, "-o", to)
            #expect(end.status == 73 && end.errors.contains("is the picture itself"))
        }
        #expect(FileManager.default.contents(atPath: path) == before)
    }

    @Test("links are followed, pipes are written into, and - is standard output")
    func outputs() async throws {
        let path = try photo()
        let (link, target) = (folder.file("link.png"), folder.file("target.png"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.png")
        #expect(try await thumbnail(path, "-o", link).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target.png")
        let bytes = try #require(FileManager.default.contents(atPath: target))
        let pipe = folder.file("pipe.png")
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = Task.detached { FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() }
        #expect(try await thumbnail(path, "-o", pipe).status == 0)
        #expect(await reader.value == bytes)
        let program = try #require(LocateProgram.path)
        let dash = try await ChildProcess(
            ["/bin/sh", "-c", "\"$0\" photos thumbnail \"$1\" -o - | cmp - \"$2\"", program, path, target],
            environment: ["XDG_CACHE_HOME": cache.path]
        ).end()
        #expect(dash.status == 0, "\(dash.errors)")
    }

    @Test("what cannot be done says so, and leaves nothing behind")
    func refusals() async throws {
        let (path, out) = (try photo(), folder.file("out.png"))
        let text = folder.file("text.jpg")
        try "no picture".write(toFile: text, atomically: true, encoding: .utf8)
        #expect(try await thumbnail(folder.file("none.jpg"), "-o", out).status == 66)
        #expect(try await thumbnail(folder.path, "-o", out).status == 66)
        let foreign = try await thumbnail(text, "-o", out)
        #expect(foreign.status == 65 && foreign.errors.contains(text))
        let pipe = folder.file("pipe.jpg")
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(try await thumbnail(pipe, "-o", out).status == 66)
        #expect(try await thumbnail(path, "-o", folder.file("none/out.png")).status == 73)
        #expect(try await thumbnail(path, "-o", "/dev/full", "--format", "png").status == 74)
        for wrong in [[], ["-o", out], ["-o", out, "--size", "0"], ["-o", folder.file("out.gif")], ["-o", ""]] {
            let arguments = wrong.isEmpty ? [path] : wrong.count == 2 && wrong[1] == out ? wrong : [path] + wrong
            let end = try await LocateProgram.start(["photos", "thumbnail"] + arguments, keeping: cache).end()
            #expect(end.status == 64, "\(arguments)")
        }
        #expect(folder.names == ["photo.jpg", "pipe.jpg", "text.jpg"])
    }
}

extension TemporaryFolder {
    /// How many files there are in a folder; 0 where it is missing.
    fileprivate static func count(in path: String) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).count
    }
}
