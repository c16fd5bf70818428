import Glibc
import LKCommandLine
import LKThreads

/// The resources needed for web requests.
///
/// Without them, libdispatch crashes for lack of descriptors, or hangs for lack of threads.
enum WebResources {
    /// Transfers, the cache and Swift's threads open no more than that.
    private static let descriptors = 40
    /// A busy machine may take a while to start a thread.
    private static let threadStartTimeout = Duration.seconds(10)

    /// Checks that the system grants the descriptors and threads that requests need.
    ///
    /// - Throws: ``ExitCode/unavailable`` with what is to be raised.
    package static func check() throws(ToolError) {
        try checkDescriptors()
        let wake = WakeDescriptor()
        Task.detached { wake.cancel() }
        wake.sleep(threadStartTimeout)
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
