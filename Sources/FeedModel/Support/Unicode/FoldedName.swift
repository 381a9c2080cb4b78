extension String {
    /// Two names of categories, labels, views or accounts are the same if they are the same in this form: in lower case
    /// and, so that it does not matter how letters with marks are written, in NFC.
    public var foldedName: String { String(CanonicalForm.composed(lowercased())) }
}
