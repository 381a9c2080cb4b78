/// Keeps a large part of a value apart from it: copies of the whole share the part.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
    @usableFromInline final class Storage: Sendable {
        @usableFromInline let value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    @inlinable public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    @inlinable public var wrappedValue: Value {
        get { storage.value }
        set { storage = Storage(newValue) }
    }
}

// Apart: what the parameter of a type must conform to, the runtime looks up among all conformances of the program.
extension Boxed: Equatable where Value: Equatable {
    public static func == (left: Boxed, right: Boxed) -> Bool {
        left.storage === right.storage || left.wrappedValue == right.wrappedValue
    }
}

extension Boxed: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
