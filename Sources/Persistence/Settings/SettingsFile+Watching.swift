import FoundationEssentials
import Glibc
import Synchronization
import Threads

extension SettingsFile {
    /// Adds an observer; the first queue starts the watch.
    ///
    /// - Parameter observer: Who wants to hear.
    /// - Returns: Its number, for ``unsubscribe(_:)``.
    func subscribe(_ observer: Observer) -> Int {
        let (number, watcher) = state.withLock { state in
            state.observersSoFar += 1
            state.observers[state.observersSoFar] = observer
            guard case .queue = observer, state.watcher == nil, path != nil else {
                return (state.observersSoFar, nil as WakeDescriptor?)
            }
            let watcher = WakeDescriptor()
            state.watcher = watcher
            return (state.observersSoFar, watcher)
        }
        if let watcher, SystemThread.start("locate-watch", { [self] in watch(watcher) }) != 0 {
            // Without a thread, changes by others are noticed with the next reading.
            state.withLock { $0.watcher = nil }
        }
        return number
    }

    /// Removes an observer; with the last queue the watch ends.
    func unsubscribe(_ number: Int) {
        let (observer, watcher) = state.withLock { state in
            let observer = state.observers.removeValue(forKey: number)
            let isWatched = state.observers.values.contains { if case .queue = $0 { true } else { false } }
            guard !isWatched, let watcher = state.watcher else { return (observer, nil as WakeDescriptor?) }
            state.watcher = nil
            return (observer, watcher)
        }
        // Let go outside of the lock, since what goes with it may call back.
        _ = observer
        watcher?.cancel()
    }

    /// Tells the settings objects; the queues know already.
    func deliver(_ changes: [SettingChange]) {
        guard !changes.isEmpty else { return }
        let objects = state.withLock { state in
            state.observers.values.compactMap { observer in
                if case .settings(let object) = observer { object.settings } else { nil }
            }
        }
        for object in objects { object.post(changes) }
    }

    private func watch(_ wake: WakeDescriptor) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        defer { if descriptor >= 0 { close(descriptor) } }
        let folder = Folder.split(path ?? "").folder
        let mask = UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE)
        while !wake.isCancelled {
            // Each time, because the folder may appear, or be another of the same name.
            let isWatching = descriptor >= 0 && inotify_add_watch(descriptor, folder, mask) >= 0
            look(isWaiting: true)
            // Network file systems do not tell what other machines write, so the clock is the second ear.
            let pause = isWatching ? Duration.seconds(2) : .milliseconds(250)
            _ = wake.wait(for: descriptor, events: POLLIN, until: .now + pause)
            var events = [UInt8](repeating: 0, count: 16 << 10)
            while descriptor >= 0, read(descriptor, &events, events.count) > 0 {}
        }
    }
}
