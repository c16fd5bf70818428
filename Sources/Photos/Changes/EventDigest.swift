/// What is to be looked at after a number of events: each file once, however much happened to it.
struct EventDigest {
    /// What happened to the names of a folder.
    private(set) var names: [RawPath: [RawPath: FolderEvent.Kind]] = [:]
    /// Folders that have come.
    private(set) var newFolders: Set<RawPath> = []
    /// Folders that have gone, or have gone before they came again.
    private(set) var goneFolders: Set<RawPath> = []
    /// Folders whose rights or times were changed.
    private(set) var touchedFolders: Set<RawPath> = []
    /// Whether all has to be looked at: events were lost, or a folder that was asked for is no longer there.
    private(set) var needsRescan = false

    init(_ events: [FolderEvent], folder: (Int32) -> RawPath?) {
        for event in events {
            if event.kind.contains(.overflow) {
                needsRescan = true
                continue
            }
            guard let path = folder(event.watch) else { continue }
            guard let name = event.name else {
                // Of a folder inside another, the other's event tells more.
                if !event.kind.isDisjoint(with: [.folderDeleted, .folderMoved, .unmounted]) { needsRescanOf(path) }
                continue
            }
            guard name.bytes.first != UInt8(ascii: ".") else { continue }
            if event.kind.contains(.isFolder) {
                let inner = path.appending(name)
                if !event.kind.isDisjoint(with: [.movedFrom, .deleted]) {
                    goneFolders.insert(inner)
                    newFolders.remove(inner)
                } else if !event.kind.isDisjoint(with: [.movedTo, .created]) {
                    newFolders.insert(inner)
                } else if event.kind.contains(.attributes) {
                    touchedFolders.insert(inner)
                }
            } else {
                names[path, default: [:]][name, default: []].formUnion(event.kind)
            }
        }
    }

    private(set) var vanishedThemselves: Set<RawPath> = []

    private mutating func needsRescanOf(_ folder: RawPath) { vanishedThemselves.insert(folder) }

    /// Asks for everything to be looked at when a folder that was asked for has gone.
    mutating func check(roots: [RawPath]) {
        if roots.contains(where: vanishedThemselves.contains) { needsRescan = true }
    }

    /// Asks for everything to be looked at.
    mutating func askForEverything() { needsRescan = true }

    var isEmpty: Bool {
        names.isEmpty && newFolders.isEmpty && goneFolders.isEmpty && touchedFolders.isEmpty && !needsRescan
    }
}
