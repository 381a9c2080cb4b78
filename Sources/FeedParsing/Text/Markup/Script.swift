/// Superscript and subscript, as far as Unicode has the letters.
package enum Script {
    case superscript, `subscript`

    package func text(for text: String) -> String {
        let letters = self == .superscript ? Self.raised : Self.lowered
        let written = text.map { letters[$0] }
        if !written.contains(nil) { return String(written.compactMap { $0 }) }
        // A long text is a remark, not an exponent.
        let isWord = text.count > 12 || text.contains(" ")
        if self == .superscript, isWord || Self.ordinals.contains(text.lowercased()) { return text }
        if isWord || text.allSatisfy({ "*†‡§¶#‖[]".contains($0) || $0.isNumber && !$0.isASCII }) { return text }
        let isOne = text.count == 1 || Script.isInBrackets(text)
        return (self == .superscript ? "^" : "_") + (isOne ? text : "(\(text))")
    }

    /// `[3]`, `(a)`, and the comma before the next note.
    private static func isInBrackets(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last(where: { !$0.isPunctuation || ")]".contains($0) }) else {
            return false
        }
        return first == "[" && last == "]" || first == "(" && last == ")"
    }

    /// 4th, 1er, ™: these need no sign for a superscript.
    private static let ordinals: Set<String> = [
        "st", "nd", "rd", "th", "er", "re", "ère", "e", "ème", "me", "o", "a", "os", "as", "tm", "sm", "®", "™", "mo",
    ]
    private static let raised = pairs("0123456789+-−=()in", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ")
    private static let lowered = pairs("0123456789+-−=()aeoxhklmnpstijruv", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ")

    private static func pairs(_ letters: String, _ small: String) -> [Character: Character] {
        Dictionary(uniqueKeysWithValues: zip(letters, small))
    }
}
