import TestSupport
import Testing

@testable import rssiumTests

/// Every recipe of docs/recipes.md, run as it stands there.
@Suite struct RecipeTests {
    @Test func `every recipe has an expectation, and every expectation a recipe`() {
        let headings = Recipe.all.map(\.heading)
        #expect(headings.count > 20)
        #expect(Set(headings).count == headings.count, "one block below each heading")
        #expect(Set(headings).symmetricDifference(RecipeExpectation.all.map(\.heading)) == [])
        #expect(Set(Recipe.all.map(\.language)).isSubset(of: ["sh", "bash", "elisp", "vim"]))
    }

    @Test(arguments: RecipeExpectation.all.filter { $0.missing.isEmpty })
    func `a recipe does what it says`(expectation: RecipeExpectation) async throws {
        let recipe = try #require(Recipe.all.first { $0.heading == expectation.heading })
        let home = await RecipeHome()
        let ending = await home.run(recipe, typing: expectation.keys, thenLook: expectation.look)
        #expect(ending.code == 0, "\(ending)")
        #expect(ending.lines == expectation.seen, "\(ending.stderr)")
        #expect(ending.errorLines.filter { $0.hasPrefix("rssium: ") } == [])
    }

    /// What could not be tried is said, and is no failure.
    @Test(arguments: RecipeExpectation.all.filter { !$0.missing.isEmpty })
    func `a recipe for a program that is not installed is not tried`(expectation: RecipeExpectation) {
        withKnownIssue {
            Issue.record("not tried: \(expectation.heading) needs \(expectation.missing.joined(separator: " and "))")
        }
    }
}
