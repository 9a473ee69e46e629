"""The inputs of templates.py: conversations for whole templates, and single expressions."""

SEARCH = {
    "type": "function",
    "function": {
        "name": "search",
        "description": 'Looks things up, "quoted" <b>&</b> naïve — über.',
        "parameters": {
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "What to look for"},
                "limit": {"type": "integer", "default": 10, "minimum": 1, "maximum": 50},
                "ratio": {"type": "number", "default": 0.5},
                "mode": {"type": "string", "enum": ["fast", "exact"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "filter": {
                    "type": "object",
                    "properties": {"after": {"type": ["string", "null"]}, "strict": {"type": "boolean"}},
                    "required": ["after"],
                },
            },
            "required": ["query"],
        },
    },
}
CLOCK = {
    "type": "function",
    "function": {
        "name": "get_time",
        "description": "The time.\nIn a zone.",
        "parameters": {"type": "object", "properties": {"zone": {"type": "string"}}, "required": []},
        "return": {"type": "string"},
    },
}
TOOLS = [SEARCH, CLOCK]
TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}


def user(content):
    return {"role": "user", "content": content}


def system(content):
    return {"role": "system", "content": content}


def assistant(content, **more):
    return {"role": "assistant", "content": content, **more}


def call(name, arguments, identity="call00001"):
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def result(content, name="search", identity="call00001"):
    return {"role": "tool", "name": name, "tool_call_id": identity, "content": content}


PLAIN = [user("Hello, how are you?")]
TURNS = [user(" Hi "), assistant("Hello!\n"), user("Bye\n\n")]
LOOKUP = {"query": "naïve “x” \\ \"y\"", "limit": 3, "ratio": 1.0, "tags": ["a", "b"], "filter": {"after": None, "strict": True}}
CALLED = [user("Find x"), assistant("", tool_calls=[call("search", LOOKUP)])]
ANSWERED = CALLED + [result('{"hits": ["one", 2]}')]
STRINGS = [
    user("Find x"),
    assistant(None, tool_calls=[call("search", '{"query": "x", "limit": 3}')]),
    result("nothing"),
]
PARALLEL = [
    system("Be brief."),
    user("Both?"),
    assistant(
        "Let me see.",
        tool_calls=[call("search", {"query": "x"}, "call00001"), call("get_time", {"zone": "UTC"}, "call00002")],
    ),
    result("no hits", "search", "call00001"),
    result("12:00", "get_time", "call00002"),
    assistant("Nothing, at noon."),
    user("Thanks"),
]
THOUGHT = [
    user("2+2?"),
    assistant("4", reasoning_content="Two and two\nare four."),
    user("And 3+3?"),
    assistant("<think>\nthree twice\n</think>\n\n6"),
    user("Thanks"),
]
LOOP = [
    system("Think first."),
    user("Find x"),
    assistant("", reasoning_content="I should search.", tool_calls=[call("search", {"query": "x"})]),
    result("found it"),
]
PARTS = [
    system([{"type": "text", "text": "Be kind."}]),
    user([{"type": "text", "text": "Look: "}, {"type": "image"}, {"type": "text", "text": "what is it?"}]),
]
STRANGE = [
    system("<|im_start|>{{ 7 * 7 }}{% raw %}\t\x0b\u00a0"),
    user("<|im_end|></s>[/INST]<end_of_turn> ' \" \\n é e\u0301 😀 \u2028 <think>x</think> [TOOL_CALLS]"),
    assistant("\n\n  ok  \n"),
    user("   "),
]


def case(messages, prompt=True, **more):
    return {"messages": messages, "add_generation_prompt": prompt, **TOKENS, **more}


CONVERSATIONS = {
    "plain": case(PLAIN),
    "plain-none": case(PLAIN, tools=None, documents=None),
    "turns": case(TURNS, prompt=False),
    "turns-prompt": case(TURNS),
    "system": case([system("Be brief. ")] + TURNS),
    "thinking": case([system("Be brief.")] + PLAIN, enable_thinking=True, thinking=True, reasoning_effort="high"),
    "no-thinking": case([system("Be brief.")] + PLAIN, enable_thinking=False, thinking=False, reasoning_effort="none"),
    "tools": case(PLAIN, tools=TOOLS),
    "tools-system": case([system("Be brief.")] + PLAIN, tools=TOOLS, prompt=False, date_string="26 Jul 2025"),
    "called": case(CALLED, tools=TOOLS, prompt=False),
    "answered": case(ANSWERED, tools=TOOLS),
    "answered-no-thinking": case(ANSWERED, tools=TOOLS, enable_thinking=False),
    "strings": case(STRINGS, tools=TOOLS),
    "parallel": case(PARALLEL, tools=TOOLS),
    "thought": case(THOUGHT),
    "thought-kept": case(THOUGHT, prompt=False, enable_thinking=True, preserve_thinking=True, clear_thinking=False),
    "loop": case(LOOP, tools=TOOLS, enable_thinking=True),
    "parts": case(PARTS),
    "strange": case(STRANGE),
    "documents": case(
        PLAIN,
        documents=[{"title": "One", "text": "Alpha"}, {"title": "Two", "text": "Beta", "doc_id": 7}],
        citation_options={"mode": "fast"},
        citations="enabled",
        safety_mode="STRICT",
    ),
    "developer": case([{"role": "developer", "content": "Rules."}] + PLAIN, tools=[CLOCK], builtin_tools=["browser", "python"]),
    "two-users": case([user("One"), user("Two")]),
    "no-messages": case([]),
    "assistant-first": case([assistant("Hi"), user("Hello")], continue_final_message=True),
    "odd-role": case([{"role": "narrator", "content": "Once"}] + PLAIN),
}

VARIABLES = {
    "s": "Hello, World",
    "u": "Ünïcödé ß ŉ ǆ ΑΣ 😀 e\u0301",
    "lines": "one\n\n  two\r\nthree\u2028four\n",
    "spaced": " \t a  b\u00a0c \n",
    "n": 7,
    "m": -3,
    "x": 2.5,
    "big": 1e16,
    "small": 1e-5,
    "t": True,
    "none": None,
    "list": [3, 1, 2],
    "words": ["banana", "Apple", "cherry", "apple"],
    "mixed": [1, "a", None, True, 2.0, [1], {"k": "v"}],
    "empty": [],
    "d": {"b": 2, "a": 1, "C": 3, "nested": {"k": [1, {"z": None}]}},
    "people": [
        {"name": "Ann", "age": 30, "at": {"city": "Rome"}},
        {"name": "bob", "age": 25, "at": {"city": "Oslo"}},
        {"name": "Cid", "age": 30, "at": {"city": "Bern"}},
    ],
    "quotes": "it's \"so\" \\ \x00 \x7f \u200b \ue000",
}

EXPRESSIONS = [
    # Printing.
    "{{ s }}|{{ u }}|{{ n }}|{{ x }}|{{ t }}|{{ none }}|{{ missing }}|{{ mixed }}|{{ d }}|{{ empty }}",
    "{{ quotes }}|{{ [quotes] }}|{{ [lines] }}|{{ [u] }}|{{ ['it\\'s'] }}|{{ ['\"'] }}",
    "{{ big }}|{{ small }}|{{ 1e15 }}|{{ 123456789012345680.0 }}|{{ 0.1 + 0.2 }}|{{ 1e100 }}|{{ 12e15 }}|{{ 17e15 }}|{{ 1.5e300 }}",
    "{{ 100000000000000000000.0 }}|{{ 9999999999999998.0 }}|{{ -12345678901234567.0 }}|{{ 1e22 }}|{{ 1e23 }}|{{ 5e-324 }}",
    "{{ (1,) }}|{{ () }}|{{ (1, 2) }}|{{ {} }}|{{ [] }}|{{ {1: 2, 'a': (3,)} }}",
    "{{ range(3) }}|{{ range(1, 7, 2) }}|{{ d.items() }}|{{ d.keys() }}|{{ d.values() }}|{{ range(0) }}",
    "{{ namespace(a=1) }}",
    "{{ [missing] }}",
    # Arithmetic.
    "{{ 7 // 2 }}|{{ -7 // 2 }}|{{ 7 % 3 }}|{{ -7 % 3 }}|{{ 7 % -3 }}|{{ -7 % -3 }}|{{ 7 / 2 }}|{{ 6 / 2 }}",
    "{{ 7.5 // 2 }}|{{ -7.5 // 2 }}|{{ 7.5 % 2 }}|{{ -7.5 % 2 }}|{{ 7.5 % -2 }}|{{ 2 ** 10 }}|{{ 2 ** -1 }}|{{ 2.0 ** 3 }}|{{ (-2) ** 3 }}",
    "{{ 2 ** 3 ** 2 }}|{{ -2 ** 2 }}|{{ - 3 }}|{{ +3 }}|{{ 1 + 2 * 3 }}|{{ (1 + 2) * 3 }}|{{ 10 - 3 - 2 }}|{{ 2 * 3 % 4 }}",
    "{{ true + 1 }}|{{ true * 3 }}|{{ -true }}|{{ 1 == true }}|{{ 1.0 == 1 }}|{{ '1' == 1 }}",
    "{{ 1 + 1.0 }}|{{ 3 * 1.5 }}|{{ 10 / 4 }}|{{ 10 // 4.0 }}",
    "{{ 1 / 0 }}", "{{ 1 // 0 }}", "{{ 1 % 0 }}", "{{ 1.0 / 0 }}", "{{ 'a' + 1 }}", "{{ 1 + 'a' }}", "{{ none + 1 }}",
    "{{ missing + 1 }}", "{{ 1 + missing }}", "{{ [1] + (2,) }}", "{{ 'a' - 'b' }}", "{{ -'a' }}", "{{ {} + {} }}",
    "{{ 'ab' * 3 }}|{{ 3 * 'ab' }}|{{ 'ab' * 0 }}|{{ 'ab' * -1 }}|{{ [1, 2] * 2 }}|{{ 2 * (1,) }}|{{ 'ab' * true }}",
    "{{ 'a' ~ 1 ~ none ~ true ~ 2.0 ~ [1] ~ missing }}|{{ 1 ~ 2 * 3 }}",
    # Comparison.
    "{{ 1 < 2 < 3 }}|{{ 1 < 3 < 2 }}|{{ 1 == 1.0 == true }}|{{ 'a' < 'b' }}|{{ 'Z' < 'a' }}|{{ [1, 2] < [1, 3] }}|{{ (1,) < (1, 0) }}",
    "{{ [1] == (1,) }}|{{ {'a': 1, 'b': 2} == {'b': 2, 'a': 1} }}|{{ missing == missing2 }}|{{ none == missing }}|{{ [] == [] }}",
    "{{ 1 in list }}|{{ 5 not in list }}|{{ 'ell' in s }}|{{ '' in s }}|{{ 'a' in d }}|{{ 1 in d }}|{{ none in mixed }}|{{ 1 in missing }}",
    "{{ 1 < 'a' }}", "{{ none < 1 }}", "{{ [] < {} }}", "{{ missing < 1 }}", "{{ 1 in 1 }}", "{{ 1 in 'a' }}", "{{ [1] in d }}",
    "{{ not 1 in list }}|{{ not (1 in list) }}|{{ 'b' > 'a' and 2 >= 2 or 1 }}|{{ 0 or '' }}|{{ 1 and 0 }}|{{ not none }}",
    # Members, elements, slices.
    "{{ d.a }}|{{ d['a'] }}|{{ d.nested.k[1].z }}|{{ d.nope }}|{{ d['nope'] is defined }}|{{ list.0 }}|{{ people[0].at.city }}|{{ people.1.name }}",
    "{{ list[-1] }}|{{ list[3] }}|{{ list[-4] }}|{{ list['a'] }}|{{ s[0] }}|{{ s[-1] }}|{{ s[99] }}|{{ u[-3:] }}|{{ list[1.0] }}|{{ list[true] }}",
    "{{ list[1:] }}|{{ list[:1] }}|{{ list[::-1] }}|{{ list[-2:] }}|{{ list[5:] }}|{{ list[::2] }}|{{ s[::-1] }}|{{ s[1:8:3] }}|{{ u[::2] }}",
    "{{ list[10:-10:-1] }}|{{ list[-100:100] }}|{{ list[2:0:-1] }}|{{ (1, 2, 3)[1:] }}|{{ s[:none] }}|{{ s[none:3] }}",
    "{{ list[::0] }}", "{{ missing.x }}", "{{ missing['x'] }}", "{{ missing[1:] }}", "{{ none.x }}|", "{{ none.x.y }}", "{{ d.a.b }}|", "{{ d.a.b.c }}",
    "{{ d.items is callable }}|{{ d['items'] is callable }}|{{ s.upper is callable }}|{{ s.nope is defined }}|{{ 5 .x is defined }}",
    "{{ {'items': 1}.items is callable }}|{{ {'items': 1}['items'] }}|{{ {'x': 1}.x }}",
    "{{ d[[1]] is defined }}|{{ d[none] is defined }}|{{ {none: 1}[none] }}|{{ {1: 'a'}[1.0] }}|{{ {true: 'a'}[1] }}",
    # Calls.
    "{{ s() }}", "{{ missing() }}", "{{ d.nope() }}", "{{ s.upper(1) }}", "{{ range() }}", "{{ range(1, 2, 0) }}", "{{ 5() }}",
    "{{ dict(a=1, b=2) }}|{{ dict([('x', 1)]) }}|{{ dict({'a': 1}, b=2) }}|{{ dict() }}",
    "{{ range(5) | list }}|{{ range(5, 1, -2) | list }}|{{ range(5)[1] }}|{{ range(5)[-1] }}|{{ range(3) | length }}|{{ 2 in range(3) }}",
    "{{ range(200000) }}",
    # String methods.
    "{{ s.upper() }}|{{ s.lower() }}|{{ s.title() }}|{{ s.swapcase() }}|{{ s.capitalize() }}|{{ u.upper() }}|{{ u.lower() }}|{{ u.title() }}|{{ u.capitalize() }}",
    "{{ \"they're bill's friends\".title() }}|{{ 'x-ray a1b2 ǆabc'.title() }}|{{ 'ÀÉ'.lower() }}",
    "[{{ spaced.strip() }}][{{ spaced.lstrip() }}][{{ spaced.rstrip() }}]|{{ 'xxhixx'.strip('x') }}|{{ 'xyhiyx'.lstrip('yx') }}|{{ 'abc'.strip('') }}|{{ ' a '.strip(none) }}",
    "{{ 'a,b,,c'.split(',') }}|{{ ' a  b '.split() }}|{{ ' a  b '.split(' ') }}|{{ 'a b c'.split(none, 1) }}|{{ ''.split() }}|{{ ''.split(',') }}|{{ 'a,b,c'.split(',', 1) }}|{{ 'a,b,c'.split(sep=',', maxsplit=0) }}",
    "{{ 'a,b,,c'.rsplit(',', 1) }}|{{ ' a  b c '.rsplit(none, 1) }}|{{ 'aXXbXXc'.rsplit('XX') }}|{{ '  a b  '.rsplit(none, 0) }}|{{ 'aaa'.split('aa') }}|{{ 'aaa'.rsplit('aa') }}",
    "{{ 'a'.split('') }}", "{{ 'a'.split(1) }}", "{{ 'a'.partition('') }}",
    "{{ lines.splitlines() }}|{{ lines.splitlines(true) }}|{{ ''.splitlines() }}|{{ 'a\\n'.splitlines() }}|{{ 'a\\n\\n'.splitlines() }}",
    "{{ 'k=v=w'.partition('=') }}|{{ 'k=v=w'.rpartition('=') }}|{{ 'k'.partition('=') }}|{{ 'k'.rpartition('=') }}",
    "{{ s.replace('l', 'L') }}|{{ s.replace('l', 'L', 1) }}|{{ 'aaa'.replace('aa', 'b') }}|{{ 'ab'.replace('', '-') }}|{{ 'é'.replace('', '-') }}|{{ s.replace('zz', 'y') }}|{{ 'aaa'.replace('a', 'b', 0) }}",
    "{{ s.startswith('He') }}|{{ s.startswith(('x', 'H')) }}|{{ s.endswith('ld') }}|{{ s.endswith(('ld', 'x')) }}|{{ s.startswith('llo', 2) }}|{{ s.startswith('') }}|{{ s.endswith('o', 0, 5) }}",
    "{{ s.startswith(1) }}", "{{ s.startswith(['H']) }}",
    "{{ s.find('o') }}|{{ s.find('o', 5) }}|{{ s.rfind('o') }}|{{ s.find('zz') }}|{{ s.index('W') }}|{{ s.count('l') }}|{{ u.find('😀') }}|{{ 'aaa'.count('aa') }}|{{ 'abc'.count('') }}|{{ s.rindex('l') }}|{{ s.find('l', -3) }}",
    "{{ s.index('zz') }}",
    "[{{ 'a'.center(4) }}][{{ 'a'.center(5, '*') }}][{{ 'ab'.center(5) }}][{{ 'ab'.center(4, '-') }}][{{ 'a'.ljust(3, '.') }}][{{ 'a'.rjust(3) }}][{{ '-5'.zfill(5) }}][{{ '5'.zfill(3) }}][{{ '+5'.zfill(1) }}]",
    "{{ 'prefix-x'.removeprefix('prefix-') }}|{{ 'x.txt'.removesuffix('.txt') }}|{{ 'x'.removeprefix('y') }}|{{ 'x'.removesuffix('') }}",
    "{{ ','.join(['a', 'b']) }}|{{ ''.join('abc') }}|{{ '-'.join('é😀') }}|{{ ', '.join(d) }}|{{ ','.join([]) }}|{{ ','.join(['', 'a', '']) }}",
    "{{ ','.join([1, 2]) }}",
    "{{ 'abc'.isalpha() }}|{{ 'a1'.isalnum() }}|{{ '12'.isdigit() }}|{{ '²'.isdigit() }}|{{ '½'.isnumeric() }}|{{ '½'.isdigit() }}|{{ ' \\t'.isspace() }}|{{ ''.isspace() }}|{{ 'Ab'.isupper() }}|{{ 'AB1'.isupper() }}|{{ 'ab'.islower() }}|{{ '1'.islower() }}|{{ 'Ab Cd'.istitle() }}|{{ 'é'.isascii() }}|{{ ''.isascii() }}|{{ 'a_1'.isidentifier() }}|{{ '1a'.isidentifier() }}|{{ 'a\\n'.isprintable() }}|{{ '١'.isdecimal() }}",
    "{{ 'a\\tb'.expandtabs() }}|{{ 'a\\tb'.expandtabs(4) }}|{{ '\\t'.expandtabs(2) }}|",
    "{{ 'ß'.casefold() == 'ß'.lower() or true }}|{{ 'ΑΣ'.lower() }}|{{ 'ΑΣ'.capitalize() }}|{{ 'ŉ'.upper() }}|{{ 'ﬁ'.upper() }}|{{ 'ﬁ'.title() }}",
    # Percent and brace formats.
    "{{ '%s and %s' % ('a', 1) }}|{{ '%d' % 3.7 }}|{{ '%5d|%-5d|%05d' % (42, 42, 42) }}|{{ '%+d % d' % (3, 3) }}|{{ '%x %X %o %#x' % (255, 255, 8, 255) }}",
    "{{ '%.2f %8.3f %-8.1f|' % (3.14159, 2.5, 1.25) }}|{{ '%e %.2E %g %g %g' % (12345.678, 0.00012, 0.0001, 1e-05, 1234567.0) }}|{{ '%g %g %g' % (100000.0, 1000000.0, 0.5) }}",
    "{{ '%r %s %%' % ('a', none) }}|{{ '%10s|%-10s|%.2s' % ('abc', 'abc', 'abc') }}|{{ '%c%c' % (65, 'b') }}|{{ '%(a)s-%(b)03d' % {'a': 'x', 'b': 7} }}",
    "{{ '%s' % [1, 2] }}|{{ '%s' % {'a': 1} }}|{{ '%*d' % (5, 42) }}|{{ '%.0f %.0f %.0f' % (0.5, 1.5, 2.5) }}|{{ '%.1f' % 0.25 }}|{{ '%.3f' % 2.0005 }}",
    "{{ '%s' % () }}", "{{ '%s %s' % 'a' }}", "{{ '%d' % 'a' }}", "{{ 'a' % 1 }}", "{{ '%q' % 1 }}",
    "{{ '%s %s'|format('a', 2) }}|{{ '%(x)s'|format(x=1) }}|{{ 'plain'|format }}",
    "{{ '{} {}'.format('a', 1) }}|{{ '{1}{0}'.format('a', 'b') }}|{{ '{n}'.format(n=3) }}|{{ '{{}}'.format() }}|{{ '{0[a]} {0[nested][k]}'.format(d) }}",
    "{{ '{:>5}|{:<5}|{:^5}|{:*^7}'.format('a', 'b', 'c', 'd') }}|{{ '{:05d} {:+d} {:,} {:x} {:#x} {:b}'.format(42, 42, 1234567, 255, 255, 5) }}",
    "{{ '{:.2f} {:8.3f} {:.1%} {:e} {:g}'.format(3.14159, 2.5, 0.256, 12345.678, 0.0001) }}|{{ '{!r} {!s}'.format('a', 'b') }}|{{ '{:.2}'.format('abc') }}|{{ '{:5}|{:5}|'.format(1, 'a') }}",
    "{{ '{}'.format() }}", "{{ '{'.format(1) }}", "{{ '{:d}'.format('a') }}",
    # Filters: strings.
    "{{ s|upper }}|{{ s|lower }}|{{ s|capitalize }}|{{ 'hello-wORLD (a) [b] <c> {d} e_f'|title }}|{{ none|upper }}|{{ 5|upper }}|{{ 'ǆ x'|title }}",
    "[{{ spaced|trim }}][{{ 'xxaxx'|trim('x') }}][{{ 5|trim }}][{{ missing|trim }}]",
    "{{ s|replace('l', 'L') }}|{{ s|replace('l', 'L', 2) }}|{{ 112|replace(1, 'x') }}|{{ s|replace('o', 0) }}",
    "{{ lines|indent }}|", "{{ lines|indent(2, true) }}|", "{{ lines|indent('> ', blank=true) }}|", "{{ 'a\\nb\\n'|indent(first=true, blank=true) }}|", "{{ ''|indent(first=true) }}|", "{{ 'a'|indent(0) }}",
    "{{ 5|indent }}", "{{ missing|indent }}",
    "[{{ 'a'|center(5) }}]|{{ 'some words here'|truncate(9) }}|{{ 'some words here'|truncate(9, true, '…') }}|{{ 'some words here'|truncate(9, leeway=0) }}|{{ 'some words'|truncate(8) }}|{{ 'a-b c_d, é!'|wordcount }}",
    "{{ '<a href=\"x\">&\\'</a>'|e }}|{{ '<b>'|escape }}|{{ ('<b>'|safe) + '<i>' }}|{{ '<b>'|safe ~ '<i>' }}|{{ '<i>' + ('<b>'|safe) }}|{{ '<b>'|safe|e }}|{{ '<b>'|safe is escaped }}|{{ '<b>'|e|string }}|{{ '<b>'|forceescape }}",
    "{{ '<p>a <b>b</b>  c<!-- x --></p>'|striptags }}|{{ 'a b/ü?&'|urlencode }}|{{ {'a b': 'c/d', 'e': 1}|urlencode }}|{{ 'x'|string }}|{{ [1]|string }}",
    # Filters: numbers.
    "{{ -5|abs }}|{{ (-5)|abs }}|{{ -2.5|abs }}|{{ '42'|int }}|{{ '42.9'|int }}|{{ 'x'|int }}|{{ 'x'|int(7) }}|{{ '0x1f'|int(0, 16) }}|{{ '0b11'|int(base=2) }}|{{ '1f'|int(base=16) }}|{{ ' 12 '|int }}|{{ '1_000'|int }}|{{ '1__0'|int }}|{{ none|int }}|{{ 2.9|int }}|{{ -2.9|int }}|{{ true|int }}|{{ [1]|int }}|{{ '-5'|int }}|{{ '+5'|int }}|{{ '1e3'|int }}|{{ 'inf'|int }}|{{ ''|int }}",
    "{{ '3.5'|float }}|{{ 'x'|float }}|{{ 'x'|float(1.5) }}|{{ 3|float }}|{{ none|float }}|{{ 'inf'|float }}|{{ 'nan'|float }}|{{ ' 1e3 '|float }}|{{ '.5'|float }}|{{ '5.'|float }}|{{ '-.5e1'|float }}|{{ '0x10'|float }}|{{ '1_0.5'|float }}",
    "{{ 42.55|round }}|{{ 42.55|round(1) }}|{{ 42.45|round(1) }}|{{ 2.5|round }}|{{ 3.5|round }}|{{ 42.55|round(1, 'floor') }}|{{ 42.51|round(1, 'ceil') }}|{{ 42|round }}|{{ 42|round(-1) }}|{{ 45|round(-1) }}|{{ 1234.5|round(-2) }}|{{ 2.675|round(2) }}|{{ 0.5|round }}|{{ -0.5|round }}|{{ 1e300|round(2) }}",
    "{{ list|sum }}|{{ [1.5, 2]|sum }}|{{ people|sum(attribute='age') }}|{{ []|sum }}|{{ [1]|sum(start=10) }}|{{ list|max }}|{{ words|min }}|{{ words|max(case_sensitive=true) }}|{{ people|max(attribute='age') }}|{{ []|min }}",
    "{{ 100|filesizeformat }}|{{ 1|filesizeformat }}|{{ 1500|filesizeformat }}|{{ 123456789|filesizeformat }}|{{ 1024|filesizeformat(true) }}|{{ '2000000'|filesizeformat }}",
    "{{ 'a'|abs }}", "{{ ['a']|sum }}", "{{ 'x'|round }}", "{{ [1, 'a']|max }}",
    # Filters: lists.
    "{{ list|first }}|{{ list|last }}|{{ []|first }}|{{ s|first }}|{{ s|last }}|{{ d|first }}|{{ ''|first }}|{{ d|last }}",
    "{{ list|length }}|{{ s|length }}|{{ u|length }}|{{ d|length }}|{{ missing|length }}|{{ list|count }}|{{ range(4)|length }}",
    "{{ none|length }}", "{{ 5|length }}",
    "{{ list|sort }}|{{ list|sort(reverse=true) }}|{{ words|sort }}|{{ words|sort(case_sensitive=true) }}|{{ words|sort(true) }}|{{ people|sort(attribute='age')|map(attribute='name')|list }}|{{ people|sort(true, attribute='age')|map(attribute='name')|list }}|{{ people|sort(attribute='age,name')|map(attribute='name')|list }}|{{ people|sort(attribute='at.city')|map(attribute='at.city')|join('-') }}",
    "{{ [1, 'a']|sort }}", "{{ none|sort }}", "{{ [none, 1]|sort }}",
    "{{ d|dictsort }}|{{ d|dictsort(true) }}|{{ {'b': 1, 'a': 2}|dictsort(by='value') }}|{{ {'b': 1, 'a': 2}|dictsort(false, 'key', true) }}",
    "{{ words|unique|list }}|{{ words|unique(true)|list }}|{{ people|unique(attribute='age')|map(attribute='name')|list }}|{{ [1, 1.0, true, '1']|unique|list }}",
    "{{ list|reverse|list }}|{{ s|reverse }}|{{ u|reverse }}|{{ (1, 2)|reverse|list }}|{{ d|reverse|list }}",
    "{{ words|join(', ') }}|{{ list|join }}|{{ mixed|join('|') }}|{{ people|join(', ', attribute='name') }}|{{ 'abc'|join('-') }}|{{ d|join(',') }}|{{ missing|join(',') }}|{{ list|join(1) }}",
    "{{ words|map('upper')|list }}|{{ people|map(attribute='name')|list }}|{{ people|map(attribute='at.city')|list }}|{{ people|map(attribute='nope', default='?')|list }}|{{ [[1, 2], [3, 4]]|map(attribute=1)|list }}|{{ ['1', '2']|map('int')|list }}|{{ words|map('replace', 'a', 'A')|list }}|{{ [[1], [2]]|map('first')|list }}",
    "{{ list|select('odd')|list }}|{{ list|reject('odd')|list }}|{{ mixed|select|list }}|{{ list|select('>', 1)|list }}|{{ people|selectattr('age', 'equalto', 30)|map(attribute='name')|list }}|{{ people|rejectattr('age', 'gt', 25)|map(attribute='name')|list }}|{{ people|selectattr('nope')|list }}|{{ people|selectattr('name', 'in', ['Ann'])|list|length }}|{{ people|selectattr('at.city', 'eq', 'Oslo')|first }}|{{ people|selectattr('nope', 'defined')|list }}",
    "{{ people|groupby('age') }}|{% for g in people|groupby('at.city') %}{{ g[0] }}:{{ g[1]|length }};{% endfor %}|{{ words|groupby(0)|map('first')|list }}",
    "{{ list|batch(2)|list }}|{{ list|batch(2, 'x')|list }}|{{ range(7)|slice(3)|list }}|{{ range(7)|slice(3, 0)|list }}",
    "{{ d|items|list }}|{{ d|list }}|{{ 'abc'|list }}|{{ missing|items|list }}|{{ missing|list }}|{{ (1, 2)|list }}|{{ {}|items|list }}",
    "{{ 5|list }}", "{{ none|list }}", "{{ [1]|map('nope')|list }}", "{{ [1]|map|list }}", "{{ [1]|select('nope')|list }}", "{{ [1]|selectattr|list }}",
    "{{ missing|default('x') }}|{{ none|default('x') }}|{{ none|default('x', true) }}|{{ ''|d('x', boolean=true) }}|{{ 0|default(1) }}|{{ d.nope|default('y') }}|{{ missing|default }}|{{ d|attr('a') }}|{{ s|attr('upper') is callable }}",
    "{{ 1|nope }}", "{{ 1 is nope }}", "{% if false %}{{ 1|nope }}{% endif %}ok", "{{ 'a'|upper(1) }}", "{{ s|default(1, 2, 3) }}",
    # Generators are read once, and are true.
    "{% set g = list|map('string') %}{{ g|list }}{{ g|list }}", "{% set g = []|select %}{{ 'yes' if g else 'no' }}",
    "{% set g = list|select('odd') %}{% for a in g %}{{ a }}{% endfor %}{% for a in g %}{{ a }}{% endfor %}", "{% set g = list|map('string') %}{{ g|first }}{{ g|first }}{{ g|join }}",
    "{{ list|map('string') is sequence }}|{{ list|map('string') is iterable }}|{{ d.items() is sequence }}|{{ d.items()|length }}|{{ 'yes' if {}.items() else 'no' }}",
    # JSON.
    "{{ mixed|tojson }}|{{ d|tojson }}|{{ quotes|tojson }}|{{ u|tojson }}|{{ u|tojson(ensure_ascii=true) }}|{{ quotes|tojson(true) }}|{{ big|tojson }}|{{ small|tojson }}|{{ 1e400|tojson }}",
    "{{ d|tojson(indent=2) }}|{{ d|tojson(indent=0) }}|{{ d|tojson(indent='\\t') }}|{{ []|tojson(indent=2) }}|{{ {}|tojson(indent=2) }}|{{ [[], {}]|tojson(indent=1) }}",
    "{{ d|tojson(separators=(',', ':')) }}|{{ d|tojson(sort_keys=true) }}|{{ d|tojson(indent=4, sort_keys=true, ensure_ascii=false) }}|{{ (1, 2)|tojson }}|{{ {1: 1, 2.5: 2, true: 3, none: 4}|tojson }}|{{ lines|tojson }}",
    "{{ missing|tojson }}", "{{ [missing]|tojson }}", "{{ {(1, 2): 3}|tojson }}", "{{ d.items()|tojson }}", "{{ list|map('string')|tojson }}", "{{ {1: 1, 'a': 2}|tojson(sort_keys=true) }}",
    "{{ '<script>&\\''|tojson }}|{{ '{\"a\": [1, 2.0, null, true, \"\\\\u00e9\"]}'|from_json }}", "{{ '{'|from_json }}",
    # Tests.
    "{{ 1 is integer }}|{{ 1.0 is integer }}|{{ true is integer }}|{{ 1.0 is float }}|{{ true is number }}|{{ '1' is number }}|{{ 1 is number }}|{{ s is string }}|{{ none is none }}|{{ d is mapping }}|{{ list is mapping }}|{{ namespace() is mapping }}",
    "{{ s is iterable }}|{{ 5 is iterable }}|{{ d is iterable }}|{{ none is iterable }}|{{ missing is iterable }}|{{ s is sequence }}|{{ d is sequence }}|{{ 5 is sequence }}|{{ missing is sequence }}|{{ range(2) is sequence }}|{{ (1,) is sequence }}",
    "{{ true is true }}|{{ 1 is true }}|{{ false is false }}|{{ 0 is false }}|{{ true is boolean }}|{{ 1 is boolean }}|{{ 3 is odd }}|{{ 4 is even }}|{{ 9 is divisibleby 3 }}|{{ -3 is odd }}|{{ 'ab' is lower }}|{{ 'AB' is upper }}|{{ '1' is upper }}",
    "{{ 1 is eq 1 }}|{{ 1 is ne 2 }}|{{ 1 is lt 2 }}|{{ 1 is le 1 }}|{{ 2 is gt 1 }}|{{ 2 is ge 3 }}|{{ 1 is in list }}|{{ 'a' is in 'abc' }}|{{ 1 is sameas 1 }}|{{ 1 is sameas 1.0 }}|{{ true is sameas 1 }}|{{ none is sameas none }}|{{ list is sameas list }}|{{ [1] is sameas [1] }}",
    "{{ 'upper' is filter }}|{{ 'nope' is filter }}|{{ 'odd' is test }}|{{ 'nope' is test }}|{{ range is callable }}|{{ s is callable }}|{{ s.upper is callable }}|{{ 1 is not defined }}|{{ missing is undefined }}|{{ not missing is defined }}",
    "{{ 'a' is odd }}", "{{ none is even }}", "{{ 1 is divisibleby 0 }}", "{{ s is defined is string }}", "{{ 1 is defined and 2 is string or 3 is integer }}|{{ s is string and s|length > 3 }}",
    "{{ (s is defined) is boolean }}|{{ 5 is number + 1 }}", "{{ s is string == true }}",
    # Inline if, precedence, literals.
    "{{ 'a' if true }}|{{ 'a' if false }}|{{ 'a' if false else 'b' if false else 'c' }}|{{ ('a' if t else 'b') ~ 'c' }}|{{ [1 if t else 2, 3] }}|{{ 'x' if missing is defined else 'y' }}",
    "{{ ('a' if false).x }}", "{{ 1 + 2 if t else 3 }}|{{ not t or t }}|{{ not (t and false) }}|{{ 1 if not t else 2 }}|{{ -1|abs }}|{{ (1, 2)|length }}|{{ 1, 2 }}",
    "{{ 'a' 'b' \"c\" }}|{{ '\\x41\\u00e9\\U0001F600\\101\\q\\\\' }}|{{ 0x1F }}|{{ 0b101 }}|{{ 0o17 }}|{{ 1_000 }}|{{ 1.5e3 }}|{{ 1e-3 }}|{{ 0xff_ff }}|{{ 12_3.4_5 }}|{{ '\\t|\\\\n' }}",
    "{{ true }}|{{ True }}|{{ false }}|{{ False }}|{{ none }}|{{ None }}|{{ null }}|{{ TRUE }}", "{{ [1, 2,] }}|{{ {'a': 1,} }}|{{ (1, 2,) }}|{{ range(3,)|list }}",
    "{{ 1 if }}", "{{ }}", "{{ 1 2 }}", "{{ (1 }}", "{{ 1) }}", "{{ 'a }}", "{% if %}{% endif %}", "{% if 1 %}", "{% endif %}", "{% nope %}", "{{ a..b }}", "{{ a.'b' }}", "{% set 1 = 2 %}", "{% for x %}{% endfor %}", "{{ {1} }}", "{{ [1 2] }}", "{% set true = 1 %}", "{% block x", "{# open", "{{ 5 5 }}", "{{ not }}", "{{ 1 + }}", "{% raw %}x", "{{ x y }}", "{{ f(a=1, 2) }}", "{{ $ }}", "{% break %}", "{% else %}",
    # Statements.
    "{% for i in list %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.depth }}{{ loop.cycle('a', 'b') }}{{ loop.changed(i) }};{% endfor %}",
    "{% for a, b in d.items() %}{{ a }}={{ b }};{% endfor %}|{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}|{% for x in [] %}{% else %}none{% endfor %}|{% for x in list if x > 1 %}{{ loop.index }}:{{ x }}/{{ loop.length }};{% else %}no{% endfor %}",
    "{% for x in list %}{% if x == 1 %}{% continue %}{% endif %}{{ x }}{% if x == 2 %}{% break %}{% endif %}{% endfor %}|{% for x in 'abc' %}{{ x }}-{% endfor %}|{% for k in d %}{{ k }}{% endfor %}|{% for x in missing %}{% endfor %}",
    "{% for x in 5 %}{% endfor %}", "{% for x in none %}{% endfor %}", "{% for a, b in [1] %}{% endfor %}", "{% for a, b in [(1, 2, 3)] %}{% endfor %}", "{% for x in list %}{% set x = 5 %}{{ x }}{% endfor %}{{ x }}",
    "{% set a = 1 %}{% for i in [1, 2] %}{{ a }}{% set a = a + 1 %}{{ a }}{% endfor %}{{ a }}|{% if true %}{% set a = 9 %}{% endif %}{{ a }}", "{% set a, b = 1, 2 %}{{ a }}{{ b }}|{% set a, b = b, a %}{{ a }}{{ b }}|{% set (a, b) = 'xy' %}{{ a }}{{ b }}",
    "{% set a, b = 1 %}", "{% set a, b = (1, 2, 3) %}", "{% set d.x = 1 %}", "{% set missing.x = 1 %}", "{% set ns = namespace(a=1) %}{% for i in list %}{% set ns.a = ns.a + i %}{% endfor %}{{ ns.a }}{{ ns.b is defined }}{% set ns.b = 2 %}{{ ns['b'] }}",
    "{% set x %}a{{ 1 }}{% endset %}{{ x }}{{ x is string }}|{% set y | upper | trim %} ab {% endset %}{{ y }}|{% filter upper %}a{{ s }}{% endfilter %}|{% filter replace('a', 'b')|upper %}aa{% endfilter %}",
    "{% macro m(a, b=2, c=a) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(1) }}|{{ m(1, c=5) }}|{{ m(b=1, a=0) }}|{{ m() }}|{{ m.name }}", "{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, x=3) }}|{{ m() }}", "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}", "{% macro m(a) %}{% endmacro %}{{ m(b=1) }}", "{% macro m(a) %}{{ caller(a) }}{% endmacro %}{% call(x) m(3) %}<{{ x }}>{% endcall %}", "{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}",
    "{% macro f(n) %}{{ n }}{% if n > 0 %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(5) }}", "{% set v = 1 %}{% macro m() %}{{ v }}{% set v = 5 %}{{ v }}{% endmacro %}{{ m() }}{% set v = 2 %}{{ m() }}{{ v }}", "{% for i in list %}{% macro m() %}{{ i }}{{ loop }}{% endmacro %}{{ m()|length > 0 }}{% endfor %}", "{{ m(1) }}{% macro m(a) %}x{% endmacro %}", "{% macro m(a, b) %}{{ a }}{{ b is defined }}{% endmacro %}{{ m(1) }}{{ m(*[1, 2]) }}{{ m(**{'a': 3}) }}",
    "{% with a = 1, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a is defined }}|{% with %}{% set q = 1 %}{{ q }}{% endwith %}{{ q is defined }}|{% generation %}g{{ n }}{% set w = 1 %}{% endgeneration %}{{ w is defined }}", "{% if 0 %}a{% elif '' %}b{% elif 1 %}c{% else %}d{% endif %}|{% if missing %}{% else %}e{% endif %}|{% if not list %}{% elif list %}f{% endif %}", "{% print 1, 'a' %}|{% raw %}{{ x }}{% y %}{% endraw %}|{#- c -#} {# d #}e",
    "{{ joiner is defined }}{% set j = joiner('; ') %}{% for x in list %}{{ j() }}{{ x }}{% endfor %}|{% set c = cycler(1, 2) %}{{ c.next() }}{{ c.next() }}{{ c.next() }}", "{{ raise_exception('no: ' ~ n) }}", "{% if n == 7 %}{{ raise_exception('seven') }}{% endif %}", "{{ strftime_now('%Y-%m-%d %H:%M:%S %d %b %B %a %A %j %y %p %I %-d %e %% %U %W %w %u %F %T') }}", "{{ list.append(4) }}{{ list }}{{ list.pop(0) }}{{ list.pop() }}{{ list }}|{% set _ = d.update({'z': 1}) %}{{ d.z }}|{{ list.index(2) }}{{ list.count(1) }}{{ (1, 2).index(2) }}",
    # White space.
    "  {% if true %}  \n  a\n  {% endif %}  \nb", "  {%- if true -%}  \n  a\n  {%- endif -%}  \nb", "  {%+ if true +%}\n  a\n  {%+ endif %}\nb", "a\n  {{ n }}  \n  {{- n -}}  \nb\n", "a\n\n  {# c #}  \n\nb {# d #}\n e {#- f -#} \n g", "{% raw %}\n {{ a }} {% endraw %}\n b", "a {%- raw -%} \n x \n {%- endraw -%} \n b", "{% for x in list %}\n  {{ x }}\n{% endfor %}\n\n", "x\r\n{% if true %}\r\ny\r\n{% endif %}\r\nz\r\n", "\n\n", "\t{% set q = 1 %}\t\n\tz", "{{ n }}\n{{ n }}\n", "{% if true %}{% endif %}\n\n{% if true %}\n{% endif %}x", "a\u00a0{%- if true %}b{% endif -%}\u2003c", "{{- n }} {{ n -}}\n", "{{ n }}{# x #}\n{{ n }}", "{%- set a = 1 %}\n{%- set b = 2 %}\n{{ a }}",
]
