/// The tags that are read from directories 0 and 1, and from the EXIF directory.
enum EXIFTag {
    static let subfileType: UInt16 = 0x00FE
    static let imageWidth: UInt16 = 0x0100
    static let imageLength: UInt16 = 0x0101
    static let compression: UInt16 = 0x0103
    static let photometric: UInt16 = 0x0106
    static let imageDescription: UInt16 = 0x010E
    static let make: UInt16 = 0x010F
    static let model: UInt16 = 0x0110
    static let stripOffsets: UInt16 = 0x0111
    static let orientation: UInt16 = 0x0112
    static let stripByteCounts: UInt16 = 0x0117
    static let software: UInt16 = 0x0131
    static let dateTime: UInt16 = 0x0132
    static let subDirectories: UInt16 = 0x014A
    static let thumbnailOffset: UInt16 = 0x0201
    static let thumbnailCount: UInt16 = 0x0202
    static let xmp: UInt16 = 0x02BC
    static let iptc: UInt16 = 0x83BB
    static let photoshop: UInt16 = 0x8649
    static let exifDirectory: UInt16 = 0x8769
    static let gpsDirectory: UInt16 = 0x8825
    static let dateTimeOriginal: UInt16 = 0x9003
    static let dateTimeDigitized: UInt16 = 0x9004
    static let offsetTime: UInt16 = 0x9010
    static let offsetTimeOriginal: UInt16 = 0x9011
    static let offsetTimeDigitized: UInt16 = 0x9012
    static let makerNote: UInt16 = 0x927C
    static let userComment: UInt16 = 0x9286
    static let subSecTime: UInt16 = 0x9290
    static let subSecTimeOriginal: UInt16 = 0x9291
    static let subSecTimeDigitized: UInt16 = 0x9292
    static let pixelXDimension: UInt16 = 0xA002
    static let pixelYDimension: UInt16 = 0xA003
    static let bodySerialNumber: UInt16 = 0xA431
    static let lensModel: UInt16 = 0xA434
    /// Tags that tie pixels to map coordinates: scale, points and matrix of GeoTIFF, and satellite coefficients.
    static let ofMaps: Set<UInt16> = [0x830E, 0x8480, 0x8482, 0x85D8, 0xC69C]
    static let dngCameraModel: UInt16 = 0xC614
    static let dngVersion: UInt16 = 0xC612
    static let dngPrivateData: UInt16 = 0xC634
}

/// The tags of the GPS directory.
enum GPSTag {
    static let latitudeRef: UInt16 = 0x01
    static let latitude: UInt16 = 0x02
    static let longitudeRef: UInt16 = 0x03
    static let longitude: UInt16 = 0x04
    static let altitudeRef: UInt16 = 0x05
    static let altitude: UInt16 = 0x06
    static let timeStamp: UInt16 = 0x07
    static let satellites: UInt16 = 0x08
    static let status: UInt16 = 0x09
    static let measureMode: UInt16 = 0x0A
    static let dilution: UInt16 = 0x0B
    static let speedRef: UInt16 = 0x0C
    static let speed: UInt16 = 0x0D
    static let trackRef: UInt16 = 0x0E
    static let track: UInt16 = 0x0F
    static let imgDirectionRef: UInt16 = 0x10
    static let imgDirection: UInt16 = 0x11
    static let mapDatum: UInt16 = 0x12
    static let processingMethod: UInt16 = 0x1B
    static let areaInformation: UInt16 = 0x1C
    static let dateStamp: UInt16 = 0x1D
    static let differential: UInt16 = 0x1E
    static let horizontalError: UInt16 = 0x1F
}
