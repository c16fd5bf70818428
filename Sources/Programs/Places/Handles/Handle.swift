import LKThreads

/// What a C program holds of an object: an address at which there is always a ``HandleSlot``.
///
/// A slot is never freed, so that a closed handle is recognized however late it is used. Closed slots are used again, the
/// oldest first, and only beyond a thousand, so that memory does not grow with the number of handles that were opened.
enum Handle {
    private static let closed = Lock<ClosedSlots>(ClosedSlots())

    /// The number of closed slots that are kept from being used again.
    private static let quarantine = 1024

    /// A queue of slots.
    // Unchecked because of the pointers, whose slots are safe to use from any thread.
    private struct ClosedSlots: @unchecked Sendable {
        var slots: [UnsafeMutablePointer<HandleSlot>] = []
        var next = 0

        /// Adds a slot, and returns the oldest if there are enough.
        mutating func oldest() -> UnsafeMutablePointer<HandleSlot>? {
            guard slots.count - next > Handle.quarantine else { return nil }
            defer {
                next += 1
                if next > Handle.quarantine {
                    slots.removeFirst(next)
                    next = 0
                }
            }
            return slots[next]
        }
    }

    /// Creates a handle of an object, which lives until the handle is closed.
    static func open(_ object: some AnyObject & Sendable) -> OpaquePointer {
        let slot: UnsafeMutablePointer<HandleSlot>
        if let old = closed.withLock({ $0.oldest() }) {
            slot = old
        } else {
            slot = .allocate(capacity: 1)
            slot.initialize(to: HandleSlot())
        }
        slot.pointee.object.withLock { $0 = object }
        return OpaquePointer(slot)
    }

    /// Returns the object of a handle.
    ///
    /// - Parameters:
    ///   - handle: A handle, or `nil`.
    ///   - kind: The object's class.
    ///   - name: Its name in messages.
    /// - Returns: The object.
    /// - Throws: ``PlacesError/Code/handle`` if it is `nil`, closed or of another kind.
    static func object<Object: AnyObject & Sendable>(
        _ handle: OpaquePointer?, _ kind: Object.Type, _ name: String
    ) throws(PlacesError) -> Object {
        guard let handle else { throw PlacesError(.handle, "the \(name) is NULL") }
        guard let slot = slot(of: handle) else { throw PlacesError(.handle, "the \(name) is not a handle") }
        guard let object = slot.pointee.object.withLock({ $0 }) else {
            throw PlacesError(.handle, "the \(name) is closed")
        }
        guard let object = object as? Object else { throw PlacesError(.handle, "the handle is not that of a \(name)") }
        return object
    }

    /// Closes a handle of a kind; ignores all others.
    static func close<Object: AnyObject & Sendable>(_ handle: OpaquePointer?, _ kind: Object.Type) {
        guard let handle, let slot = slot(of: handle) else { return }
        // The object is released after unlocking.
        let object = slot.pointee.object.withLock { object -> (any AnyObject & Sendable)? in
            guard object is Object else { return nil }
            defer { object = nil }
            return object
        }
        guard object != nil else { return }
        let pointer = UnsafeMutablePointer<HandleSlot>(handle)
        closed.withLock { $0.slots.append(pointer) }
    }

    private static func slot(of handle: OpaquePointer) -> UnsafeMutablePointer<HandleSlot>? {
        // An odd address or a small number cannot be read at all.
        let address = UInt(bitPattern: handle)
        guard address >= 4096, address.isMultiple(of: UInt(MemoryLayout<HandleSlot>.alignment)) else { return nil }
        let slot = UnsafeMutablePointer<HandleSlot>(handle)
        return slot.pointee.mark == HandleSlot.mark ? slot : nil
    }
}

/// The object of a handle, while it is open.
struct HandleSlot: ~Copyable {
    /// "LKHANDLE".
    static let mark: UInt64 = 0x4C4B_4841_4E44_4C45

    /// Tells slots from other memory.
    let mark = Self.mark
    /// `nil` when the handle is closed.
    let object = Lock<(any AnyObject & Sendable)?>(nil)
}
