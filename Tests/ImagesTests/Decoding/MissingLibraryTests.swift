import Foundation
import TestSupport
import Testing

@testable import LKImages

@Suite struct MissingLibraryTests {
    /// The dynamic linker stops at a file that has a library's name and is none.
    @Test(
        "If a library is missing, the error names the package to install",
        arguments: [
            ("progressive JPEG", "libturbojpeg.so.0", "libturbojpeg0"), ("PNG", "libpng16.so.16", "libpng16-16"),
            ("WebP", "libwebp.so.7", "libwebp7"), ("HEIC", "libheif.so.1", "libheif1"),
            ("GIF", "libgif.so.7", "libgif7"),
            ("TIFF with LZW", "libtiff.so.6", "libtiff6"),
        ])
    func errorNamesThePackage(_ name: String, _ library: String, _ package: String) async throws {
        let folder = TemporaryFolder()
        let path = folder.file("picture")
        let data = try ForeignPictures.all.first { $0.name == name }?.data ?? TestPicture.gradient(4, 4).pngData()
        try data.write(to: URL(filePath: path))
        try Data("no library".utf8).write(to: URL(filePath: folder.file(library)))
        let end = try await ImagesProgram.run([path], environment: ["LD_LIBRARY_PATH": folder.path])
        #expect(end.status == 0)
        #expect(end.output.hasPrefix("error "), "\(end)")
        #expect(end.output.contains("not installed; install it (Debian: \(package))"), "\(end)")
    }
}
