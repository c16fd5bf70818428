import Storage
import Testing

@Suite struct StandardFolderTests {
    @Test("absolute paths in the environment win, relative ones are passed over, HOME is the base of the rest")
    func environment() throws {
        let given = ["XDG_DATA_HOME": "/d/", "XDG_CACHE_HOME": "relative", "HOME": "/home/me"]
        #expect(try StandardFolder.data.path { given[$0] } == "/d")
        #expect(try StandardFolder.cache.path { given[$0] } == "/home/me/.cache")
        #expect(try StandardFolder.configuration.path { given[$0] } == "/home/me/.config")
        #expect(try StandardFolder.state.path { given[$0] } == "/home/me/.local/state")
    }

    @Test("without HOME the account's home folder is the base")
    func account() throws {
        #expect(try StandardFolder.data.path { _ in nil }.hasSuffix("/.local/share"))
    }
}
