import Synchronization

// Settings take effect with the next session; a session that runs keeps those it was started with.
extension LocationManager {
    /// The 68 % radius in metres that ends a session; 0 never does.
    ///
    /// 100 unless set.
    public var desiredAccuracy: Double {
        get { state.withLock { $0.settings.desiredAccuracy } }
        set { state.withLock { $0.settings.desiredAccuracy = newValue } }
    }

    /// How long a session may take; `nil` for no limit.
    ///
    /// 15 seconds unless set.
    public var timeout: Duration? {
        get { state.withLock { $0.settings.timeout } }
        set { state.withLock { $0.settings.timeout = newValue } }
    }

    /// How long no satellite may be in view before a session gives up; `nil`, the default, waits for ``timeout``.
    public var noSatelliteTimeout: Duration? {
        get { state.withLock { $0.settings.noSatelliteTimeout } }
        set { state.withLock { $0.settings.noSatelliteTimeout = newValue } }
    }

    /// How long after its arrival a fix still counts as an answer.
    ///
    /// 5 seconds unless set.
    public var maximumAge: Duration {
        get { state.withLock { $0.settings.maximumAge } }
        set { state.withLock { $0.settings.maximumAge = newValue } }
    }

    /// How long a session looks for a better fix once the accuracy is reached.
    ///
    /// 0 unless set.
    public var settle: Duration {
        get { state.withLock { $0.settings.settle } }
        set { state.withLock { $0.settings.settle = newValue } }
    }

    /// The least quality of fix that counts; others are passed over.
    ///
    /// Two dimensions unless set.
    public var requirement: FixRequirement {
        get { state.withLock { $0.settings.requirement } }
        set { state.withLock { $0.settings.requirement = newValue } }
    }

    /// How many metres a fix must be away from the last announced one to be announced.
    ///
    /// 0, the default, announces all.
    public var distanceFilter: Double {
        get { state.withLock { $0.settings.distanceFilter } }
        set { state.withLock { $0.settings.distanceFilter = newValue } }
    }
}
