import Glibc
import Threads

/// What asking the web needs of the machine, and what nobody tells when it is missing: libdispatch ends the process without
/// descriptors, and waits without limit where the system refuses a thread.
enum WebResources {
    /// Transfers, the cache and Swift's threads open no more than that.
    private static let descriptors = 40
    /// A busy machine may take a while to start a thread.
    private static let patience = Duration.seconds(10)

    /// - Throws: ``ExitCode/unavailable`` with what is to be raised.
    static func check() throws(ToolError) {
        try checkDescriptors()
        let wake = WakeDescriptor()
        Task.detached { wake.cancel() }
        wake.sleep(patience)
        guard !wake.isCancelled else { return }
        throw ToolError(
            .unavailable, "the system refuses threads to this program; allow more (ulimit -u), or end others")
    }

    private static func checkDescriptors() throws(ToolError) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<descriptors {
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else {
                throw ToolError(
                    .unavailable,
                    "asking the web takes \(descriptors) file descriptors, and fewer are left; allow more (ulimit -n 256)"
                )
            }
            opened.append(descriptor)
        }
    }
}
