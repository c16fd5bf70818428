/// The elements that are wanted.
///
/// Source: RFC 9559 (Matroska).
enum MatroskaID {
    static let head: UInt32 = 0x1A45_DFA3
    static let documentType: UInt32 = 0x4282
    static let segment: UInt32 = 0x1853_8067
    static let seekHead: UInt32 = 0x114D_9B74
    static let seek: UInt32 = 0x4DBB
    static let seekID: UInt32 = 0x53AB
    static let seekPosition: UInt32 = 0x53AC
    static let information: UInt32 = 0x1549_A966
    static let timescale: UInt32 = 0x2A_D7B1
    static let duration: UInt32 = 0x4489
    static let date: UInt32 = 0x4461
    static let title: UInt32 = 0x7BA9
    static let writingApplication: UInt32 = 0x5741
    static let tracks: UInt32 = 0x1654_AE6B
    static let track: UInt32 = 0xAE
    static let trackType: UInt32 = 0x83
    static let video: UInt32 = 0xE0
    static let pixelWidth: UInt32 = 0xB0
    static let pixelHeight: UInt32 = 0xBA
    static let projection: UInt32 = 0x7670
    static let roll: UInt32 = 0x7675
    static let cluster: UInt32 = 0x1F43_B675
    static let tags: UInt32 = 0x1254_C367
    static let tag: UInt32 = 0x7373
    static let simpleTag: UInt32 = 0x67C8
    static let tagName: UInt32 = 0x45A3
    static let tagText: UInt32 = 0x4487
}
