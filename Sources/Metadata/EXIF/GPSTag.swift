/// The tags of the directory of GPS.
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
