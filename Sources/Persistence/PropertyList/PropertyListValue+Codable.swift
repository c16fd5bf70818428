extension PropertyListValue {
    /// The property list of a value.
    ///
    /// - Parameter value: Anything `Encodable`.
    /// - Returns: Its property list; `nil` for an optional that holds nothing.
    /// - Throws: What its type throws, or `EncodingError`.
    static func encoding(_ value: some Encodable) throws -> PropertyListValue? {
        let coded = try CodedValueEncoder.encode(value, at: .top)
        return coded.isNull ? nil : try PropertyListValue(coded)
    }

    /// The value that a property list stands for; numbers and dates may be written as people write them.
    ///
    /// - Parameter type: What to make of it.
    /// - Returns: The value.
    /// - Throws: What the type throws, or `DecodingError`.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try CodedValueDecoder.decode(CodedValue(self), as: type, at: .topOfHandwriting)
    }
}

extension PropertyListValue: Codable {
    /// Reads any value, where the decoder's format says of itself what it holds.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for what no property list holds.
    public init(from decoder: any Decoder) throws {
        do {
            try self.init(try decoder.singleValueContainer().decode(CodedValue.self))
        } catch EncodingError.invalidValue(_, let context) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath + context.codingPath, debugDescription: context.debugDescription))
        }
    }

    /// Writes the value without a mark of its kind.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(CodedValue(self))
    }
}
