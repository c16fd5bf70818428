import LKMetadata

/// Detects screenshots.
///
/// The file names no camera make or model, and one of these holds:
/// - the EXIF comment is `Screenshot`, as iOS writes it, in any format;
/// - the file name begins with `Screenshot`, `Screen Shot` or `screencapture`;
/// - it is a PNG or HEIC of exactly the size of a known display, in either orientation.
///
/// The size alone does not make a JPEG a screenshot: many photos are 1080 by 1920.
enum ScreenshotRule {
    static func isComment(_ comment: String?) -> Bool {
        guard let comment, comment.utf8.count < 64 else { return false }
        let letters = comment.lowercased().filter { $0.isLetter }
        return letters == "screenshot"
    }

    static func isScreenshot(_ content: FileContent, name: RawPath) -> Bool {
        guard !content.format.isVideo, content.camera?.value.make == nil, content.camera?.value.model == nil else {
            return false
        }
        if content.hasScreenshotComment { return true }
        let text = name.text
        if prefixes.contains(where: { text.utf8.starts(with: $0.utf8) }) { return true }
        guard content.format == .png || content.format == .heic, content.width > 0, content.height > 0 else {
            return false
        }
        let sides = (min(content.width, content.height), max(content.width, content.height))
        return displays.contains(UInt64(sides.0) << 32 | UInt64(sides.1))
    }

    private static let prefixes = ["Screenshot", "screenshot", "Screen Shot", "screencapture"]

    private static let displays: Set<UInt64> = {
        let sizes: [(short: UInt64, long: UInt64)] = [
            // iPhone, iPod touch.
            (320, 480), (640, 960), (640, 1136), (750, 1334), (828, 1792), (1080, 1920), (1080, 2340), (1125, 2436),
            (1170, 2532), (1179, 2556), (1206, 2622), (1242, 2208), (1242, 2688), (1260, 2736), (1284, 2778),
            (1290, 2796), (1320, 2868),
            // iPad.
            (768, 1024), (1488, 2266), (1536, 2048), (1620, 2160), (1640, 2360), (1668, 2224), (1668, 2388),
            (1668, 2420), (2048, 2732), (2064, 2752),
            // Watches.
            (272, 340), (312, 390), (324, 394), (352, 430), (368, 448), (374, 446), (396, 484), (410, 502), (416, 496),
            (422, 514),
            // Android.
            (480, 800), (480, 854), (540, 960), (600, 1024), (720, 1280), (720, 1440), (720, 1520), (720, 1560),
            (720, 1600), (720, 1612), (800, 1280), (1080, 2160), (1080, 2220), (1080, 2246), (1080, 2280), (1080, 2310),
            (1080, 2312), (1080, 2316), (1080, 2376), (1080, 2388), (1080, 2400), (1080, 2408), (1080, 2412),
            (1080, 2424), (1080, 2460), (1080, 2520), (1200, 1920), (1200, 2000), (1220, 2712), (1344, 2992),
            (1440, 2560), (1440, 2880), (1440, 2960), (1440, 3040), (1440, 3088), (1440, 3120), (1440, 3168),
            (1440, 3200), (1440, 3216), (1600, 2560), (1644, 3840), (1752, 2800), (1800, 2880), (1848, 2960),
            // Computers.
            (600, 800), (768, 1280), (768, 1366), (800, 1280), (864, 1152), (900, 1440), (900, 1600), (1024, 1280),
            (1050, 1680), (1080, 2560), (1200, 1600), (1440, 3440), (1600, 3840), (1664, 2560), (1692, 3008),
            (1800, 3200), (1864, 2880), (1964, 3024), (2160, 3840), (2160, 4096), (2234, 3456), (2304, 4096),
            (2520, 4480), (2880, 5120), (3384, 6016),
        ]
        return Set(sizes.map { $0.short << 32 | $0.long })
    }()
}
