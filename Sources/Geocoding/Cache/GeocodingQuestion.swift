import Geo

/// What a provider is asked: equal values have the same answer, but for the coordinate it is said of.
struct GeocodingQuestion: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        /// A cell of a grid of degrees, by the size of its cells.
        case cell(latitude: Int32, longitude: Int32, size: Double)
        /// One point exactly.
        case point(Coordinate)
        /// A name or an address, and how many places are wanted.
        case text(String, limit: Int)
    }

    /// The provider's key.
    var provider: String
    var languages: [LanguageTag]
    var subject: Subject

    /// The question in one line, which is its key on disk.
    var line: String {
        let subject =
            switch subject {
            case .cell(let latitude, let longitude, let size): "cell \(latitude) \(longitude) \(size)"
            case .point(let point): "point \(point)"
            case .text(let text, let limit): "text \(limit) \(text)"
            }
        return "\(provider)\n\(languages.map(\.description).joined(separator: ","))\n\(subject)"
    }
}

extension GeocodingQuestion.Subject {
    /// The cell that a point lies in.
    ///
    /// - Parameters:
    ///   - point: The point.
    ///   - size: The cell's side in degrees, brought into 0.0000001...1.
    /// - Returns: The cell.
    static func cell(of point: Coordinate, size: Double) -> Self {
        let size = size.isFinite ? min(max(size, 1e-7), 1) : 1e-4
        return .cell(
            latitude: Int32((point.latitude / size).rounded(.down)),
            longitude: Int32((point.longitude / size).rounded(.down)), size: size)
    }

    /// A text without what makes no difference: letters' case, and spaces but one between words.
    static func text(of text: String, limit: Int) -> Self {
        .text(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased(), limit: limit)
    }
}
