import Glibc

/// Memory for pixels, shared by the pictures that show parts of it.
///
/// Written by whoever makes it, and by nobody once a ``PixelImage`` has it.
// Unchecked because of the pointer; see above.
final class PixelBuffer: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let count: Int

    /// Takes memory, whose content is arbitrary; `nil` where there is none to be had.
    init?(count: Int) {
        guard count >= 0, let base = malloc(max(count, 1)) else { return nil }
        self.base = base
        self.count = count
    }

    deinit { free(base) }
}
