import Foundation
import TestSupport
import Testing

@testable import LKPhotos

@Suite("Files beside photos that hold positions")
struct PositionFilesTests {
    private let folder = TemporaryFolder()

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    }

    private func sidecar(_ attributes: String) -> String {
        """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
        <rdf:Description rdf:about='' xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:tiff='http://ns.adobe.com/tiff/1.0/' \(attributes)/>
        </rdf:RDF></x:xmpmeta>
        """
    }

    private func names() -> [String] {
        let photos = ["IMG_1.JPG", "IMG_5.CR2"].map { URL(filePath: folder.file($0)) }
        return PositionFiles.errors(in: [URL(filePath: folder.path)], besides: photos, []).map {
            URL(filePath: $0.path).lastPathComponent
        }
    }

    @Test("Sidecars without their photo are listed if they have a position")
    func sidecarsWithoutTheirPhotoAreNamedIfTheyHaveAPosition() throws {
        let position = sidecar("exif:GPSLatitude='48,8.22N' exif:GPSLongitude='11,34.5E'")
        for name in ["IMG_1.JPG", "IMG_5.CR2"] { try write(name, "photo") }
        for name in ["IMG_1.xmp", "IMG_1.JPG.xmp", "IMG_5_01.CR2.xmp", "IMG_2.CR2.xmp", "IMG_3.xmp"] {
            try write(name, position)
        }
        try write("IMG_4.xmp", sidecar("tiff:Make='Maker'"))
        #expect(names() == ["IMG_2.CR2.xmp", "IMG_3.xmp"])
    }

    @Test("Google Takeout JSON is listed if it has a position")
    func theJSONOfGoogleTakeoutIsNamedIfItHasAPosition() throws {
        try write("IMG_1.JPG", "photo")
        try write(
            "IMG_1.JPG.supplemental-metadata.json",
            #"{"geoData":{"latitude": 48.137, "longitude":11.5,"altitude":0.0}}"#)
        try write(
            "IMG_1.JPG.supplemen.json",
            #"{"geoData":{"latitude":0.0,"longitude":0.0},"geoDataExif":{"latitude":-1e-3}}"#)
        try write("IMG_2.JPG.json", #"{"geoData":{"latitude":0.0,"longitude":0.0,"altitude":0.0}}"#)
        try write("other.json", #"{"title":"latitude"}"#)
        #expect(names() == ["IMG_1.JPG.supplemen.json", "IMG_1.JPG.supplemental-metadata.json"])
    }
}
