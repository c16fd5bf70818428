import Foundation
import Glibc
import LKStorage
import TestSupport
import Testing

@testable import LKPersistence

/// Settings below the home folder of another user, as after `sudo -E`.
@Suite("Settings of another user", .enabled(if: geteuid() == 0, "only root can make folders of other users"))
struct SettingsOwnerTests {
    @Test("A store in another user's home folder uses none of that user's values, and writes nothing there")
    func foreign() async {
        await #expect(processExitsWith: .success) {
            let home = TemporaryFolder()
            precondition(mkdir(home.file("app"), 0o755) == 0)
            let file = home.file("app/settings.plist")
            let mine = SettingsStore(path: file)
            mine["server"] = .string("http://elsewhere")
            try mine.synchronize()
            for path in [home.path, home.file("app"), file] { precondition(chown(path, 2001, 2001) == 0) }
            let before = FileManager.default.contents(atPath: file)
            setenv("XDG_CONFIG_HOME", home.path, 1)
            let store = SettingsStore(name: "app/settings", administrators: [])
            precondition(store["server"] == nil && store.path == nil)
            precondition(store.lastError?.message.contains("belongs to another user (uid 2001)") == true)
            store["server"] = .string("x")
            precondition(store["server"] == .string("x"))
            precondition(FileManager.default.contents(atPath: file) == before)
            // Nor is a file made in a folder of that user.
            precondition(SettingsStore(name: "other/settings", administrators: []).path == nil)
        }
    }

    @Test("The user's own store, and one whose folder is still missing, are used")
    func own() async {
        await #expect(processExitsWith: .success) {
            let home = TemporaryFolder()
            setenv("XDG_CONFIG_HOME", home.file("new"), 1)
            let store = SettingsStore(name: "app/settings", administrators: [])
            precondition(store.path == home.file("new/app/settings.plist") && store.lastError == nil)
            store["server"] = .string("http://mine")
            try store.synchronize()
            precondition(FileManager.default.fileExists(atPath: home.file("new/app/settings.plist")))
        }
    }
}
