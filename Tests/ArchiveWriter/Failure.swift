import Glibc

/// Says why on standard error and ends the program.
func fail(_ message: String) -> Never {
    let line = Array("ArchiveWriter: \(message)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(1)
}
