/// The patterns by which traces of positions are found, and what they mean.
enum TracePattern {
    /// What has to be checked around a match.
    enum Kind {
        /// `Exif` before a structure of TIFF.
        case exif
        /// A head of TIFF.
        case tiff
        /// The namespace of RDF, with this number of bytes per letter.
        case packet(width: Int)
        /// The end of a word that may be `GPSLatitude`, or `latitude` with a number, with this number of bytes per
        /// letter.
        case nameOfGPS(width: Int)
        /// The name of a degree, with a number after it where it is one.
        case degree
        /// What precedes two angles in a URL: `geo:47.1,8.5`; whether these may be whole numbers.
        case pair(mayBeWhole: Bool)
        /// A name of a position.
        case text
        /// A key of videos.
        case key
        /// The type of coordinates of QuickTime and iTunes.
        case coordinates
        /// The type of a place of 3GPP.
        case place
        /// The beginning of a position in ISO 6709.
        case iso6709
        /// What receivers and cameras write while they record.
        case telemetry
        /// A dataset of IPTC that names a place.
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
                // One without a time has no position either.
                for digit in 0...2 { all.append((Array("$G\(sender)\(sentence),\(digit)".utf8), .telemetry)) }
            }
        }
        for sign in "+-".utf8 {
            for digits in 0..<100 {
                all.append(([sign, 0x30 + UInt8(digits / 10), 0x30 + UInt8(digits % 10)], .iso6709))
            }
        }
        // Places of the content, city, part of it, state, code and name of the country.
        for number: UInt8 in [26, 27, 90, 92, 95, 100, 101] { all.append(([0x1C, 2, number], .dataset)) }
        return all
    }()

    /// What they mean, in the order of the patterns.
    static let kinds: [Kind] = all.map(\.kind)
    /// Their bytes.
    static let patterns: [[UInt8]] = all.map(\.bytes)
    /// Finds them.
    static let search = MultiPatternSearch(patterns)
}
