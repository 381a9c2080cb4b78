internal import rssium

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The C function `main`: SwiftPM's linker finds it by this name.
@_cdecl("rssium_main_main")
func main(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    ProcessPreparation.run()
    exit(EntryPoint.runProcess(UnsafeBufferPointer(start: arguments, count: Int(count))))
}
