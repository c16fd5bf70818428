import Foundation
import LocationKit
import LocationKitPhotos
import TestSupport
import Testing

@Suite("locate photos thumbnail", .enabled(if: LocateProgram.path != nil, "locate is not built"))
struct PhotoThumbnailTests {
    private let folder = TemporaryFolder()
    private let cache = TemporaryFolder()

    private func thumbnail(_ arguments: String...) async throws -> ChildProcess.End {
        try await LocateProgram.start(["photos", "thumbnail"] + arguments, keeping: cache).end()
    }

    /// An image, 600 by 400 as stored, that has to be turned clockwise: red is above, blue below.
    private func photo() throws -> String {
        let path = folder.file("photo.jpg")
        try TestPhotos.jpeg(600, 400, .init(orientation: 6)).write(to: URL(filePath: path))
        return path
    }

    @Test("Small, upright, PNG or JPEG, and shared with other programs", arguments: ["out.png", "out.jpg", "OUT.JPEG"])
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

    @Test("Never larger than the photo, and 256 pixels unless said otherwise")
    func sizes() async throws {
        let (path, out) = (try photo(), folder.file("out.png"))
        #expect(try await thumbnail(path, "-o", out, "--size", "5000").status == 0)
        #expect(try ImageDecoder().size(of: out) == PixelSize(width: 400, height: 600))
        #expect(try await thumbnail(path, "-o", out).status == 0)
        #expect(try ImageDecoder().size(of: out) == PixelSize(width: 171, height: 256))
    }

    @Test("A square shows the middle, whatever the cache has", arguments: ["50", "128", "390"])
    func square(side: String) async throws {
        let (path, out) = (try photo(), folder.file("out.png"))
        for _ in 0..<2 {
            let end = try await thumbnail(path, "-o", out, "--size", side, "--square")
            #expect(end.status == 0, "\(end.errors)")
            let image = try ImageDecoder().image(at: out)
            let pixels = try #require(Int(side))
            #expect(image.size == PixelSize(width: pixels, height: pixels))
            #expect(image[2, 2].red > 200 && image[2, pixels - 3].blue > 200)
        }
        #expect(try await thumbnail(path, "-o", out, "--size", "9000", "--square").status == 0)
        #expect(try ImageDecoder().size(of: out) == PixelSize(width: 400, height: 400))
    }

    @Test("GIF and TIFF have one, and a video without frames says so")
    func others() async throws {
        let gif = try #require(Data(base64Encoded: "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="))
        let dot = folder.file("dot.gif")
        try gif.write(to: URL(filePath: dot))
        let out = folder.file("out.png")
        #expect(try await thumbnail(dot, "-o", out).status == 0)
        #expect(try ImageDecoder().image(at: out)[0, 0] == PixelImage.Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        // Two pixels in one strip: red, blue.
        var tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 14, 255, 0, 0, 0, 0, 255, 0, 9]
        for (tag, type, value) in [
            (256, 3, 2), (257, 3, 1), (258, 3, 8), (259, 3, 1), (262, 3, 2), (273, 4, 8), (277, 3, 3), (278, 3, 1),
            (279, 4, 6),
        ] {
            tiff += [UInt8(tag >> 8), UInt8(tag & 255), 0, UInt8(type), 0, 0, 0, 1]
            tiff += type == 3 ? [0, UInt8(value), 0, 0] : [0, 0, 0, UInt8(value)]
        }
        tiff += [0, 0, 0, 0]
        let image = folder.file("image.tif")
        try Data(tiff).write(to: URL(filePath: image))
        #expect(try await thumbnail(image, "-o", out).status == 0)
        #expect(try ImageDecoder().image(at: out)[1, 0].blue == 255)
        let video = folder.file("video.mov")
        var bytes: [UInt8] = [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0]
        bytes += [0, 0, 0, 116] + Array("moov".utf8) + [0, 0, 0, 108] + Array("mvhd".utf8)
        try Data(bytes + [UInt8](repeating: 0, count: 100)).write(to: URL(filePath: video))
        let end = try await thumbnail(video, "-o", folder.file("video.png"))
        #expect(end.status == 65 && end.errors.contains("video.mov is a damaged video"), "\(end)")
    }

    @Test("The photo itself is not replaced, also through links and with --force")
    func itself() async throws {
        let path = try photo()
        let before = FileManager.default.contents(atPath: path)
        let (link, second) = (folder.file("link.jpg"), folder.file("second.jpg"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "photo.jpg")
        try FileManager.default.linkItem(atPath: path, toPath: second)
        for (from, to) in [(path, path), (path, link), (link, path), (path, second), (second, link)] {
            for more in [[], ["--force"]] {
                let end = try await LocateProgram.start(
                    ["photos", "thumbnail", from, "-o", to] + more, keeping: cache
                ).end()
                let reason = to == link ? "is a symbolic link to photo.jpg" : "is an input of the same command"
                #expect(end.status == 73 && end.errors.contains(reason))
            }
        }
        #expect(FileManager.default.contents(atPath: path) == before)
    }

    @Test("Another photo is kept, an earlier thumbnail replaced; pipes are written into, and - is standard output")
    func outputs() async throws {
        let path = try photo()
        let (other, target) = (folder.file("other.jpg"), folder.file("target.png"))
        try FileManager.default.copyItem(atPath: path, toPath: other)
        let end = try await thumbnail(path, "-o", other)
        #expect(end.status == 73 && end.errors.contains("other.jpg exists and was not made by locate; pass --force"))
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: other))
        for _ in 1...2 { #expect(try await thumbnail(path, "-o", target).status == 0) }
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

    @Test("What cannot be done says so, and leaves nothing behind")
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
