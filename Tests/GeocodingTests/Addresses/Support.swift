import LKGeocoding

/// An address from `key=value` pairs with semicolons between them.
func address(_ components: String) -> PostalAddress {
    var address = PostalAddress()
    for pair in components.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { address[.init(rawValue: String(parts[0]))] = String(parts[1]) }
    }
    return address
}

extension String {
    /// Whether no separator stands where nothing is on one of its sides.
    var isTidy: Bool {
        let edges: [Character] = [" ", ",", "-", "/"]
        guard let first, let last, !edges.contains(first), !edges.contains(last) else { return false }
        return !contains("  ") && !contains(" ,") && !contains(",,") && !contains(", ,") && !contains("- -")
    }
}
