"""The removal of a suppression that silences nothing: of its code, or of its comment where nothing else is in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from profilecheck.directives import Ignored, Word, beginning, directives
from profilecheck.document import Comment, Document
from profilecheck.findings import Edit, Fix, Span
from profilecheck.suppress import Suppression


class Removals:
    """How the suppressions of a document are removed."""

    def __init__(self, document: Document) -> None:
        self._lines = re.split(r"\r\n?|\n", document.text)
        found = list(directives(document))
        self._on_line = Counter(one.span.line for one in found)
        self._of: dict[Span, Ignored] = {}
        for one in found:
            if isinstance(one, Ignored):
                words = one.words or ()
                self._of |= dict.fromkeys((one.span, *(word.span for word in words)), one)

    def of(self, one: Suppression) -> Fix | None:
        """The edit that removes a suppression; None where its comment is a part of a value, or asks for more."""
        directive = self._of.get(one.span)
        if one.swallowed or directive is None:
            return None
        words = directive.words or ()
        if len(words) > 1:
            place = next(i for i, word in enumerate(words) if word.span == one.span)
            return Fix(f"remove {one.written}", (_of_word(words, place),))
        comment = directive.comment
        if self._on_line[comment.span.line] > 1:
            return None
        written = comment.text[beginning(comment) :].rstrip()
        return Fix(f"remove `{written}`", (self._of_comment(comment),))

    def _of_comment(self, comment: Comment) -> Edit:
        """A comment from where it addresses profilecheck, with the blanks before it, or its whole line."""
        line, start = comment.span.line, comment.span.column + beginning(comment)
        text = self._lines[line - 1]
        before = len(text[: start - 1].rstrip())
        if before or len(self._lines) == 1:
            return Edit(Span(line, before + 1, line, len(text) + 1), "")
        if line < len(self._lines):
            return Edit(Span(line, 1, line + 1, 1), "")
        end = len(self._lines[line - 2]) + 1  # nothing ends the text, nor does so afterwards
        return Edit(Span(line - 1, end, line, len(text) + 1), "")


def _of_word(words: Sequence[Word], place: int) -> Edit:
    """A word with what parts it from its neighbour."""
    span = words[place].span
    if place:
        before = words[place - 1].span
        return Edit(Span(span.line, before.end_column, span.line, span.end_column), "")
    return Edit(Span(span.line, span.column, span.line, words[1].span.column), "")
