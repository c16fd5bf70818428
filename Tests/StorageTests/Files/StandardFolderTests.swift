import Foundation
import LKStorage
import TestSupport
import Testing

@Suite struct StandardFolderTests {
    @Test("Absolute paths in the environment win, relative ones are passed over, HOME is the base of the rest")
    func environment() throws {
        let given = ["XDG_DATA_HOME": "/d/", "XDG_CACHE_HOME": "relative", "HOME": "/home/me"]
        #expect(try StandardFolder.data.path { given[$0] } == "/d")
        #expect(try StandardFolder.cache.path { given[$0] } == "/home/me/.cache")
        #expect(try StandardFolder.configuration.path { given[$0] } == "/home/me/.config")
        #expect(try StandardFolder.state.path { given[$0] } == "/home/me/.local/state")
    }

    @Test("Without HOME the account's home folder is the base")
    func account() throws {
        #expect(try StandardFolder.data.path { _ in nil }.hasSuffix("/.local/share"))
    }

    @Test("The home folder /dev/null says that there is none")
    func none() {
        let error = #expect(throws: StorageError.self) {
            try StandardFolder.data.path { ["HOME": "/dev/null"][$0] }
        }
        #expect(error?.message.contains("no home folder") == true)
    }

    @Test("A file may be there when the user or an administrator has it, or when that cannot be found out")
    func files() throws {
        let folder = TemporaryFolder()
        let given = ["XDG_CONFIG_HOME": folder.path + "/me", "XDG_CONFIG_DIRS": folder.path + "/all"]
        func mayHave(_ name: String) -> Bool { StandardFolder.configuration.mayHave(name) { given[$0] } }
        #expect(!mayHave("kit/tool.plist"))
        try FileManager.default.createDirectory(atPath: folder.path + "/all/kit", withIntermediateDirectories: true)
        #expect(!mayHave("kit/tool.plist"))
        try folder.write("all/kit/tool.plist", Data())
        #expect(mayHave("kit/tool.plist"))
        #expect(!mayHave("kit/other.plist"))
        // A file where a folder is expected is an error that opening it tells of.
        try folder.write("me", Data())
        #expect(mayHave("kit/other.plist"))
    }
}
