import Foundation
import Glibc
import LKLifetime
import LKStorage

/// Where the system, or somebody else's code, does not play along.
extension Program {
    private mutating func hurry() {
        configuration.gracePeriod = .milliseconds(100)
        configuration.savingPeriod = .milliseconds(100)
    }

    /// exit is called by what keeps the time, and does not return.
    mutating func clingingAtTheEnd() throws {
        atexit { while true { pause() } }
        hurry()
        try completion.setUp(configuration)
        let token = try completion.begin("work")
        Self.say("ready")
        withExtendedLifetime(token) { Self.hang() }
    }

    /// No thread is to be had, and every handler hangs.
    mutating func threadless() throws {
        hurry()
        try completion.setUp(configuration)
        let token = try completion.begin("work") {
            Self.say("saving")
            Self.hang()
        }
        completion.onStop { _ in
            Self.say("told")
            Self.hang()
        }
        // Root's threads are not counted.
        if geteuid() == 0 { _ = setuid(65534) }
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &none)
        let isRefused = { @Sendable () -> Bool in
            var thread = pthread_t()
            return pthread_create(&thread, nil, { _ in nil }, nil) == EAGAIN
        }
        Self.say(isRefused() ? "ready" : "threads are not refused")
        withExtendedLifetime(token) { Self.hang() }
    }

    /// The first set-up finds no descriptor left.
    mutating func exhausted() throws {
        hurry()
        var few = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few)
        var taken: [Int32] = []
        while true {
            let descriptor = dup(STDIN_FILENO)
            if descriptor < 0 { break }
            taken.append(descriptor)
        }
        do throws(StorageError) { try completion.setUp(configuration) } catch {
            if error.code == .system, error.systemError == EMFILE { Self.say("refused") }
        }
        for descriptor in taken { close(descriptor) }
        try completion.setUp(configuration)
        let token = try completion.begin("work")
        Self.say("ready")
        withExtendedLifetime(token) { Self.hang() }
    }

    /// Somebody else's library forks without exec; the fork gets a signal.
    mutating func forked() throws {
        try completion.setUp(configuration)
        completion.onStop { _ in Self.say("told") }
        // Swift hides fork, which other code calls nevertheless.
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return Self.say("no fork") }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        if child == 0 {
            // Whatever becomes of its parent, it must not stay behind and keep the test's pipes open.
            signal(SIGALRM, SIG_DFL)
            alarm(60)
            Self.hang()
        }
        Self.say("ready")
        kill(child, SIGTERM)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        Self.say("the fork was ended by \(status & 0x7F)")
        // A second signal if the fork's was taken for one to this process, which would end it at once.
        kill(getpid(), SIGTERM)
        Self.hang()
    }
}
