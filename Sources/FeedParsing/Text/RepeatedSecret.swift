/// A secret that a server was sent, and that no message may show where the server repeats it.
package enum RepeatedSecret {
    /// Whether the text has one of them, as it was written or as a form or a page encodes it.
    package static func isIn(_ text: String, _ secrets: [String?]) -> Bool {
        let decoded = Array(text.utf8).withUnsafeBufferPointer(HTMLEntity.decodedOnce)
        let texts = [text.lowercased(), decoded.lowercased()]
        return secrets.compactMap(\.self).contains { secret in
            let escaped = URISyntax.percentEncoded(secret) { !(ASCII.isLetterOrDigit($0) || "-._~".utf8.contains($0)) }
            let forms = [secret, escaped, escaped.replacing("%20", with: "+")].map { $0.lowercased() }
            return !secret.isEmpty && texts.contains { text in forms.contains { text.contains($0) } }
        }
    }
}
