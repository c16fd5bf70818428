extension String {
    /// A name from outside, trimmed and without control characters; `nil` when nothing is left.
    ///
    /// Names go to terminals, where a control character is an order, and one that turns the direction hides what is written.
    package var cleanedName: String? {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isControl =
                scalar.properties.generalCategory == .control || (0x2028...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
            let isSpace = isControl || scalar == " "
            if isSpace, scalars.isEmpty || scalars.last == " " { continue }
            scalars.append(isSpace ? " " : scalar)
        }
        while scalars.last == " " { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }
}
