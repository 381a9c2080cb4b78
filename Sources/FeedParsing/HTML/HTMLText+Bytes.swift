/// How text without tags becomes plain text.
extension HTMLText {
    /// Appends text without tags: white space folded, control characters dropped, references decoded.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, decoding: Bool) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "&") || byte > 0xC2 {
                // A run that needs no change.
                let stop = text.endOfPlainText(from: index + 1, upTo: text.count)
                appendVisible(UnsafeBufferPointer(rebasing: text[index..<stop]))
                index = stop
            } else if byte <= 0x20 {
                if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { gap = max(gap, 1) }
                index += 1
            } else if byte == UInt8(ascii: "&"), decoding, let found = HTMLEntity.reference(in: text, at: index) {
                write(found.value)
                index = found.end
            } else if byte == 0xC2, index + 1 < text.count {
                // U+0080 to U+00BF: controls of Latin-1 that were letters of Windows-1252, and the no-break space.
                write(Windows1252.scalar(of: text[index + 1]).value)
                index += 2
            } else {
                if byte != 0x7F {
                    writeGap()
                    bytes.append(byte)
                }
                index += 1
            }
        }
    }

    /// Appends a run without its invisible characters.
    mutating func appendVisible(_ run: UnsafeBufferPointer<UInt8>) {
        var (copied, index) = (0, run.endOfVisible(from: 0))
        while index < run.count {
            let length = invisibleLength(run, at: index, isAfterText: index > copied && run[index - 1] > 0x20)
            if length > 0 {
                appendTrimmed(run[copied..<index])
                copied = index + length
            } else if InvisibleCharacter.isFiller(in: run, at: index) {
                appendTrimmed(run[copied..<index])
                gap = max(gap, 1)
                copied = index + 3
            }
            index = run.endOfVisible(from: index + max(length, 1))
        }
        if copied == 0 {
            writeGap()
            bytes.append(contentsOf: run)
        } else {
            appendTrimmed(run[copied...])
        }
    }

    private func invisibleLength(_ run: UnsafeBufferPointer<UInt8>, at index: Int, isAfterText: Bool) -> Int {
        let isJoiner =
            run[index] == 0xE2 && index + 2 < run.count && run[index + 1] == 0x80 && run[index + 2] & 0xFE == 0x8C
        if isJoiner { return isAfterText || gap == 0 && index == 0 && !bytes.isEmpty ? 0 : 3 }
        return InvisibleCharacter.length(in: run, at: index)
    }

    /// Appends a part of a run. A space at its end may be one of two.
    mutating func appendTrimmed(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
        if part.first == 0x20 { gap = max(gap, 1) }
        let isSpaced = part.last == 0x20
        let letters = part.drop { $0 == 0x20 }.prefix(part.count - (isSpaced ? 1 : 0))
        if !letters.isEmpty {
            writeGap()
            bytes.append(contentsOf: letters)
        }
        if isSpaced { gap = max(gap, 1) }
    }

    private mutating func write(_ value: UInt32) {
        if value <= 0x20 || value == 0xA0 {
            if value == 0xA0 || value == 0x20 || (0x09...0x0D).contains(value) { gap = max(gap, 1) }
        } else if InvisibleCharacter.isFiller(value) {
            gap = max(gap, 1)
        } else if !(0x7F...0x9F).contains(value), !InvisibleCharacter.contains(value),
            !InvisibleCharacter.isJoiner(value) || gap == 0 && !bytes.isEmpty
        {
            writeGap()
            HTMLEntity.append(value, to: &bytes)
        }
    }

    private mutating func writeGap() {
        guard gap != 0 else { return }
        if !bytes.isEmpty { bytes.append(gap == 2 ? 0x0A : 0x20) }
        gap = 0
    }
}
