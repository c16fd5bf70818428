import Geocoding

/// A line of input with an address in it.
struct AddressLine {
    /// Why a line holds no address.
    struct Problem: Error, Equatable {
        /// What is wrong, for behind the line's number.
        var text: String
    }

    /// Reads an object of texts and numbers; members that are `null` are passed over.
    static func address(_ line: ArraySlice<UInt8>) -> Result<PostalAddress, Problem> {
        guard let members = JSONSlices.members(of: line) else {
            return .failure(Problem(text: "it is not one JSON object"))
        }
        var address = PostalAddress()
        for member in members {
            switch member.value.first {
            case UInt8(ascii: "\""):
                guard let text = JSONSlices.string(member.value) else {
                    return .failure(Problem(text: "\(member.key) is no text"))
                }
                address[.init(rawValue: member.key)] = text
            case UInt8(ascii: "n"): continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                return .failure(Problem(text: "\(member.key) is neither text nor number"))
            default: address[.init(rawValue: member.key)] = String(decoding: member.value, as: UTF8.self)
            }
        }
        return address.isEmpty ? .failure(Problem(text: "it has no components of an address")) : .success(address)
    }
}
