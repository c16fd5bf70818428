import Glibc

/// How much work something is, however busy the machine is: the processor time of the calling thread.
///
/// For what must not cost the square of its input; how long that takes on the wall says more about the other tests.
///
/// - Parameter body: What is measured, on this thread alone.
/// - Returns: What `body` returns, and the seconds.
/// - Throws: What `body` throws.
public func processorTime<Result, Failure: Error>(
    of body: () throws(Failure) -> Result
) throws(Failure) -> (result: Result, seconds: Double) {
    let begin = threadTime()
    let result = try body()
    return (result, threadTime() - begin)
}

/// The processor time that the calling thread has had so far, in seconds.
private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
