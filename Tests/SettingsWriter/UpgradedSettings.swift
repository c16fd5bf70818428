import Glibc
import Persistence

/// Settings whose upgrade would do harm if it were done twice, and lasts until the test says so.
final class UpgradedSettings: Settings, @unchecked Sendable {
    @Setting var pause = 1.0

    override class var namespace: String { "" }
    override class var version: Int { 2 }

    override func upgrade(from version: Int) {
        say("upgrading")
        let folder = (store.path ?? "").split(separator: "/").dropLast().map { "/" + $0 }.joined()
        while access(folder + "/go", F_OK) != 0 { sched_yield() }
        pause /= 1000
    }
}
