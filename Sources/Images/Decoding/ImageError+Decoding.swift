import Metadata

extension ImageError {
    static func missingLibrary(_ format: String, _ library: String, package: String) -> ImageError {
        ImageError(.unavailable, "\(format) needs \(library), which is not installed; install it (Debian: \(package))")
    }

    static func damaged(_ name: String, _ format: String, _ reason: String) -> ImageError {
        ImageError(.damaged, "\(name) is a damaged \(format) (\(reason)); copy it again from where it came")
    }

    static func beyondMemory(_ name: String, _ size: PixelSize, _ limits: DecodeLimits) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) pixels, which take more than the \(limits.memory) bytes of memory allowed for one "
                + "picture; ask for a smaller size, or make a smaller copy of it with another program")
    }

    static func tooManyPixels(_ name: String, _ size: PixelSize, _ limits: DecodeLimits) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) pixels, which is more than the \(limits.pixels) allowed for one picture; make a "
                + "smaller copy of it with another program")
    }

    static func tooManyBytes(_ name: String, _ size: Int, limit: Int) -> ImageError {
        ImageError(
            .tooLarge,
            "\(name) has \(size) bytes, which is more than the \(limit) allowed for one picture; make a smaller copy "
                + "of it with another program")
    }
}
