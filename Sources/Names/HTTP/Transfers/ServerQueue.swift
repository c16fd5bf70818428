/// The transfers of one server: the number of running ones, and those waiting for a connection, first come, first
/// served.
///
/// libcurl could limit connections itself (`CURLMOPT_MAX_HOST_CONNECTIONS`), but version 7.88 can forget one of many
/// waiting transfers, which then times out although connections are free.
struct ServerQueue<Element> {
    /// The minimum number of streams that servers allow on one connection (RFC 9113, section 6.5.2).
    static var streamsPerConnection: Int { 100 }

    /// The number of running transfers.
    private(set) var running = 0
    /// Whether the last response came over a shared connection (HTTP/2), so that one connection is enough.
    var isMultiplexed = false
    /// The maximum number of connections, at least 1.
    private let connections: Int
    /// Elements before ``first`` have been removed.
    private var elements: [Element?] = []
    private var first = 0

    init(connections: Int) { self.connections = max(1, connections) }

    var isIdle: Bool { running == 0 && first == elements.count }

    /// The element that has waited longest.
    var next: Element? { first < elements.count ? elements[first] : nil }

    /// All waiting elements.
    var waiting: [Element] { elements.compactMap { $0 } }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Adds an element before all others.
    mutating func prepend(_ element: Element) {
        if first == 0 {
            elements.insert(element, at: 0)
        } else {
            first -= 1
            elements[first] = element
        }
    }

    /// Removes the first element; `nil` if none is waiting.
    mutating func removeFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        if first == elements.count { (elements, first) = ([], 0) }
        return element
    }

    /// Removes the first element and counts it as running; `nil` if none is waiting, or no connection is free.
    mutating func start() -> Element? {
        guard running < (isMultiplexed ? max(connections, Self.streamsPerConnection) : connections),
            let element = removeFirst()
        else { return nil }
        running += 1
        return element
    }

    /// Ends a running transfer.
    mutating func end() { running -= 1 }
}
