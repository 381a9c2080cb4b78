extension HTMLTreeBuilder {
    // MARK: Start tags

    mutating func start(_ name: UInt64, _ rules: HTMLElement, _ tag: Range<Int>, isSelfClosing: Bool) {
        if name == PackedName.html || name == PackedName.head || name == PackedName.body || name == PackedName.frameset
        {
            return startPage(name, tag)
        }
        if enterHead(for: rules) {
            add(name, rules, tag)
            return
        }
        if isInForeign {
            guard rules.contains(.breaksOut) else {
                let node = insert(HTMLTree.Node(name, rules, tag))
                if !isSelfClosing, open.count < HTMLTree.depthLimit { push(node) }
                return
            }
            if let index = open.lastIndex(where: { self.rules($0).contains(.foreign) }) { pop(to: index) }
        }
        if name == PackedName.image {
            startInBody(PackedName.img, HTMLElement.of(PackedName.img), tag)
        } else if name == PackedName.mediaContent {
            // Without its prefix, so that it is not taken for a long name.
            startInBody(PackedName.img, HTMLElement.of(PackedName.img), tag.lowerBound + 6..<tag.upperBound)
        } else {
            startInBody(name, rules, tag)
        }
        if rules.contains(.foreign), isSelfClosing, self.name(current) == name { pop() }
    }

    private mutating func startInBody(_ name: UInt64, _ rules: HTMLElement, _ tag: Range<Int>) {
        if name == PackedName.form, hasForms { return }
        let isTablePart = rules.contains(.tablePart)
        if isTablePart, !startTablePart(name) { return }
        closeImplied(before: name, rules)
        if isTablePart || rules.contains(.closesParagraph) || rules.contains(.outsideFormatting) {
            add(name, rules, tag, before: isTablePart || rules.contains(.allowedInTable) ? nil : foster(in: current))
        } else {
            let table = foster(in: current)
            if table == nil { reconstructFormatting() }
            let node = add(name, rules, tag, before: table)
            if rules.contains(.formatting), isOpen(node) { beginFormatting(node) }
        }
        if rules.contains(.cell) { formatting.append(nil) }
    }

    private mutating func startPage(_ name: UInt64, _ tag: Range<Int>) {
        switch name {
        case PackedName.html: take(tag, for: html)
        case PackedName.head:
            guard open.count == 1, body < 0 else { return }
            take(tag, for: head)
            push(head)
        case PackedName.body: beginBody(tag)
        default: break
        }
    }

    /// Inserts an element and opens it, if it can have content.
    @discardableResult private mutating func add(
        _ name: UInt64, _ rules: HTMLElement, _ tag: Range<Int>, before table: Index? = nil
    ) -> Index {
        let node = insert(HTMLTree.Node(name, rules, tag), before: table)
        if !rules.contains(.void), open.count < HTMLTree.depthLimit { push(node) }
        return node
    }

    /// Ends the elements that this start tag ends.
    private mutating func closeImplied(before name: UInt64, _ rules: HTMLElement) {
        switch name {
        case PackedName.li: closeItem { $0 == PackedName.li }
        case PackedName.dd, PackedName.dt: closeItem { $0 == PackedName.dd || $0 == PackedName.dt }
        case PackedName.a:
            if let link = formatting.reversed().prefix(while: { $0 != nil }).compactMap(\.self).first(where: {
                self.name($0) == PackedName.a
            }) {
                endFormatting(PackedName.a)
                forget(link)
            }
        case PackedName.button: if let index = scope(of: PackedName.button) { pop(to: index) }
        case PackedName.option, PackedName.optgroup:
            if self.name(current) == PackedName.option { pop() }
            if name == PackedName.optgroup, self.name(current) == PackedName.optgroup { pop() }
        case PackedName.select: if let index = scope(of: PackedName.select) { pop(to: index) }
        case PackedName.table where self.rules(current).contains(.tableParent):
            if let index = scope(of: PackedName.table) { pop(to: index) }
        default: break
        }
        guard rules.contains(.closesParagraph) else { return }
        // Only options are in a selection; anything else shows that its end is missing.
        if hasSelections, let index = scope(of: PackedName.select) { pop(to: index) }
        closeParagraph()
        if rules.contains(.heading), self.rules(current).contains(.heading) { pop() }
    }

    /// Ends the open item of the list that the next item is in.
    private mutating func closeItem(_ isItem: (UInt64) -> Bool) {
        for index in open.indices.reversed() {
            let name = name(open[index])
            if isItem(name) { return pop(to: index) }
            let isPassed = name == PackedName.address || name == PackedName.div || name == PackedName.p
            if !isPassed, rules(open[index]).contains(.special) { return }
        }
    }

    /// Goes to where a part of a table belongs and adds the parts that are implied around it. Returns false if there is
    /// no table.
    private mutating func startTablePart(_ name: UInt64) -> Bool {
        guard hasTables, let table = scope(of: PackedName.table, until: { name, _ in name == PackedName.template })
        else {
            return false
        }
        func isParent(_ rules: HTMLElement, _ found: UInt64) -> Bool {
            switch name {
            case PackedName.td, PackedName.th: found == PackedName.tr || rules.contains(.tableSection)
            case PackedName.tr: rules.contains(.tableSection)
            case PackedName.col: found == PackedName.colgroup
            default: false
            }
        }
        var index = table
        for inner in open.indices[(table + 1)...].reversed()
        where isParent(self.rules(open[inner]), self.name(open[inner])) {
            index = inner
            break
        }
        pop(to: index + 1)
        let isCell = name == PackedName.td || name == PackedName.th
        if name == PackedName.col, self.name(current) == PackedName.table { imply(PackedName.colgroup) }
        if isCell || name == PackedName.tr, self.name(current) == PackedName.table { imply(PackedName.tbody) }
        if isCell, self.name(current) != PackedName.tr { imply(PackedName.tr) }
        return true
    }

    private mutating func imply(_ name: UInt64) { push(insert(HTMLTree.Node(name, HTMLElement.of(name)))) }

    // MARK: End tags

    mutating func end(_ name: UInt64, _ rules: HTMLElement) {
        if body < 0 {
            guard open.count > 1, let index = open.lastIndex(where: { self.name($0) == name }), index > 0 else {
                return
            }
            while open.count > index { pop() }
            return
        }
        switch name {
        case PackedName.html, PackedName.head, PackedName.body: return
        case PackedName.p
        where scope(of: PackedName.p, until: { $1.contains(.scope) || $0 == PackedName.button }) == nil:
            insert(HTMLTree.Node(PackedName.p, rules), before: foster(in: current))
        case PackedName.p: closeParagraph()
        case PackedName.br: insert(HTMLTree.Node(PackedName.br, rules), before: foster(in: current))
        case PackedName.li:
            if let index = scope(of: name, until: { $1.contains(.scope) || $0 == PackedName.ul || $0 == PackedName.ol })
            {
                pop(to: index)
            }
        case PackedName.form: if let index = scope(of: name) { close(at: index) }
        case PackedName.table:
            if let index = scope(of: name, until: { name, _ in name == PackedName.template }) { pop(to: index) }
        case _ where rules.contains(.tablePart): if let index = scopeInTable(of: name) { pop(to: index) }
        case _ where rules.contains(.formatting): endFormatting(name)
        case _ where rules.contains(.heading): endHeading()
        case _ where rules.contains(.special) || rules.contains(.scope):
            let isScope = rules.contains(.scope)
            let index = scope(of: name) { $1.contains(.scope) || isScope && $1.contains(.cell) }
            if let index { pop(to: index) }
        default: endInline(name)
        }
    }

    private func scopeInTable(of name: UInt64) -> Int? { scope(of: name) { found, _ in found == PackedName.table } }

    private mutating func endHeading() {
        for index in open.indices.reversed() {
            let rules = rules(open[index])
            if rules.contains(.heading) { return pop(to: index) }
            if rules.contains(.scope) { return }
        }
    }

    /// "Any other end tag".
    mutating func endInline(_ name: UInt64) {
        for index in open.indices.reversed() {
            if self.name(open[index]) == name { return pop(to: index) }
            if rules(open[index]).contains(.special) { return }
        }
    }
}
