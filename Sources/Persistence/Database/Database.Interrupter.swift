internal import CSQLite
import Synchronization

extension Database {
    /// Ends what a database is doing, from another thread.
    package final class Interrupter: Sendable {
        /// The address of the open database; 0 once it is closed.
        private let handle: Mutex<UInt>

        init(_ handle: OpaquePointer) { self.handle = Mutex(UInt(bitPattern: handle)) }

        /// Lets the statement under way end with ``PersistenceError/Code/interrupted``, and its transaction be undone.
        ///
        /// Without one under way nothing happens.
        package func interrupt() {
            // The lock keeps the database from being closed meanwhile.
            handle.withLock { if let handle = OpaquePointer(bitPattern: $0) { csqlite_interrupt(handle) } }
        }

        func end() { handle.withLock { $0 = 0 } }
    }
}
