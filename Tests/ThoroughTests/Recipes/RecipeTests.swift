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

    @Test(
        arguments: RecipeExpectation.all.filter { $0.missing.isEmpty && $0.keys == nil }.map(\.heading))
    func `a recipe for a shell works with odd titles, without links and with a feed that fails`(
        heading: String
    ) async throws {
        let recipe = try #require(Recipe.all.first { $0.heading == heading })
        guard ["sh", "bash"].contains(recipe.language) else { return }
        let ending = await RecipeHome(isOdd: true).run(recipe)
        let said = ending.errorLines.filter { !allowed.contains(where: $0.contains) }
        #expect(said.filter { $0.hasPrefix("rssium: ") || $0.contains("unknown option") } == [])
    }

    /// What recipes say of an article without a link, and of the feed that fails.
    private var allowed: [String] { ["has no URL", "http://example.org/gone"] }

    /// What could not be tried is said, and is no failure.
    @Test(arguments: RecipeExpectation.all.filter { !$0.missing.isEmpty })
    func `a recipe for a program that is not installed is not tried`(expectation: RecipeExpectation) {
        withKnownIssue {
            Issue.record("not tried: \(expectation.heading) needs \(expectation.missing.joined(separator: " and "))")
        }
    }
}
