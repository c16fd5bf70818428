extension JSONSlices {
    /// The first name that an object has twice, also one inside of the value.
    ///
    /// - Parameter json: One JSON value, known to be well-formed.
    /// - Returns: The name; `nil` where there is none.
    static func repeatedName(in json: ArraySlice<UInt8>) -> String? {
        // The names so far of each object that is open; an array has none.
        var names: [Set<String>] = []
        var scanner = JSONSlices(json)
        while let byte = scanner.rest.first {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): names.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = names.popLast()
            case UInt8(ascii: "\""):
                guard let text = scanner.takeString() else { return nil }
                scanner.skipSpace()
                guard scanner.take(":"), let name = string(text), !names.isEmpty else { continue }
                guard names[names.count - 1].insert(name).inserted else { return name }
                continue
            default: break
            }
            scanner.rest.removeFirst()
        }
        return nil
    }
}
