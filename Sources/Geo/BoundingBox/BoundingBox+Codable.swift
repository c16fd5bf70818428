extension BoundingBox: Codable {
    private enum CodingKeys: String, CodingKey { case south, west, north, east }

    /// Decodes a box from an object with `south`, `west`, `north` and `east`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when the numbers bound no area of the Earth.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let south = try container.decode(Double.self, forKey: .south)
        let west = try container.decode(Double.self, forKey: .west)
        let north = try container.decode(Double.self, forKey: .north)
        let east = try container.decode(Double.self, forKey: .east)
        guard let box = BoundingBox(south: south, west: west, north: north, east: east) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(south), \(west), \(north), \(east) are not the edges of a bounding box: "
                        + "degrees south, west, north, east are wanted, south not above north"))
        }
        self = box
    }

    /// Encodes the box as an object with `south`, `west`, `north` and `east`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(south, forKey: .south)
        try container.encode(west, forKey: .west)
        try container.encode(north, forKey: .north)
        try container.encode(east, forKey: .east)
    }
}
