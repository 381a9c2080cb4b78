/// How many tags, authors or files an article or a feed keeps. To look through a hostile list for each new element would
/// take quadratic time.
@inlinable package var maxListCount: Int { 250 }

extension Array where Element: Equatable {
    /// Appends an element unless the list has it already or is full.
    @inlinable package mutating func appendIfAbsent(_ element: Element) {
        guard count < maxListCount, !contains(element) else { return }
        append(element)
    }
}

extension Array where Element == Enclosure {
    /// Appends a file unless the list has its address already or is full.
    @inlinable package mutating func appendFileIfAbsent(_ file: Enclosure) {
        guard count < maxListCount, !contains(where: { $0.url == file.url }) else { return }
        append(file)
    }
}

extension Sequence {
    /// The elements without those whose key an earlier element has.
    @inlinable package func unique<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var keys: Set<Key> = []
        return filter { keys.insert(key($0)).inserted }
    }
}

extension Array {
    /// The elements in arrays of at most so many.
    @inlinable package func chunks(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }

    /// The index of the first element that `isBehind`, as all elements after it are; `count` if none is.
    @inlinable package func partitionIndex(where isBehind: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension [UInt8] {
    /// Calls `body` with the bytes, and throws what it throws. `withUnsafeBufferPointer` of Swift 6.0 and 6.1 loses the type
    /// of the error.
    package func withBuffer<Value, Failure>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withUnsafeBufferPointer { buffer in Result { () throws(Failure) in try body(buffer) } }.get()
    }
}
