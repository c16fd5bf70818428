import Glibc

/// The terminal behind a descriptor.
enum Terminal {
    /// The width in columns; `nil` where there is no terminal.
    static func columns(_ descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 10
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Whether the terminal says that it knows nothing but text.
    static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }
}
