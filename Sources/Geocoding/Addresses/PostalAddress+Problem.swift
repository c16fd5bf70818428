extension PostalAddress {
    /// Why a letter may not reach an address.
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
        /// The country's post needs a part that is not there.
        case missing(Component)
        /// The postcode is none of the country's; some that are.
        case wrongPostcode(String, examples: [String])

        /// The problem as a sentence.
        public var description: String {
            switch self {
            case .missing(let component): "the \(component.rawValue) is missing"
            case .wrongPostcode(let postcode, let examples):
                "\(postcode) is no postcode there" + (examples.first.map { "; one is \($0)" } ?? "")
            }
        }
    }
}
