import Geo
import Metadata
import Photos

/// Photos as lines that a person reads: date, size, place or position, camera, and the path at the end.
struct PhotoColumns {
    /// A column that is this wide lets longer texts stand out.
    private static let widest = 26

    private var widths = [Int](repeating: 0, count: 4)

    /// Makes the columns wide enough for a photo.
    mutating func measure(_ report: PhotoReport) {
        for (index, cell) in Self.cells(report).enumerated() {
            widths[index] = max(widths[index], min(TextWidth.columns(cell), Self.widest))
        }
    }

    /// Appends the line of a photo, without its end.
    func append(_ report: PhotoReport, to bytes: inout [UInt8]) {
        for (index, cell) in Self.cells(report).enumerated() where widths[index] > 0 || !cell.isEmpty {
            bytes += cell.utf8
            let gap = max(0, widths[index] - TextWidth.columns(cell)) + 2
            bytes += repeatElement(UInt8(ascii: " "), count: gap)
        }
        bytes += ForeignText.clean(report.path).utf8
        for companion in report.companions {
            // It lies beside its photo.
            let slash = companion.utf8.lastIndex(of: UInt8(ascii: "/")).map { companion.utf8.index(after: $0) }
            bytes += " + \(ForeignText.clean(String(companion[(slash ?? companion.startIndex)...])))".utf8
        }
    }

    private static func cells(_ report: PhotoReport) -> [String] {
        let asset = report.asset
        var size = asset.size?.description ?? ""
        if let duration = asset.duration { size += (size.isEmpty ? "" : " ") + Self.time(duration) }
        return [
            asset.date.map(PhotoDateText.text) ?? "no date", size,
            ForeignText.clean(place(report)), ForeignText.clean(report.camera ?? ""),
        ]
    }

    private static func place(_ report: PhotoReport) -> String {
        if let place = report.asset.place {
            let names = [place.city ?? place.sublocation, place.city == nil ? place.state : nil, place.country]
            let known = names.compactMap { $0 }
            if !known.isEmpty { return known.joined(separator: ", ") }
        }
        guard let coordinate = report.location?.coordinate else { return "" }
        return NumberText.fixed(coordinate.latitude, decimals: 6) + ", "
            + NumberText.fixed(coordinate.longitude, decimals: 6)
    }

    /// The length of a video: `0:12`, `1:02:03`.
    private static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "" }
        let whole = Int(seconds.rounded())
        let rest = ":" + Timestamp.padded(whole % 60, 2)
        if whole < 3600 { return "\(whole / 60)" + rest }
        return "\(whole / 3600):" + Timestamp.padded(whole / 60 % 60, 2) + rest
    }
}
