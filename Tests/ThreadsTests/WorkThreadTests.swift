import Testing

@testable import LKThreads

@Suite struct WorkThreadTests {
    @Test("Work changes the value one piece after the other, and returns its results to those who wait")
    func order() async {
        let thread = WorkThread("work", [Int]())
        for number in 0..<5 {
            let count = await thread.run { numbers, _ in
                numbers.append(number)
                return numbers.count
            }
            #expect(count == number + 1)
        }
        #expect(await thread.run { numbers, _ in numbers } == [0, 1, 2, 3, 4])
    }

    @Test("Work of a cancelled task is done all the same, and is told")
    func cancelled() async {
        let thread = WorkThread("work", 0)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await thread.run { value, isCanceled in
                value += 1
                return isCanceled()
            }
        }
        task.cancel()
        #expect(await task.value)
        #expect(await thread.run { value, _ in value } == 1)
    }
}
