/// The patterns by which traces of positions are found, with their kinds.
enum TracePattern {
    /// The check that a match needs.
    enum Kind {
        /// `Exif` before a TIFF structure.
        case exif
        /// A TIFF header.
        case tiff
        /// The RDF namespace, with this number of bytes per letter.
        case packet(width: Int)
        /// The end of a word that may be `GPSLatitude`, or `latitude` with a number, with this number of bytes per
        /// letter.
        case nameOfGPS(width: Int)
        /// The name of an angle, which counts if a number follows.
        case degree
        /// A prefix of two angles in a URL: `geo:47.1,8.5`; whether these may be integers.
        case pair(mayBeWhole: Bool)
        /// The name of a position.
        case text
        /// A video metadata key.
        case key
        /// The type of QuickTime and iTunes coordinates.
        case coordinates
        /// The type of a 3GPP location.
        case place
        /// The beginning of a position in ISO 6709.
        case iso6709
        /// Data that receivers and cameras write while recording.
        case telemetry
        /// An IPTC dataset with a place name.
        case dataset
    }

    private static let all: [(bytes: [UInt8], kind: Kind)] = {
        var all: [(bytes: [UInt8], kind: Kind)] = [
            (Array("Exif\0\0".utf8), .exif), ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
            (Array("location.ISO6709".utf8), .key), ([0xA9, 0x78, 0x79, 0x7A], .coordinates),
            (Array("loci".utf8), .place), (Array("freeGPS ".utf8), .telemetry), (Array("GPS5l".utf8), .telemetry),
            (Array("GPS9?".utf8), .telemetry),
        ]
        for width in [1, 2, 4] {
            all.append((XMPPacketSearch.wide("syntax-ns#", width), .packet(width: width)))
            for end in ["itude", "ITUDE"] { all.append((XMPPacketSearch.wide(end, width), .nameOfGPS(width: width))) }
            for name in ["GPSPosition", "GPSCoordinates"] { all.append((XMPPacketSearch.wide(name, width), .text)) }
        }
        for name in ["\"lat\"", "'lat'", "<lat>", "lat="] { all.append((Array(name.utf8), .degree)) }
        for start in ["geo:", "GEO:"] { all.append((Array(start.utf8), .pair(mayBeWhole: true))) }
        for start in ["?q=", "&q=", "?ll=", "&ll=", "ps/@"] {
            all.append((Array(start.utf8), .pair(mayBeWhole: false)))
        }
        for sender in ["P", "N"] {
            for sentence in ["RMC", "GGA"] {
                // A sentence without a time has no position either.
                for digit in 0...2 { all.append((Array("$G\(sender)\(sentence),\(digit)".utf8), .telemetry)) }
            }
        }
        for sign in "+-".utf8 {
            for digits in 0..<100 {
                all.append(([sign, 0x30 + UInt8(digits / 10), 0x30 + UInt8(digits % 10)], .iso6709))
            }
        }
        // Content location, city, sublocation, state, code and name of the country.
        for number: UInt8 in [26, 27, 90, 92, 95, 100, 101] { all.append(([0x1C, 2, number], .dataset)) }
        return all
    }()

    /// The kinds, in the order of the patterns.
    static let kinds: [Kind] = all.map(\.kind)
    /// The bytes of the patterns.
    static let patterns: [[UInt8]] = all.map(\.bytes)
    /// Finds the patterns.
    static let search = MultiPatternSearch(patterns)
}
