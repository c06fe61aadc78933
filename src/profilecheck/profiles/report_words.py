"""How the prose of a page tells what a report has to tell: the values that people write, and how they say that one is lacking.

An exact value (``Ubuntu 22.04``, ``float32``, ``64 cores``) tells its fact whatever stands beside it. A bare one (``Linux``, ``spawn``)
does so unless its clause says that something is not known, and a word that only names a fact (``precision``) unless its sentence does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from profilecheck.profiles import report_names as names

_COUNT: Final = (
    r"(?:\d[\d,.]{0,20}\s?[kM]?|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)"
)
_BE: Final = r"\W{0,3}(?:is|was|are|were|of|at|with)?\W{0,3}"
_BETWEEN: Final = r"[^\w,.;\n]{0,4}"
_VERSIONED: Final = (
    rf"(?:['’]s)?{_BETWEEN}(?:versions?|ver)?{_BETWEEN}(?:is|was|v)?{_BETWEEN}v?\d+\.\d+"
)
_SYSTEMS: Final = (
    r"ubuntu|debian|fedora|centos|rhel|red[ -]?hat|rocky|almalinux|manjaro|nixos|(?:open)?suse|alpine|gentoo|pop!?_?os"
    r"|amazon linux|amzn\d?|wsl ?\d?|mac ?os(?: x)?|os ?x|darwin|freebsd"
)
_PROCESSORS: Final = (
    r"epyc|ryzen|threadripper|opteron|xeon|pentium|celeron|core(?:\(tm\))?[ -](?:i\d|ultra)|i[3579][- ]\d{4,5}[a-z]*|apple m\d|graviton ?\d?"
    r"|m[1-9] (?:pro|max|ultra|chip)|macbook|mac (?:mini|studio|pro)|ampere altra|neoverse|cortex[- ]a\d+|thunderx\d?|kunpeng|power(?:8|9|10)"
    r"|snapdragon|nvidia grace|grace[- ](?:hopper|blackwell)|gh200|raspberry pi|(?:platinum|gold|silver|bronze) [3-9][1-5]\d\d|e[357]-\d{4}"
    r"|\d{4,5}(?:x3d|xt|hx)|[1-9][6-9][05]0x"
)
_INSTANCES: Final = r"[a-z]\d[a-z]{0,3}\.(?:\d*x?large|metal)|[a-z]\d[a-z]?-(?:standard|highcpu|highmem)-\d+|standard_[a-z]+\d+[a-z_\d]*|dgx"
_PACKAGES: Final = "numpy|torch|pytorch|gymnasium|gym|pettingzoo|cython|psutil|jax|scipy|shimmy|stable[ -]baselines\\d?"

_EXACT: Final[Mapping[str, str]] = {
    names.PYTHON: rf"(?:c?python|pypy\d?|py){_VERSIONED}|(?:c?python|py|cp)3\d*\b|3\.\d+(?:\.\d+)?\W{{1,3}}c?python",
    names.REVISION: rf"puffer(?:lib)?(?:{_VERSIONED}|['\w\s]{{1,20}}\b(?:main|dev|branch|commit|head)\b|\s+v?\d)|puffer(?:lib)?\W{{1,3}}[0-9a-f]{{7,40}}\b"
    r"|(?:main|dev|\d\.\d) branch\b|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b|(?<!python )(?:version|release|tag)\W{1,3}v?\d+\.\d+|v\d+\.\d+(?:\.\d+)?\b",
    names.DEPENDENCIES: rf"(?:{_PACKAGES}){_VERSIONED}|[a-z][\w.-]{{0,60}}==\d|requirements\w*\.(?:txt|in)|pyproject\.toml|environment\.ya?ml|dockerfile"
    r"|(?:docker|container|apptainer|singularity) image|nix flake|pip (?:freeze|list)",
    names.CPU: rf"(?:{_PROCESSORS}|{_INSTANCES})\b",
    names.CORES: rf"{_COUNT}[- ](?:(?:physical|cpu|performance|real|hardware)[- ])?cores?\b|\d+\s?c\s?/\s?\d+\s?t\b|(?:single|dual|quad|hexa|octa)[- ]core"
    rf"|cores?{_BE}\d|(?:{_INSTANCES})\b",
    names.THREADS: rf"{_COUNT}[- ](?:(?:hardware|cpu|logical)[- ])?(?:threads\b|v?cpus?\b|logical (?:cores|cpus))",
    names.SYSTEM: rf"(?:{_SYSTEMS}|arch linux|mint|alma|windows(?: server)?)\W{{0,3}}(?:lts\W{{1,2}})?v?\d|(?:linux|kernel)\W{{1,2}}v?\d+\.\d+",
    names.PRECISION: r"(?:b?float|bf|fp|tf|u?int|f)(?:8|16|32|64)\b|(?:half|single|double|full|mixed)[- ]precision",
    names.GPU: r"(?:rtx|gtx|geforce|tesla|quadro|radeon|titan|a\d{2,4}g?|[hb]\d{3}|gb?h?200|v100|t4|l4|l40s?|mi\d{3}x?)\b",
    names.DRIVER: r"driver\b\D{0,20}\d{3}|nvidia\b\D{0,20}\d{3}\.\d+",
    names.CUDA: rf"(?:cuda|rocm|cudnn)(?:{_VERSIONED}|\W{{0,3}}\d)|cu1\d\d\b",
    names.BATCH: rf"batch(?:es)?(?:[ _-]size)?{_BE}\d",
    names.STEPS: rf"{_COUNT}\s*(?:[a-z]+[ -]){{0,2}}(?:steps|frames|timesteps|interactions)\b(?!\s*(?:per|/|a|of warm)\s*s?)",
    names.SECONDS: rf"{_COUNT}\s*(?:s|secs?|seconds?|min|minutes?|hours?|h)\b",
    names.WARM_UP: rf"warm(?:ed|ing)?[ _-]?up\w*{_BE}\d|{_COUNT}\s*(?:[a-z]+\s)?(?:(?:steps|seconds|s|iterations|episodes)\s)?(?:of\s)?warm[ _-]?up",
    names.REPEATS: rf"(?:{_COUNT}|several|multiple|many|all)\s+(?:[a-z]+\s)?(?:runs|trials|repeats|repetitions|measurements|seeds|times)\b"
    rf"|(?:median|mean|average|best|averaged|repeated)\s+(?:of|over|across)\s+{_COUNT}",
    names.SPREAD: r"(?:±|\+/-|\+-)\s*\d|within\s+\d[\d.]*\s*(?:%|percent)|min(?:imum)?\W{0,3}(?:and|to)?\W{0,3}max|ranged?s?\W{1,3}(?:from|between|of)\b"
    r"|p(?:1|5|10|25|50|75|90|95|99)\b",
}
_BARE: Final[Mapping[str, str]] = {
    names.SYSTEM: rf"(?:linux|{_SYSTEMS})\b",
    names.START_METHOD: r"(?:spawn(?:s|ed|ing)?|forkserver|fork(?:s|ed|ing)?(?!\s+(?:of|from|the|and pull)))\b",
    names.SPREAD: r"stdev|standard[ -](?:deviation|error)|std(?:dev|err)?\b|sigma\b|σ|error bars?|confidence|quartiles?|percentiles?|coefficient of variation",
    names.WARM_UP: r"warm(?:ed|ing|s)?[ _-]?up|burn[ -]?in\b|discard(?:ed|ing)? the first",
    names.SAMPLES: r"samples?:|all (?:samples|runs|repeats)",
}
_CASED: Final[Mapping[str, re.Pattern[str]]] = {
    names.SYSTEM: re.compile(r"(?<!Microsoft )\bWindows\b")
}
"""What is a name only as it is written: windows slide, too."""
_NO_WORDS: Final[Mapping[str, str]] = {
    names.PYTHON: "python",
    names.REVISION: "puffer pufferlib version tag release pin",
    names.DEPENDENCIES: "numpy torch pytorch freeze",
    names.SYSTEM: "system kernel distribution",
    names.INCLUDES: "measured measures",
    names.REPEATS: "runs trials",
    names.SPREAD: "range min max minimum maximum sd",
    names.SAMPLES: "raw",
}
"""What names a fact as a key and tells nothing as a word: of these, values alone count."""
_MORE: Final[Mapping[str, str]] = {
    names.INCLUDES: r"measur(?:ed|es|ing)(?!\s+(?:on|at|with|in|by|under|using|over|as|against|when|again|here|today|\d)|\W*$)|including|excluding"
    r"|not counted|end[ -]to[ -]end|(?:environments?|steps|simulation) (?:alone|only)|only (?:the )?(?:environments?|steps|stepping)|nothing else",
    names.DEPENDENCIES: r"package versions|locked|conda",
    names.REPEATS: "repeated|each run|every run",
    names.WARM_UP: r"first (?:steps|seconds|iterations|batches)",
}

_UNITS: Final = {
    names.STEPS: r"(?:(?:[a-z]+[ -]){0,2}(?:time)?steps?|frames?)\b",
    names.SECONDS: r"(?:s|secs?|seconds?|min|minutes?|hours?|h)\b",
}
_WARM: Final = r"(?:warm(?:s|ed|ing)?[ _-]?up\w*|burn[ _-]?in)"
_SPAN: Final = (
    rf"(?:{_WARM}|frame[ _-]?skip\w*|(?:bptt[ _-]?|planning )?horizon|time[ _-]?(?:limit|out)s?|(?:sequence|rollout|unroll)[ _-]?length"
    r"|start[ -]?up)"
)
"""What is counted in steps or seconds and is not what was timed."""
_LINK: Final = (
    r"(?:[\s:=~≈-]{1,3}(?:is|was|are|were|of|for|at|to|with|has|have|had|takes?|took|lasts?|lasted|ends?|ended|after|about|some|up|the|a|first"
    r"|over|set|limited)\b){0,4}[\s:=~≈(-]{1,3}"
)
"""What may stand between the name of a thing and its count."""
_APART: Final = (
    rf"{_SPAN}{_LINK}<n>[ -]?<unit>",
    rf"<n>[ -]?<unit>\s+(?:(?:of|for|as|long)\s+)?{_SPAN}",
    rf"<n>[ -]?(?:[a-z]+\s)?{_WARM}[ -]<unit>",
    rf"(?:first|skip(?:s|ped|ping)?|exclud(?:es?|ed|ing)|discard(?:s|ed|ing)?|ignor(?:es?|ed|ing)|drop(?:s|ped|ping)?){_LINK}<n>[ -]?<unit>",
    r"<n>[ -]?<unit>\s+to\s+(?:learn|solve|converge)\w*",
    r"(?:learn|solv|converg)\w*\s+(?:it\s)?(?:in|after|within|at)\s+(?:(?:about|some)\s+)?<n>[ -]?<unit>",
)
_OF_EPISODES: Final = (
    rf"(?:max(?:imum)?[ _-]?)?\bep(?:isode)?s?[ _-](?:steps|length|limit|duration){_LINK}<n>(?:[ -]?<unit>)?",
    rf"\bepisodes?{_LINK}<n>[ -]?<unit>",
    r"<n>[ -]?<unit>\s+(?:(?:per|in|of|for)\s+)?(?:(?:an?|each|every|one|the)\s+)?episodes?\b",
)
_EPISODES_RUN: Final = re.compile(
    rf"(?i)\b(?:ran|runs?|timed|timing|measured|measures|repeats?|total)\b|{_COUNT}\s+(?:[a-z]+ )?episodes\b"
)
"""That the steps of episodes are, times their number, those that were timed."""


def _others(fact: str, phrases: tuple[str, ...]) -> re.Pattern[str]:
    found = "|".join(phrases).replace("<n>", _COUNT).replace("<unit>", _UNITS[fact])
    return re.compile(rf"(?i)(?<![a-z0-9])(?:{found})")


_ANOTHERS: Final = {fact: _others(fact, _APART) for fact in _UNITS}
_EPISODES: Final = {fact: _others(fact, _OF_EPISODES) for fact in _UNITS}


def without_others(fact: str, text: str) -> str:
    """A text without what it tells of another thing in the same unit: of steps, those of an episode, a warm-up or a horizon."""
    if fact not in _UNITS:
        return text
    if not _EPISODES_RUN.search(text):
        text = _EPISODES[fact].sub(" ", text)
    return _ANOTHERS[fact].sub(" ", text)


ABSENCE_TELLS: Final = frozenset(
    {names.WARM_UP, names.INCLUDES, names.DEPENDENCIES, names.BATCH, names.WORKERS, names.BACKEND}
)
"""Facts of which ``no warm-up`` tells all there is."""

_KEPT: Final = (
    "kept|saved|stored|reported|given|listed|published|collected|logged|tracked|available"
)
_KNOWN: Final = "known|recorded|noted|documented|remembered|written down|specified|stated|mentioned|told|disclosed"
_DO: Final = (
    "know|record|note|document|remember|write down|specify|state|mention|tell|disclose|say|recall"
)
_NONE: Final = r"\bno\s+(?:[\w-]+\s+){1,3}(?:(?:is|are|was|were|been)\s+)"
_NOT: Final = r"(?:\bnot|n[’']t|\bnever|\bnowhere)\s+(?:\w+\s+){0,2}?"
LOST: Final = re.compile(
    rf"(?i)\bforg[eo]t(?:ten)?\b|\bun(?:known|specified|recorded|documented|told)\b|(?:{_NOT}(?:{_KNOWN}|{_DO})|{_NONE}(?:{_KNOWN}))\b|\b(?:is|are|was|were) (?:missing|lost)\b"
    r"|\bmissing:|\bno (?:idea|record)\b|\bcannot (?:tell|say)\b|\b(?:todo|tbd|fixme)\b"
)
"""That what a sentence speaks of is not known."""
UNKEPT: Final = re.compile(rf"(?i)(?:{_NOT}|{_NONE})(?:{_KEPT})\b")
"""The same, but of what a report may leave out on purpose."""
_NO_BEFORE: Final = re.compile(r"(?i)\b(?:no|without|lacks?|lacking)\s+(?:[\w-]+\s+){0,2}$")
_UNTOLD_AFTER: Final = re.compile(r"\W{0,3}[:=]\W{0,3}(?:\?|n/a\b|na\b|none given|-+\s*$|—)", re.I)
_NEAR: Final = 40
"""Characters before a word in which it may be denied."""


def _pattern(body: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<![a-z0-9])(?:{body})")


def _keyword(fact: str) -> re.Pattern[str]:
    """The words that a page may have for a fact; not the unit of a rate."""
    words = {*names.FACTS[fact], names.plain(fact)} - set(_NO_WORDS.get(fact, "").split())
    found = [word.replace("_", "[ _-]?") for word in sorted(words, key=len, reverse=True)]
    found += [_MORE[fact]] if fact in _MORE else []
    unit = r"(?!\s*(?:per|/|a)\s*s(?:ec|econd)?s?\b)"
    warm = r"(?<!warm-up )(?<!warmup )(?<!warm up )"
    return re.compile(rf"(?i)(?<![a-z]){warm}(?:{'|'.join(found)})(?![a-z]){unit}")


_EXACTLY: Final = {fact: _pattern(body) for fact, body in _EXACT.items()}
_BARELY: Final = {fact: _pattern(body) for fact, body in _BARE.items()}
_KEYWORDS: Final = {fact: _keyword(fact) for fact in names.FACTS}


def exactly(fact: str, text: str) -> bool:
    """Whether a text has a value that can be of this fact alone."""
    pattern = _EXACTLY.get(fact)
    return pattern is not None and pattern.search(text) is not None


def barely(fact: str, clause: str) -> bool:
    """Whether a clause has a word that is a value of this fact, where it is meant so."""
    patterns = (_BARELY.get(fact), _CASED.get(fact))
    return any(pattern is not None and pattern.search(clause) for pattern in patterns)


def named(fact: str, text: str) -> bool:
    """Whether a text names a fact, and does not say that there is none, or none told."""
    for match in _KEYWORDS[fact].finditer(text):
        before = text[max(0, match.start() - _NEAR) : match.start()]
        none = fact not in ABSENCE_TELLS and _NO_BEFORE.search(before)
        if not none and not _UNTOLD_AFTER.match(text, match.end()):
            return True
    return False


def denied(fact: str, text: str) -> bool:
    """Whether a text says of what it speaks that it is not known, or was not kept."""
    if LOST.search(text):
        return True
    return fact not in ABSENCE_TELLS and UNKEPT.search(text) is not None
