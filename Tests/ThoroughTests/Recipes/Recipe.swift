import Foundation
import TestSupport
import Testing

@testable import rssiumTests

/// A recipe of docs/recipes.md: a heading and the one block of code below it.
struct Recipe: Sendable {
    var heading: String
    /// What stands behind the fence: `sh`, `bash`, `elisp` or `vim`.
    var language: String
    var code: String

    /// All recipes, in the order of the document.
    static let all: [Recipe] = {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/recipes.md")
        guard let text = try? String(contentsOf: url.standardizedFileURL, encoding: .utf8) else { return [] }
        return recipes(in: text)
    }()

    /// The blocks of a text in Markdown, each with the heading above it.
    static func recipes(in text: String) -> [Recipe] {
        var recipes: [Recipe] = []
        var heading = ""
        var block: Recipe?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            switch (line, block) {
            case ("```", let recipe?):
                recipes.append(recipe)
                block = nil
            case (_, .some): block?.code += line + "\n"
            case _ where line.hasPrefix("```"):
                block = Recipe(heading: heading, language: String(line.dropFirst(3)), code: "")
            case _ where line.hasPrefix("#"): heading = String(line.drop { $0 == "#" }.dropFirst())
            default: break
            }
        }
        return recipes
    }
}

/// What must have come of a recipe.
struct RecipeExpectation: Sendable, CustomTestStringConvertible {
    var heading: String
    /// The programs without which it cannot be tried.
    var needs: [String] = []
    /// What the user types on a terminal, a key below each article; nil where the recipe needs no terminal.
    var keys: String?
    /// Runs after the recipe, in the same shell or editor, and prints what there is to see.
    var look: String
    var seen: [String]

    init(_ heading: String, needs: [String] = [], keys: String? = nil, look: String, seen: [String]) {
        self.heading = heading
        self.needs = needs
        self.keys = keys
        self.look = look
        self.seen = seen
    }

    var testDescription: String { heading }

    /// The programs that are missing on this machine.
    var missing: [String] { needs.filter { !Program.isInstalled($0) } }
}
