// swift-format-ignore-file
// Written by embed.py from chat.html, which is the file to change.

extension ChatPage {
  /// The SHA-256 digest of the script, in base64, for the content security policy.
  static let scriptDigest = "29Ia1tJ5ptsSg4yaa0KAq/5fphXpN4mYGvszZNcgXnQ="

  /// The first half of the SHA-256 digest of the page, in hexadecimal digits.
  static let pageDigest = "ea0e1e90a833affcf137c1dca2b97f8c"

  /// The page: the text of `chat.html`.
  static let text = ##"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>Swiftlet</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='%23d4572a' d='M1.5 7.5C7 6.600 10.200 8.400 12 12c1.200-4.800 4.600-8.200 10.500-9-3 2.600-4.300 5.600-5.300 8.900-1.300 4.300-4.200 7-8.700 8.100 1.500-1.500 2.100-3.100 1.700-4.900C9.500 12.200 6.500 9.300 1.500 7.500z'/%3E%3C/svg%3E">
<style>
:root {
  color-scheme: light dark;
  --bg: light-dark(#fdfcfa, #18191b); --side: light-dark(#f5f2ed, #121315); --raised: light-dark(#fff, #212326);
  --text: light-dark(#23211e, #e8e6e2); --soft: light-dark(#68645d, #a3a09a); --line: light-dark(#e5e0d8, #303236);
  --bubble: light-dark(#f1ede6, #292b2f); --hover: light-dark(#ece7df, #26282c); --code: light-dark(#f7f5f1, #1f2124);
  --accent: light-dark(#b5431a, #f0915f); --on-accent: light-dark(#fff, #20130b); --tint: light-dark(#fbece4, #35261e);
  --good: light-dark(#187a42, #72cf9a); --bad: light-dark(#b3261e, #f29a92); --bad-tint: light-dark(#fcebe9, #3a2220);
  --keyword: light-dark(#8a3ea8, #d3a4ea); --string: light-dark(#2b7540, #95cf9f); --number: light-dark(#a8560c, #e9b274);
  --shadow: 0 1px 2px rgb(0 0 0 / .05), 0 8px 28px light-dark(rgb(60 45 25 / .09), rgb(0 0 0 / .4));
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --column: 46rem;
}
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body {
  display: flex; height: 100dvh; overflow: hidden; background: var(--bg); color: var(--text);
  font: 1rem/1.65 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  -webkit-text-size-adjust: 100%; overflow-wrap: break-word;
}
button, input, textarea, select { font: inherit; color: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; -webkit-tap-highlight-color: transparent; }
button:disabled { opacity: .4; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
svg { width: 1.15em; height: 1.15em; flex: none; fill: none; stroke: currentColor; stroke-width: 1.8;
  stroke-linecap: round; stroke-linejoin: round; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: fixed; z-index: 9; top: -4rem; left: .75rem; padding: .5rem 1rem; border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); }
.skip:focus { top: .75rem; }
.icon { display: inline-grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: .6rem; color: var(--soft); }
.icon:hover:not(:disabled), .icon[aria-expanded=true] { background: var(--hover); color: var(--text); }
.plain { display: inline-flex; align-items: center; gap: .45rem; padding: .42rem .9rem; border: 1px solid var(--line);
  border-radius: .65rem; background: var(--raised); font-size: .9rem; line-height: 1.4; }
.plain:hover:not(:disabled) { background: var(--hover); }
.plain.main { background: var(--accent); border-color: transparent; color: var(--on-accent); }
.plain.main:hover { filter: brightness(1.08); }
.plain.danger { color: var(--bad); }
input:not([type=range], [type=checkbox], [type=radio]), textarea, select {
  width: 100%; padding: .5rem .7rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
::placeholder { color: var(--soft); opacity: 1; }
input[type=checkbox], input[type=radio], input[type=range] { accent-color: var(--accent); }

/* The list of conversations. */
#side { display: flex; flex-direction: column; width: 17.5rem; flex: none; background: var(--side);
  border-right: 1px solid var(--line); }
body:not(.with-side) #side { display: none; }
.brand { display: flex; align-items: center; gap: .55rem; padding: .8rem .6rem .5rem 1rem; font-weight: 650;
  font-size: 1.05rem; letter-spacing: -.01em; }
.brand svg, .hello svg { fill: var(--accent); stroke: none; }
.brand svg { width: 1.5rem; height: 1.5rem; }
.brand .icon { margin-left: auto; }
.brand .icon svg { fill: none; stroke: currentColor; width: 1.15em; height: 1.15em; }
.finder { padding: .25rem .75rem .5rem; display: grid; gap: .5rem; }
.finder .plain { justify-content: flex-start; width: 100%; }
.field { position: relative; }
.field svg { position: absolute; left: .65rem; top: .62rem; color: var(--soft); }
.field input { padding: .4rem .7rem .4rem 2.1rem !important; font-size: .9rem; }
#list { flex: 1; overflow-y: auto; padding: 0 .5rem 1rem; }
#list h2 { margin: 1rem .6rem .25rem; font-size: .74rem; font-weight: 600; color: var(--soft); letter-spacing: .02em; }
#list ul { list-style: none; margin: 0; padding: 0; }
#list li { position: relative; display: flex; align-items: center; border-radius: .6rem; content-visibility: auto;
  contain-intrinsic-size: auto 2.2rem; }
#list li:hover, #list li:focus-within { background: var(--hover); }
#list li.current { background: light-dark(#e7e1d7, #2b2d31); }
#list a { flex: 1; min-width: 0; padding: .36rem .6rem; color: inherit; text-decoration: none; font-size: .9rem;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis; border-radius: .6rem; outline-offset: -2px; }
#list li.current a { font-weight: 550; }
#list li.running a::before { content: ""; display: inline-block; width: .5rem; height: .5rem; margin-right: .45rem;
  border-radius: 50%; background: var(--accent); animation: pulse 1.4s infinite; }
#list .icon { width: 1.9rem; height: 1.9rem; opacity: 0; }
#list li:hover .icon, #list li:focus-within .icon, #list li.current .icon, #list .icon[aria-expanded=true] { opacity: 1; }
#list li > input { margin: .15rem; padding: .2rem .45rem !important; font-size: .9rem; }
#list .none { padding: 1rem .75rem; color: var(--soft); font-size: .9rem; }
.side-foot { display: flex; gap: .25rem; padding: .5rem .75rem; border-top: 1px solid var(--line); }
.side-foot .wide { width: auto; display: inline-flex; gap: .5rem; padding: 0 .7rem; font-size: .9rem; margin-right: auto; }
#shade { display: none; }

/* The conversation. */
main { position: relative; flex: 1; min-width: 0; display: flex; flex-direction: column; }
header { display: flex; align-items: center; gap: .35rem; padding: .5rem .9rem; min-height: 3.4rem; }
#model { display: flex; align-items: center; gap: .4rem; min-width: 0; max-width: 26rem; padding: .35rem .6rem;
  border-radius: .6rem; font-weight: 600; }
#model:hover, #model[aria-expanded=true] { background: var(--hover); }
#model span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#model svg { color: var(--soft); }
header { position: relative; z-index: 1; }
header::after, .over::before { content: ""; position: absolute; left: 0; right: .9rem; top: 100%; height: .9rem; pointer-events: none;
  background: linear-gradient(var(--bg), transparent); }
.over::before { top: auto; bottom: 100%; background: linear-gradient(transparent, var(--bg)); }
header .fill { flex: 1; }
#context { display: flex; align-items: center; gap: .5rem; font-size: .78rem; color: var(--soft);
  white-space: nowrap; font-variant-numeric: tabular-nums; }
.bar { width: 4.5rem; height: .34rem; border-radius: 1rem; background: var(--line); overflow: hidden; }
.bar i { display: block; height: 100%; border-radius: 1rem; background: var(--accent); }
#banner { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; margin: 0 auto .5rem; padding: .55rem .9rem;
  width: min(var(--column), calc(100% - 2rem)); border-radius: .75rem; background: var(--bad-tint); font-size: .92rem; }
#banner span { flex: 1; min-width: 12rem; }
#scroller { flex: 1; overflow-y: auto; overflow-x: hidden; overscroll-behavior: contain; scrollbar-gutter: stable both-edges; }
#log { max-width: var(--column); margin: 0 auto; padding: .5rem 1rem 1.5rem; }
.message { padding: .3rem .25rem; content-visibility: auto; }
.message.user { display: flex; flex-direction: column; align-items: flex-end; padding-top: 1rem; }
.bubble { max-width: min(88%, 38rem); padding: .6rem 1rem; border-radius: 1.25rem 1.25rem .4rem 1.25rem;
  background: var(--bubble); white-space: pre-wrap; min-width: 0; }
.bubble.folded { max-height: 16rem; overflow: hidden; mask: linear-gradient(#000 70%, transparent); }
.more { font-size: .85rem; color: var(--accent); padding: .15rem .5rem; }
.foot { display: flex; flex-wrap: wrap; align-items: center; gap: .1rem; min-height: 2rem; margin-left: -.45rem;
  color: var(--soft); font-size: .78rem; font-variant-numeric: tabular-nums; }
.user .foot { margin: 0 -.4rem 0 0; }
.foot .icon { width: 1.95rem; height: 1.95rem; }
.foot .stats { margin-left: .5rem; }
.foot .branch { display: inline-flex; align-items: center; }
.foot .branch .icon { width: 1.6rem; }
.foot .plain { margin: 0 .4rem 0 .45rem; padding: .2rem .7rem; font-size: .82rem; }
@media (hover: hover) {
  .message .foot > .icon, .message.user .foot { opacity: 0; transition: opacity .12s; }
  .message:hover .foot > .icon, .message:focus-within .foot > .icon, .message:last-child .foot > .icon,
  .message.user:hover .foot, .message.user:focus-within .foot, .message.user .foot:has(.branch) { opacity: 1; }
}
.waiting { display: flex; align-items: center; gap: .6rem; color: var(--soft); font-size: .92rem; min-height: 1.9rem; }
.dots { display: inline-flex; gap: .28rem; }
.dots i { width: .42rem; height: .42rem; border-radius: 50%; background: var(--accent); animation: pulse 1.2s infinite; }
.dots i:nth-child(2) { animation-delay: .15s; } .dots i:nth-child(3) { animation-delay: .3s; }
@keyframes pulse { 0%, 70%, 100% { opacity: .25; } 35% { opacity: 1; } }
.thought { margin: .15rem 0 .6rem; font-size: .92rem; color: var(--soft); }
.thought summary, .file summary { display: inline-flex; align-items: center; gap: .45rem; cursor: pointer; list-style: none;
  border-radius: .5rem; padding: .1rem .3rem; margin-left: -.3rem; }
summary::-webkit-details-marker { display: none; }
.thought summary:hover { color: var(--text); }
.thought summary svg:last-child, .call summary svg:last-child { transition: transform .15s; }
details[open] > summary svg:last-child { transform: rotate(180deg); }
.thought.live summary span { animation: glow 1.8s infinite; }
@keyframes glow { 50% { opacity: .5; } }
.thought > div { margin: .35rem 0 0 .45rem; padding-left: 1rem; border-left: 2px solid var(--line); white-space: pre-wrap; }
.call { margin: .5rem 0; border: 1px solid var(--line); border-radius: .8rem; background: var(--raised); overflow: hidden;
  font-size: .92rem; }
.call summary { display: flex; align-items: center; gap: .55rem; padding: .55rem .85rem; cursor: pointer; list-style: none; }
.call summary b { font-family: var(--mono); font-weight: 600; font-size: .88rem; }
.call summary .brief { flex: 1; min-width: 0; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.call .inside { padding: 0 .85rem .8rem; display: grid; gap: .35rem; }
.call h4 { margin: .2rem 0 0; font-size: .75rem; color: var(--soft); font-weight: 600; }
.call pre { margin: 0; padding: .5rem .7rem; border-radius: .5rem; background: var(--code); white-space: pre-wrap; }
.failure { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; margin: .4rem 0; padding: .55rem .9rem;
  border-radius: .75rem; background: var(--bad-tint); font-size: .93rem; }
.failure span { flex: 1; min-width: 12rem; }
.files { display: flex; flex-wrap: wrap; gap: .4rem; justify-content: flex-end; margin-bottom: .3rem; max-width: 100%; }
.file { max-width: 100%; min-width: 0; padding: .15rem .7rem; border: 1px solid var(--line); border-radius: .7rem;
  background: var(--raised); font-size: .85rem; }
.file summary { max-width: 100%; }
.file span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.file small { color: var(--soft); white-space: nowrap; }
.file[open] { width: 100%; }
.file pre { max-height: 20rem; overflow: auto; margin: .4rem 0; text-align: left; }
.chip { display: inline-flex; align-items: center; gap: .4rem; max-width: 100%; }
.chip .icon { width: 1.4rem; height: 1.4rem; }
.picture { max-width: min(100%, 20rem); max-height: 14rem; border: 1px solid var(--line); border-radius: .9rem; align-self: flex-end; }
.chip .picture { height: 2.6rem; max-width: 5rem; object-fit: cover; border-radius: .45rem; margin-left: -.35rem; }
.editor { width: 100%; display: grid; gap: .5rem; }
.editor textarea { min-height: 5rem; max-height: 50vh; field-sizing: content; resize: vertical; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.row.end { justify-content: flex-end; }
.sheet .row { margin-top: .45rem; }
.tick { display: inline-flex; align-items: center; gap: .3rem; font-size: .84rem; color: var(--soft); }
.tick.good { color: var(--good); } .tick.bad { color: var(--bad); }

/* Markdown. */
.prose > * { margin: 0 0 .85rem; }
.prose > :last-child { margin-bottom: .35rem; }
.prose p, .prose li, .prose td, .prose th { white-space: pre-wrap; }
.prose h1, .prose h2, .prose h3, .prose h4, .prose h5, .prose h6 { line-height: 1.3; margin: 1.5rem 0 .6rem; font-weight: 650;
  letter-spacing: -.01em; }
.prose > :first-child { margin-top: 0; }
.prose h1 { font-size: 1.45rem; } .prose h2 { font-size: 1.25rem; } .prose h3 { font-size: 1.1rem; }
.prose h4, .prose h5, .prose h6 { font-size: 1rem; }
.prose ul, .prose ol { padding-left: 1.6rem; }
.prose li > ul, .prose li > ol { margin: .15rem 0; }
.prose li { margin: .2rem 0; white-space: normal; }
.prose li > span { white-space: pre-wrap; }
.prose li > p { margin: 0 0 .5rem; }
.prose li::marker { color: var(--soft); }
.prose li.task { list-style: none; margin-left: -1.4rem; }
.prose blockquote { padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.prose blockquote > * { margin: 0 0 .5rem; }
.prose hr { border: 0; border-top: 1px solid var(--line); margin: 1.4rem 0; }
.prose a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
.prose code, .math { font: .88em/1.5 var(--mono); }
.prose :not(pre) > code { padding: .12em .35em; border-radius: .35rem; background: var(--code); border: 1px solid var(--line); }
.math { color: light-dark(#4b4a78, #bfc0ee); white-space: pre-wrap; }
div.math { padding: .5rem .9rem; border-left: 2px solid var(--line); overflow-x: auto; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .94rem; }
th, td { padding: .4rem .85rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; min-width: 4rem; }
th { font-weight: 600; border-bottom-width: 2px; }
.code { border: 1px solid var(--line); border-radius: .8rem; background: var(--code); overflow: hidden; }
.code-bar { display: flex; align-items: center; justify-content: space-between; padding: .2rem .4rem .2rem .95rem;
  border-bottom: 1px solid var(--line); color: var(--soft); font-size: .78rem; min-height: 2rem; }
.code-bar button { display: inline-flex; gap: .35rem; align-items: center; padding: .15rem .55rem; border-radius: .45rem; }
.code-bar button:hover { background: var(--hover); color: var(--text); }
.code pre { margin: 0; padding: .8rem .95rem; overflow-x: auto; }
pre, .mono { font: .86rem/1.55 var(--mono); tab-size: 4; }
.code code { font: inherit; }
.t-c { color: var(--soft); } .t-s { color: var(--string); } .t-k { color: var(--keyword); } .t-n { color: var(--number); }

/* A new conversation. */
#hello { flex: 1; display: flex; flex-direction: column; overflow-y: auto; padding: 1rem 0; }
.hello { width: 100%; max-width: var(--column); margin: auto; padding: 0 1rem; }
.hello svg { width: 2.6rem; height: 2.6rem; margin-left: -.2rem; }
.hello h1 { margin: .6rem 0 .2rem; font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.25; font-weight: 650; letter-spacing: -.02em; }
.hello p { margin: 0 0 1.6rem; color: var(--soft); }
.examples { display: grid; grid-template-columns: repeat(3, 1fr); gap: .7rem; }
.examples button { display: flex; flex-direction: column; gap: .2rem; padding: .85rem 1rem; text-align: left; line-height: 1.45;
  border: 1px solid var(--line); border-radius: 1rem; background: var(--raised); transition: border-color .15s, transform .15s; }
.examples button:hover { border-color: var(--accent); transform: translateY(-1px); }
.examples svg { width: 1.25rem; height: 1.25rem; fill: none; stroke: var(--accent); margin: 0 0 .25rem; }
.examples b { font-weight: 600; font-size: .95rem; }
.examples span { color: var(--soft); font-size: .87rem; }

/* The composer. */
#compose { width: 100%; max-width: var(--column); margin: 0 auto; padding: 0 1rem max(1rem, env(safe-area-inset-bottom)); }
.box { border: 1px solid var(--line); border-radius: 1.4rem; background: var(--raised); box-shadow: var(--shadow); }
.box:focus-within { border-color: light-dark(#cfc6b8, #4a4d53); }
#attached { display: flex; flex-wrap: wrap; gap: .4rem; padding: .7rem .8rem 0; }
#input { display: block; border: 0; background: none; padding: .85rem 1.1rem .35rem; resize: none; max-height: 40vh; outline: 0;
  line-height: 1.55; field-sizing: content; min-height: 3rem; }
.tools { display: flex; align-items: center; gap: .2rem; padding: .2rem .5rem .5rem .6rem; }
.pill { display: inline-flex; align-items: center; gap: .4rem; height: 2.25rem; padding: 0 .7rem; border-radius: 2rem;
  color: var(--soft); font-size: .86rem; }
.pill:hover { background: var(--hover); color: var(--text); }
.pill[aria-pressed=true], .pill.on { background: var(--tint); color: var(--accent); }
#send { margin-left: auto; display: grid; place-items: center; width: 2.35rem; height: 2.35rem; border-radius: 50%;
  background: var(--accent); color: var(--on-accent); }
#send.stop { background: var(--text); color: var(--bg); }
#send.stop svg { fill: currentColor; stroke: none; }
#down { position: absolute; z-index: 1; left: 50%; translate: -50% 0; bottom: 100%; margin-bottom: .6rem; border-radius: 50%; border: 1px solid var(--line);
  background: var(--raised); box-shadow: var(--shadow); }
.over { position: relative; }
#drop { position: fixed; inset: .75rem; z-index: 8; display: grid; place-items: center; border: 2px dashed var(--accent);
  border-radius: 1.2rem; background: color-mix(in srgb, var(--bg) 88%, transparent); font-weight: 600; pointer-events: none; }

/* Menus, dialogs, notes. */
#menu { position: fixed; inset: auto; margin: 0; min-width: 12rem; max-width: min(24rem, calc(100vw - 1rem)); max-height: 70vh;
  overflow-y: auto; padding: .35rem; border: 1px solid var(--line); border-radius: .85rem; background: var(--raised);
  color: inherit; box-shadow: var(--shadow); }
#menu .item { display: flex; align-items: center; gap: .6rem; width: 100%; padding: .45rem .65rem; border-radius: .55rem;
  text-align: left; font-size: .92rem; line-height: 1.35; }
#menu .item:hover, #menu .item:focus { background: var(--hover); outline: 0; }
#menu .item > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
#menu small { display: block; color: var(--soft); font-size: .78rem; }
#menu .danger { color: var(--bad); }
#menu .dot { width: .5rem; height: .5rem; border-radius: 50%; background: var(--line); flex: none; }
#menu .dot.loaded { background: var(--good); } #menu .dot.loading { background: var(--number); }
dialog { border: 1px solid var(--line); border-radius: 1.1rem; padding: 1.3rem; width: min(26rem, calc(100vw - 2rem));
  background: var(--raised); color: inherit; box-shadow: var(--shadow); }
dialog::backdrop { background: rgb(0 0 0 / .35); }
dialog h2 { margin: 0 0 .5rem; font-size: 1.1rem; line-height: 1.3; }
dialog p { margin: 0 0 .9rem; color: var(--soft); font-size: .93rem; }
#settings { margin: 0 0 0 auto; width: min(27rem, 100vw); max-width: none; height: 100dvh; max-height: none; border-width: 0 0 0 1px;
  border-radius: 0; padding: 0; background: var(--bg); }
#settings[open] { display: flex; flex-direction: column; }
.sheet-head { display: flex; align-items: center; justify-content: space-between; padding: .75rem 1rem .75rem 1.4rem;
  border-bottom: 1px solid var(--line); }
.sheet-head h2 { margin: 0; }
.sheet { overflow-y: auto; padding: .3rem 1.4rem 2rem; }
.sheet section { padding: 1.1rem 0; border-bottom: 1px solid var(--line); }
.sheet section:last-child { border: 0; }
.sheet h3 { margin: 0 0 .6rem; font-size: .98rem; font-weight: 650; }
.sheet textarea { min-height: 6rem; resize: vertical; font-size: .93rem; }
.sheet textarea.mono { font: .82rem/1.5 var(--mono); min-height: 10rem; }
.sheet .hint { margin: .3rem 0 .6rem; color: var(--soft); font-size: .84rem; line-height: 1.45; }
.sheet label.check { display: flex; gap: .6rem; align-items: baseline; margin: .3rem 0; font-size: .94rem; }
.segments { display: flex; gap: .25rem; padding: .25rem; border-radius: .75rem; background: var(--bubble); }
.segments label { flex: 1; text-align: center; padding: .25rem; border-radius: .55rem; font-size: .9rem; cursor: pointer; }
.segments label:has(:checked) { background: var(--raised); box-shadow: 0 1px 3px rgb(0 0 0 / .12); }
.segments label:has(:focus-visible) { outline: 2px solid var(--accent); }
.segments input { position: absolute; opacity: 0; pointer-events: none; }
.sampler { display: grid; grid-template-columns: 1fr 2rem 5.6rem; gap: 0 .4rem; align-items: center; margin-bottom: .75rem; }
.sampler label { font-size: .93rem; line-height: 1.3; }
.sampler input[type=number], .sampler select { padding: .25rem .5rem !important; font-size: .88rem; text-align: right;
  appearance: textfield; }
.sampler input[type=range] { grid-column: 1 / -1; width: 100%; margin: .3rem 0 0; height: 1.1rem; }
.sampler:not(.set) input[type=range] { opacity: .45; }
.sampler .icon { width: 1.9rem; height: 1.9rem; }
.sampler:not(.set) .icon { visibility: hidden; }
#keys { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: 0; font-size: .9rem; }
#keys dt { white-space: nowrap; } #keys dd { margin: 0; color: var(--soft); }
kbd { padding: .1rem .4rem; border: 1px solid var(--line); border-radius: .35rem; background: var(--raised); font: .78rem var(--mono); }
#raw { width: min(46rem, calc(100vw - 2rem)); }
#raw pre { max-height: 60vh; overflow: auto; margin: 0 0 1rem; padding: .9rem; border-radius: .7rem; background: var(--code); }
#toast { position: fixed; z-index: 9; left: 50%; top: 3.6rem; translate: -50% 0; display: flex; gap: .8rem; align-items: center;
  width: max-content; max-width: calc(100vw - 2rem); padding: .5rem 1rem; border-radius: .8rem; background: light-dark(#2a2825, #e8e6e2);
  color: light-dark(#fff, #1b1b1b); font-size: .9rem; box-shadow: var(--shadow); }
#toast button { font-weight: 650; text-decoration: underline; text-underline-offset: .2em; }

@media (max-width: 46rem) {
  #side { position: fixed; inset: 0 auto 0 0; z-index: 5; width: min(19rem, 86vw); box-shadow: var(--shadow); }
  .with-side #shade { display: block; position: fixed; inset: 0; z-index: 4; background: rgb(0 0 0 / .35); }
  header { padding: .4rem .5rem; }
  #context .bar { width: 2.6rem; } #context .of { display: none; }
  .pill span { display: none; } .pill { padding: 0 .6rem; }
  .examples { grid-template-columns: 1fr; gap: .5rem; }
  .examples button { display: grid; grid-template-columns: auto 1fr; gap: 0 .7rem; padding: .65rem .9rem; }
  .examples svg { grid-row: 1 / 3; margin: .2rem 0 0; }
  .hello p { margin-bottom: 1.1rem; }
  #log { padding: .25rem .85rem 1rem; }
  #compose { padding: 0 .6rem max(.6rem, env(safe-area-inset-bottom)); }
  #list .icon { opacity: 1; }
  .bubble { max-width: 92%; }
  input, textarea, select { font-size: 1rem !important; }
}
@media (prefers-reduced-motion: reduce) { *, ::before { animation: none !important; transition: none !important; } }
</style>
</head>
<body>
<a class="skip" id="skip" href="#">Skip to the message field</a>
<nav id="side" aria-label="Conversations">
  <div class="brand">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M1.500 7.500C7 6.600 10.200 8.400 12 12c1.200-4.800 4.600-8.200 10.500-9-3 2.600-4.300 5.600-5.300 8.900-1.300 4.300-4.200 7-8.700 8.100 1.500-1.500 2.100-3.100 1.700-4.900C9.500 12.200 6.500 9.300 1.500 7.500z"/></svg>
    Swiftlet
    <button class="icon" id="side-close" data-icon="side" aria-label="Hide conversations" title="Hide conversations"></button>
  </div>
  <div class="finder">
    <button class="plain" id="new" data-icon="plus">New chat</button>
    <div class="field" data-icon="search">
      <input id="search" type="search" placeholder="Search" aria-label="Search conversations (Control K)" autocomplete="off">
    </div>
  </div>
  <div id="list"></div>
  <div class="side-foot">
    <button class="icon wide" id="settings-open" data-icon="sliders"><span>Settings</span></button>
    <button class="icon" id="theme" aria-label="Theme"></button>
  </div>
</nav>
<div id="shade"></div>
<main>
  <header>
    <button class="icon" id="side-open" data-icon="side" aria-label="Show conversations" title="Show conversations"></button>
    <button id="model" aria-haspopup="menu" aria-expanded="false" aria-label="Model"><span>…</span></button>
    <span class="fill"></span>
    <div id="context" role="meter" aria-label="Context used" aria-valuemin="0" hidden>
      <div class="bar"><i></i></div><span></span></div>
    <button class="icon" id="new-small" data-icon="compose" aria-label="New chat" title="New chat (Ctrl+Shift+O)"></button>
  </header>
  <div id="banner" role="alert" hidden><span></span><button class="plain">Try again</button></div>
  <div id="hello" hidden>
    <div class="hello">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M1.500 7.500C7 6.600 10.200 8.400 12 12c1.200-4.800 4.600-8.200 10.500-9-3 2.600-4.300 5.600-5.300 8.900-1.300 4.300-4.200 7-8.700 8.100 1.500-1.500 2.100-3.100 1.700-4.900C9.500 12.200 6.500 9.300 1.500 7.500z"/></svg>
      <h1 id="greeting"></h1>
      <p id="subtitle"></p>
      <div class="examples" id="examples"></div>
    </div>
  </div>
  <div id="scroller" tabindex="-1"><div id="log" role="log" aria-live="off" aria-label="Messages"></div></div>
  <div class="over">
    <button class="icon" id="down" data-icon="down" aria-label="Go to the latest message" hidden></button>
    <div id="compose">
      <div class="box">
        <div id="attached" hidden></div>
        <textarea id="input" rows="1" placeholder="Write a message" aria-label="Message"></textarea>
        <div class="tools">
          <button class="icon" id="attach" data-icon="clip" aria-label="Attach text files" title="Attach text files"></button>
          <button class="pill" id="tools" data-icon="tool" aria-haspopup="menu" aria-expanded="false" aria-label="Tools"><span>Tools</span></button>
          <button class="pill" id="structured" data-icon="braces" aria-pressed="false" aria-label="Structured answer"
            title="Answers follow a JSON Schema"><span>JSON</span></button>
          <button id="send" aria-label="Send"></button>
        </div>
      </div>
    </div>
  </div>
</main>
<input id="files" type="file" multiple class="quiet" tabindex="-1" aria-hidden="true">
<input id="import-file" type="file" accept=".json,application/json" class="quiet" tabindex="-1" aria-hidden="true">
<div id="menu" popover role="menu"></div>
<dialog id="settings" aria-labelledby="settings-title">
  <div class="sheet-head"><h2 id="settings-title">Settings</h2>
    <button class="icon" id="settings-close" data-icon="cross" aria-label="Close"></button></div>
  <div class="sheet">
    <section><h3>Appearance</h3>
      <div class="segments" role="radiogroup" aria-label="Theme">
        <label><input type="radio" name="theme" value="system">System</label>
        <label><input type="radio" name="theme" value="light">Light</label>
        <label><input type="radio" name="theme" value="dark">Dark</label>
      </div>
    </section>
    <section><h3><label for="system">System prompt</label></h3>
      <textarea id="system" placeholder="Instructions for every conversation"></textarea>
    </section>
    <section><h3>Sampling</h3>
      <p class="hint" id="sampling-hint">The model’s own settings hold until you move one.</p>
      <div id="samplers"></div>
      <button class="plain" id="samplers-reset">Reset all</button>
    </section>
    <section id="schema-section"><h3>Structured answers</h3>
      <p class="hint">The server lets the model write nothing that does not match this JSON Schema.</p>
      <label class="check"><input type="checkbox" id="schema-on">Answer with JSON of this schema</label>
      <textarea id="schema" class="mono" aria-label="JSON Schema" spellcheck="false" placeholder='{"type": "object", …}'></textarea>
      <div class="row"><span class="tick" id="schema-tick" role="status"></span></div>
      <div class="row"><select id="schema-examples" aria-label="Example schemas"></select></div>
    </section>
    <section id="tools-section"><h3>Tools</h3>
      <p class="hint">Built-in tools run in this page, and reach nothing outside it.</p>
      <label class="check"><input type="checkbox" id="tool-clock">Clock: date and time</label>
      <label class="check"><input type="checkbox" id="tool-calculator">Calculator: arithmetic</label>
      <p class="hint"><label for="own-tools">Your own, as a JSON array of functions. You paste their results.</label></p>
      <textarea id="own-tools" class="mono" spellcheck="false"
        placeholder='[{"name": "weather", "description": "…", "parameters": {"type": "object", …}}]'></textarea>
      <div class="row"><span class="tick" id="tools-tick" role="status"></span></div>
    </section>
    <section><h3><label for="key">API key</label></h3>
      <input id="key" type="password" autocomplete="off" placeholder="None">
      <p class="hint">Kept in this browser, and left out of exports.</p>
    </section>
    <section><h3>Conversations</h3>
      <p class="hint">They are kept in this browser only.</p>
      <div class="row">
        <button class="plain" id="export">Export all</button>
        <button class="plain" id="import">Import</button>
        <button class="plain danger" id="wipe">Delete all</button>
      </div>
    </section>
    <section><h3>Keys</h3>
      <dl id="keys">
        <dt><kbd>Enter</kbd></dt><dd>Send</dd><dt><kbd>Shift</kbd> <kbd>Enter</kbd></dt><dd>New line</dd>
        <dt><kbd>Esc</kbd></dt><dd>Stop the answer</dd><dt><kbd>Ctrl</kbd> <kbd>K</kbd></dt><dd>Search conversations</dd>
        <dt><kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>O</kbd></dt><dd>New chat</dd>
        <dt><kbd>↑</kbd></dt><dd>Edit your last message, from an empty field</dd>
      </dl>
    </section>
  </div>
</dialog>
<dialog id="ask" aria-labelledby="ask-title">
  <h2 id="ask-title"></h2><p></p>
  <input aria-labelledby="ask-title" hidden>
  <div class="row end" style="margin-top:1rem"><button class="plain" value="">Cancel</button><button class="plain main"></button></div>
</dialog>
<dialog id="raw" aria-labelledby="raw-title"><h2 id="raw-title">Raw data</h2><pre tabindex="0"></pre>
  <div class="row end"><button class="plain" id="raw-copy">Copy</button><button class="plain main" id="raw-close">Close</button></div>
</dialog>
<div id="toast" role="status" hidden><span></span><button></button></div>
<div id="live" class="quiet" aria-live="polite"></div>
<div id="drop" hidden>Drop text files to attach them</div>
<script>
'use strict';
(() => {
// ---------------------------------------------------------------- Elements
// Text reaches the page by textContent and createElement only; nothing is ever parsed as HTML.

const $ = id => document.getElementById(id);

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

const ICONS = {
  side: 'M4 5h16v14H4zM9.500 5v14', plus: 'M12 5v14M5 12h14', send: 'M12 19V5M6 11l6-6 6 6', stop: 'M7 7h10v10H7z',
  compose: 'M12 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-6M10 14l1-3.500L18.500 3 21 5.500 13.500 13z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1', edit: 'M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3', again: 'M20 12a8 8 0 1 1-2.300-5.700L20 8.500M20 4v4.500h-4.500',
  go: 'M5 5l9 7-9 7zM19 5v14', bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13', search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.200 16.200L20 20',
  sliders: 'M4 7h9M19 7h1M16 4.500v5M4 17h1M11 17h9M8 14.500v5', clip: 'M19 11l-7.500 7.500a4.500 4.500 0 0 1-6.400-6.400L13 4.300a3 3 0 0 1 4.300 4.200l-7.700 7.700a1.500 1.500 0 0 1-2.200-2.100l7-7',
  tool: 'M14.500 6.500a4 4 0 0 1 4.500-2L16.500 7l.500 2.500 2.500.500L22 7.500a4 4 0 0 1-5.500 4.800L8.500 20.500a2 2 0 0 1-3-3L13.700 9.500a4 4 0 0 1 .800-3z',
  braces: 'M9 4C5 4 8 11 4.500 12 8 13 5 20 9 20M15 4c4 0 1 7 4.500 8-3.500 1-.500 8-4.500 8', check: 'M5 12.500l4.500 4.500L19 7', cross: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6', left: 'M14.500 6l-6 6 6 6', right: 'M9.500 6l6 6-6 6', more: 'M6 11.500v1M12 11.500v1M18 11.500v1', file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  thought: 'M12 3l1.800 6.200L20 12l-6.200 2.800L12 21l-1.800-6.200L4 12l6.200-2.800z', bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900V15.500h7v-1.600A6 6 0 0 0 12 3z',
  light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500V4M12 20v1.500M2.500 12H4M20 12h1.500M5.300 5.300l1 1M17.700 17.700l1 1M18.700 5.300l-1 1M6.300 17.700l-1 1',
  dark: 'M20 14.500A8.500 8.500 0 1 1 9.500 4 7 7 0 0 0 20 14.500z', system: 'M4 5h16v11H4zM9 20h6M12 16v4', code: 'M8.500 7L4 12l4.500 5M15.500 7l4.500 5-4.500 5',
  clock: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7.500V12l3 2',
};

function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

function iconButton(name, label, action) {
  return el('button', { class: 'icon', 'aria-label': label, title: label, onclick: action }, icon(name));
}

function setIcon(button, name, label) {
  button.replaceChildren(icon(name));
  button.setAttribute('aria-label', label);
  button.title = label;
}

// randomUUID exists in secure contexts only, and the page may come from another machine by plain HTTP.
let lastTime = 0;
function newID() {
  lastTime = Math.max(Date.now(), lastTime + 1);
  const random = crypto.getRandomValues(new Uint32Array(2));
  return lastTime.toString(36) + '-' + random[0].toString(36) + random[1].toString(36);
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el('textarea', { class: 'quiet', 'aria-hidden': 'true' });
    area.value = text;
    (document.querySelector('dialog[open]') || document.body).append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
const megabyte = 1 << 20;
const sizeText = bytes => bytes < 1000 ? plural(bytes, 'byte') : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB`
  : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

// ---------------------------------------------------------------- Settings

const DEFAULTS = {
  theme: 'system', side: true, model: '', system: '', sampling: {}, schemaOn: false, schema: '',
  clock: false, calculator: false, ownTools: '',
};
const settings = { ...DEFAULTS, ...read('swiftlet.settings') };

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)) || {}; } catch { return {}; }
}

function saveSettings() {
  try { localStorage.setItem('swiftlet.settings', JSON.stringify(settings)); } catch { /* A private window. */ }
}

function apiKey() {
  try { return localStorage.getItem('swiftlet.key') || ''; } catch { return apiKey.value || ''; }
}

function setKey(key) {
  apiKey.value = key;
  try { key ? localStorage.setItem('swiftlet.key', key) : localStorage.removeItem('swiftlet.key'); } catch { /* As above. */ }
}

// ---------------------------------------------------------------- The store
// Conversations and messages are records of two object stores. Where a browser has no IndexedDB, maps stand in for it
// until the page is closed.

const FORMAT = 2;

const store = {
  database: null, memory: { conversations: new Map(), messages: new Map() },

  async open() {
    try {
      this.database = await new Promise((resolve, reject) => {
        const request = indexedDB.open('swiftlet-chat', FORMAT);
        request.onupgradeneeded = event => {
          const database = request.result;
          if (event.oldVersion < 1) {
            database.createObjectStore('conversations', { keyPath: 'id' });
            database.createObjectStore('messages', { keyPath: 'id' });
          }
          if (event.oldVersion < 2) {
            request.transaction.objectStore('messages').createIndex('conversation', 'conversation');
          }
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
        request.onblocked = () => reject(new Error('blocked'));
      });
      this.database.onversionchange = () => this.database.close();
    } catch {
      toast('This browser keeps no data for this page: conversations are gone when you close it.');
    }
  },

  // Runs an action in a transaction, and returns its request's result when the transaction is complete.
  run(mode, names, action) {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(names, mode);
      const request = action(...names.map(name => transaction.objectStore(name)));
      transaction.oncomplete = () => resolve(request && request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  },

  async conversations() {
    if (!this.database) return [...this.memory.conversations.values()];
    return this.run('readonly', ['conversations'], conversations => conversations.getAll());
  },

  async messages(conversation) {
    if (!this.database) return [...this.memory.messages.values()].filter(m => m.conversation === conversation);
    return this.run('readonly', ['messages'], messages => messages.index('conversation').getAll(conversation));
  },

  async put(conversations, messages = []) {
    try {
      if (!this.database) {
        for (const item of conversations) this.memory.conversations.set(item.id, item);
        for (const item of messages) this.memory.messages.set(item.id, item);
        return;
      }
      await this.run('readwrite', ['conversations', 'messages'], (first, second) => {
        for (const item of conversations) first.put(item);
        for (const item of messages) second.put(item);
      });
    } catch (error) {
      toast(`The conversation could not be kept: ${error && error.message || 'no space'}`);
    }
  },

  async remove(id) {
    const old = await this.messages(id);
    if (!this.database) {
      this.memory.conversations.delete(id);
      for (const message of old) this.memory.messages.delete(message.id);
      return old;
    }
    await this.run('readwrite', ['conversations', 'messages'], (first, second) => {
      first.delete(id);
      for (const message of old) second.delete(message.id);
    });
    return old;
  },

  async wipe() {
    this.memory = { conversations: new Map(), messages: new Map() };
    if (!this.database) return;
    await this.run('readwrite', ['conversations', 'messages'], (first, second) => { first.clear(); second.clear(); });
  },

  // Calls an action for each message, until it returns true.
  async each(action) {
    if (!this.database) return void [...this.memory.messages.values()].some(action);
    await new Promise(resolve => {
      const request = this.database.transaction('messages').objectStore('messages').openCursor();
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor || action(cursor.value)) return resolve();
        cursor.continue();
      };
      request.onerror = () => resolve();
    });
  },
};

// ---------------------------------------------------------------- Conversations
// The messages of a conversation are a tree: an edited or regenerated one is a sibling of the first. A conversation's
// `choice` says which child of a message is shown, where that is not the last.

class Tree {
  constructor(conversation, messages = []) {
    this.conversation = conversation;
    this.messages = new Map();
    this.children = new Map();
    for (const message of messages.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))) this.add(message);
  }

  add(message) {
    this.messages.set(message.id, message);
    const siblings = this.children.get(message.parent) || [];
    siblings.push(message.id);
    this.children.set(message.parent, siblings);
  }

  siblings(message) { return this.children.get(message.parent) || []; }

  choose(message) { this.conversation.choice[message.parent || 'root'] = message.id; }

  // The messages that are shown, from the first on.
  path() {
    const path = [];
    for (let parent = null; ;) {
      const children = this.children.get(parent);
      if (!children || path.length > this.messages.size) return path;
      const chosen = this.conversation.choice[parent || 'root'];
      const message = this.messages.get(children.includes(chosen) ? chosen : children[children.length - 1]);
      path.push(message);
      parent = message.id;
    }
  }

  // The messages up to and with one.
  pathTo(id) {
    const path = [];
    for (let message = this.messages.get(id); message && path.length <= this.messages.size;) {
      path.push(message);
      message = this.messages.get(message.parent);
    }
    return path.reverse();
  }
}

function newMessage(tree, parent, fields) {
  const message = {
    id: newID(), conversation: tree.conversation.id, parent: parent ? parent.id : null, created: Date.now(),
    content: '', ...fields,
  };
  tree.add(message);
  tree.choose(message);
  return message;
}

const cutTitle = text => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 64 ? line.slice(0, 62).trimEnd() + '…' : line || 'New chat';
};

// The URLs of pictures, which are kept and sent as they are.
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|bmp);base64,[A-Za-z0-9+\/]+=*$/;

const fileSize = file => sizeText(file.image ? Math.floor(file.image.length * 3 / 4) : file.text.length);

// The chosen fields of foreign records, with the types that the page relies on.
function cleanConversation(data) {
  const time = Number(data.created) || Date.now();
  const choice = {};
  for (const [key, value] of Object.entries(data.choice || {})) if (typeof value === 'string') choice[key] = value;
  return {
    id: typeof data.id === 'string' && data.id ? data.id : newID(), title: cutTitle(String(data.title || '')), created: time,
    updated: Number(data.updated) || time, choice,
  };
}

function cleanMessage(data, conversation) {
  const text = value => typeof value === 'string' ? value : '';
  const message = {
    id: text(data.id) || newID(), conversation, parent: text(data.parent) || null,
    created: Number(data.created) || Date.now(), content: text(data.content),
    role: data.role === 'user' ? 'user' : 'assistant',
  };
  for (const name of ['reasoning', 'model', 'finish', 'error', 'schema']) if (text(data[name])) message[name] = data[name];
  if (data.reasoningTime) message.reasoningTime = Number(data.reasoningTime) || 0;
  if (data.partial) message.partial = true;
  if (Array.isArray(data.files)) {
    message.files = data.files.map(file => ({
      name: text(file && file.name) || 'file', ...(PICTURE.test(text(file && file.image)) ? { image: file.image } : { text: text(file && file.text) }),
    }));
  }
  if (Array.isArray(data.calls)) {
    message.calls = data.calls.map(call => ({
      id: text(call && call.id), name: text(call && call.name), arguments: text(call && call.arguments),
      ...(call && typeof call.result === 'string' ? { result: call.result } : {}),
    }));
  }
  if (data.stats && typeof data.stats === 'object') {
    message.stats = {};
    for (const [key, value] of Object.entries(data.stats)) if (Number.isFinite(value)) message.stats[key] = value;
  }
  return message;
}

// ---------------------------------------------------------------- Export and import

async function exportAll() {
  const parts = [`{"format":"swiftlet-chat","version":${FORMAT},"exported":${JSON.stringify(new Date().toISOString())},`,
    `"settings":${JSON.stringify(settings)},"conversations":[`];
  const all = (await store.conversations()).sort((a, b) => a.id < b.id ? -1 : 1);
  for (const [index, conversation] of all.entries()) {
    const messages = await store.messages(conversation.id);
    parts.push((index ? ',\n' : '\n') + JSON.stringify({ ...conversation, messages }));
  }
  parts.push('\n]}\n');
  const link = el('a', {
    href: URL.createObjectURL(new Blob(parts, { type: 'application/json' })),
    download: `swiftlet-chats-${new Date().toISOString().slice(0, 10)}.json`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Each entry turns an export of its version into one of the next.
const MIGRATIONS = {
  // Conversations of version 1 had no branches: lists of messages in order, without identifiers.
  1: data => ({
    ...data, version: 2,
    conversations: data.conversations.map(conversation => {
      let parent = null;
      const start = Number(conversation.created) || Date.now();
      const messages = (conversation.messages || []).map((message, index) => {
        const next = { ...message, id: newID(), parent, created: start + index };
        parent = next.id;
        return next;
      });
      return { ...conversation, messages };
    }),
  }),
};

async function importFile(file) {
  try {
    let data = JSON.parse(await file.text());
    if (data.format !== 'swiftlet-chat' || !Array.isArray(data.conversations)) {
      throw new Error('it is no export of this page');
    }
    if (!(data.version <= FORMAT)) throw new Error(`its version is ${data.version}, and this page reads up to ${FORMAT}`);
    while (data.version < FORMAT) {
      if (!MIGRATIONS[data.version]) throw new Error(`its version is ${data.version}, which is unknown`);
      data = MIGRATIONS[data.version](data);
    }
    const known = new Map((await store.conversations()).map(conversation => [conversation.id, conversation]));
    let count = 0;
    for (const item of data.conversations) {
      const conversation = cleanConversation(item);
      const old = known.get(conversation.id);
      if (old && old.updated >= conversation.updated) continue;
      await store.put([conversation], (item.messages || []).map(message => cleanMessage(message, conversation.id)));
      count++;
    }
    for (const name of Object.keys(DEFAULTS)) {
      if (data.settings && typeof data.settings[name] === typeof DEFAULTS[name]) settings[name] = data.settings[name];
    }
    saveSettings();
    applySettings();
    await loadList();
    if (state.tree) await show(state.tree.conversation.id);
    toast(count ? `${plural(count, 'conversation')} imported` : 'Nothing new in this file');
  } catch (error) {
    toast(`${file.name} was not imported: ${error.message}.`);
  }
}

// ---------------------------------------------------------------- Markdown
// Blocks, then inline text, into elements. Whatever is not understood is shown as it was written, HTML included.

const DEPTH = 12;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/, RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/, QUOTE = /^ {0,3}> ?/, ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)/;

// The columns of the white space at a line's beginning.
function indent(line) {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += 4 - columns % 4;
    else break;
  }
  return columns;
}

// A line without so many columns of white space.
function strip(line, count) {
  let columns = 0, index = 0;
  while (columns < count && index < line.length) {
    if (line[index] === ' ') columns++;
    else if (line[index] === '\t') columns += 4 - columns % 4;
    else break;
    index++;
  }
  return ' '.repeat(Math.max(0, columns - count)) + line.slice(index);
}

function cells(line) {
  const parts = [];
  let cell = '', code = false;
  const text = line.trim().replace(/^\|/, '');
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && text[i + 1] === '|') { cell += '|'; i++; } else if (text[i] === '|' && !code) {
      parts.push(cell.trim());
      cell = '';
    } else {
      if (text[i] === '`') code = !code && text.indexOf('`', i + 1) > 0;
      cell += text[i];
    }
  }
  if (cell.trim()) parts.push(cell.trim());
  return parts;
}

function tableAlignments(line, next) {
  if (next === undefined || !line.includes('|') || !/^[\s|:-]+$/.test(next) || !next.includes('-')) return null;
  const marks = cells(next);
  if (!marks.every(mark => /^:?-+:?$/.test(mark)) || cells(line).length !== marks.length) return null;
  return marks.map(mark => mark.endsWith(':') ? (mark.startsWith(':') ? 'center' : 'right') : '');
}

const startsBlock = (lines, i) => {
  const line = lines[i];
  const item = ITEM.exec(line);
  return FENCE.test(line) || RULE.test(line) || HEADING.test(line) || QUOTE.test(line)
    || (item && item[3] !== '' && indent(line) < 4 && (!/\d/.test(item[2]) || /^1[.)]$/.test(item[2])))
    || tableAlignments(line, lines[i + 1]) !== null;
};

// The blocks of lines, each with the number of its first line.
function parseBlocks(lines, depth = 0) {
  const blocks = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i], start = i;
    if (!line.trim()) { i++; continue; }
    const add = block => blocks.push({ ...block, start });
    const fence = FENCE.exec(line), columns = indent(line);
    if (fence) {
      const end = new RegExp(`^ {0,3}\\${fence[1][0]}{${fence[1].length},}[ \\t]*$`), body = [];
      for (i++; i < lines.length && !end.test(lines[i]); i++) body.push(strip(lines[i], columns));
      add({ kind: 'code', language: fence[2].trim().split(/[\s{]/)[0], text: body.join('\n'), closed: i < lines.length });
      i++;
      continue;
    }
    const mathEnd = /^ {0,3}\$\$/.test(line) ? '$$' : /^ {0,3}\\\[/.test(line) ? '\\]' : '';
    if (mathEnd) {
      let j = i, at = line.indexOf(mathEnd, columns + 2);
      while (at < 0 && ++j < lines.length && lines[j].trim()) at = lines[j].indexOf(mathEnd);
      if (at >= 0 && j < lines.length && !lines[j].slice(at + 2).trim()) {
        add({ kind: 'math', text: lines.slice(i, j + 1).join('\n').trim() });
        i = j + 1;
        continue;
      }
    }
    const heading = columns < 4 && HEADING.exec(line);
    if (heading) {
      const text = line.slice(heading[0].length).trim().replace(/(^|[ \t])#+$/, '').trim();
      add({ kind: 'heading', level: heading[1].length, text });
      i++;
      continue;
    }
    if (RULE.test(line)) { add({ kind: 'rule' }); i++; continue; }
    if (QUOTE.test(line) && depth < DEPTH) {
      const body = [];
      while (i < lines.length && (QUOTE.test(lines[i]) || (lines[i].trim() && !startsBlock(lines, i)))) {
        body.push(lines[i++].replace(QUOTE, ''));
      }
      add({ kind: 'quote', blocks: parseBlocks(body, depth + 1) });
      continue;
    }
    const item = columns < 4 && depth < DEPTH && ITEM.exec(line);
    if (item) {
      const list = parseList(lines, i, item, depth);
      add(list.block);
      i = list.next;
      continue;
    }
    if (columns >= 4) {
      const body = [];
      while (i < lines.length && (indent(lines[i]) >= 4 || !lines[i].trim())) body.push(strip(lines[i++], 4));
      while (!body[body.length - 1].trim()) { body.pop(); i--; }
      add({ kind: 'code', language: '', text: body.join('\n'), closed: i < lines.length });
      continue;
    }
    const alignments = tableAlignments(line, lines[i + 1]);
    if (alignments) {
      const rows = [cells(line)];
      for (i += 2; i < lines.length && lines[i].trim() && !QUOTE.test(lines[i]) && !FENCE.test(lines[i]); i++) {
        if (!lines[i].includes('|')) break;
        rows.push(cells(lines[i]));
      }
      add({ kind: 'table', alignments, rows });
      continue;
    }
    const body = [line.trim()];
    let level = 0;
    for (i++; i < lines.length && lines[i].trim(); i++) {
      const under = /^ {0,3}(=+|-+)[ \t]*$/.exec(lines[i]);
      if (under) { level = under[1][0] === '=' ? 1 : 2; i++; break; }
      if (startsBlock(lines, i)) break;
      body.push(lines[i].trim());
    }
    add(level ? { kind: 'heading', level, text: body.join(' ') } : { kind: 'paragraph', text: body.join('\n') });
  }
  return blocks;
}

function parseList(lines, i, first, depth) {
  const ordered = /\d/.test(first[2]), mark = first[2].slice(-1), base = indent(lines[i]), items = [];
  let loose = false;
  while (i < lines.length) {
    const match = ITEM.exec(lines[i]);
    if (!match || match[2].slice(-1) !== mark || indent(lines[i]) > base + 1 || RULE.test(lines[i])) break;
    const spaces = match[3].length, column = indent(lines[i]) + match[2].length + (spaces > 4 || !spaces ? 1 : spaces);
    const body = [strip(lines[i].slice(match[1].length + match[2].length), spaces > 4 ? 1 : spaces)];
    let blank = false;
    for (i++; i < lines.length; i++) {
      if (!lines[i].trim()) { blank = true; body.push(''); continue; }
      const columns = indent(lines[i]);
      // Models write nested lists with two columns under `1.` too, where the standard wants three.
      if (columns >= column || (columns >= base + 2 && ITEM.test(lines[i]))) {
        body.push(strip(lines[i], Math.min(columns, column)));
      } else if (blank || startsBlock(lines, i) || ITEM.test(lines[i])) break;
      else body.push(lines[i].trim());
      blank = false;
    }
    let trailing = 0;
    while (body.length > 1 && !body[body.length - 1].trim()) { body.pop(); trailing++; }
    const again = i < lines.length && ITEM.exec(lines[i]);
    if (trailing && again && again[2].slice(-1) === mark && indent(lines[i]) <= base + 1) loose = true;
    const task = /^\[([ xX])\][ \t]+/.exec(body[0]);
    if (task) body[0] = body[0].slice(task[0].length);
    const blocks = parseBlocks(body, depth + 1);
    if (blocks.filter(block => block.kind === 'paragraph').length > 1) loose = true;
    items.push({ blocks, task: task ? task[1] !== ' ' : null });
  }
  return { block: { kind: 'list', ordered, number: parseInt(first[2], 10) || 0, items, loose }, next: i };
}

function renderBlock(block, open) {
  switch (block.kind) {
    case 'code': return renderCode(block, open);
    case 'math': return el('div', { class: 'math', text: block.text });
    case 'rule': return el('hr');
    case 'heading': return inline(block.text, el('h' + block.level));
    case 'paragraph': return inline(block.text, el('p'));
    case 'quote': return el('blockquote', {}, ...block.blocks.map(child => renderBlock(child, open)));
    case 'table': {
      const row = (values, tag) => el('tr', {}, ...block.alignments.map((side, n) =>
        inline(values[n] || '', el(tag, { style: side && `text-align:${side}` }))));
      return el('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': 'Table' }, el('table', {},
        el('thead', {}, row(block.rows[0], 'th')), el('tbody', {}, ...block.rows.slice(1).map(values => row(values, 'td')))));
    }
    case 'list': {
      const list = el(block.ordered ? 'ol' : 'ul', { start: block.ordered && block.number !== 1 && String(block.number) });
      for (const item of block.items) {
        const node = el('li', { class: item.task !== null && 'task' });
        if (item.task !== null) node.append(el('input', { type: 'checkbox', disabled: true, checked: item.task }), ' ');
        for (const child of item.blocks) {
          node.append(child.kind === 'paragraph' && !block.loose ? inline(child.text, el('span')) : renderBlock(child, open));
        }
        list.append(node);
      }
      return list;
    }
  }
}

function renderCode(block, open) {
  const code = el('code');
  // A block that is still written has no colours, so that its one text node grows.
  if ((open && !block.closed) || block.text.length > 30000) code.textContent = block.text;
  else highlight(block.text, block.language.toLowerCase(), code);
  return el('div', { class: 'code' },
    el('div', { class: 'code-bar' }, el('span', { text: block.language || 'text' }),
      el('button', { 'data-do': 'copy-code', 'aria-label': 'Copy code' }, icon('copy'), el('span', { text: 'Copy' }))),
    el('pre', { tabindex: '0' }, code));
}

const KEYWORDS = new Set(('abstract and as async await bool boolean break case catch char class const continue def default defer '
  + 'delete do double elif else end enum export extends extension false final finally float fn for foreach from func function '
  + 'guard if impl implements import in inout int interface is lambda let local long loop match mod module mut namespace new nil '
  + 'None not null nullptr of or override package pass private protected protocol pub public raise repeat require return self Self '
  + 'short sizeof static string struct super switch template then this throw throws trait true True False try type typealias '
  + 'typedef typeof undefined union unless unsafe unsigned until use using var virtual void volatile when where while with yield '
  + 'SELECT FROM WHERE INSERT INTO UPDATE DELETE CREATE TABLE JOIN LEFT ON GROUP BY ORDER LIMIT VALUES SET AND OR NOT AS').split(' '));
const HASH = new Set(('python py sh bash shell zsh console ruby rb yaml yml toml perl r makefile make dockerfile docker ini conf '
  + 'elixir julia nix powershell ps1 cmake').split(' '));
const DASH = new Set(['sql', 'lua', 'haskell', 'hs', 'ada', 'elm']);
const NONE = new Set(['text', 'txt', 'plain', 'plaintext', 'markdown', 'md', 'diff', 'csv', 'log', '']);

function highlight(text, language, parent) {
  if (NONE.has(language)) { parent.textContent = text; return; }
  const comment = HASH.has(language) ? '#[^\\n]*' : DASH.has(language) ? '--[^\\n]*' : '//[^\\n]*|/\\*[^]*?\\*/|<!--[^]*?-->';
  const tokens = new RegExp(`(${comment})|("""[^]*?"""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\.|[^\`\\\\])*\`)`
    + '|\\b(\\d(?:\\w|\\.(?=\\d))*)|([A-Za-z_$][\\w$]*)', 'g');
  let last = 0;
  for (const match of text.matchAll(tokens)) {
    const kind = match[1] ? 't-c' : match[2] ? 't-s' : match[3] ? 't-n' : KEYWORDS.has(match[4]) ? 't-k' : '';
    if (!kind) continue;
    parent.append(text.slice(last, match.index), el('span', { class: kind, text: match[0] }));
    last = match.index + match[0].length;
  }
  parent.append(text.slice(last));
}

const SAFE = /^(?:https?:\/\/|mailto:)[^\s\u0000-\u001f]+$/i;
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const PUNCTUATION = /[\p{P}\p{S}]/u;

const link = address => el('a', { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' });

// Appends inline text to an element, by the algorithm of CommonMark: delimiters wait on a list until their partner comes.
function inline(text, root) {
  let pos = 0, plain = null, last = null, runs = 0;
  const brackets = [], missing = new Set();

  const put = part => {
    if (plain) plain.appendData(part);
    else root.append(plain = document.createTextNode(part));
  };
  const append = node => { root.append(node); plain = null; return node; };
  // The place of a closing text, which is not looked for again once it was missing.
  const find = (closing, from) => {
    if (missing.has(closing)) return -1;
    const at = text.indexOf(closing, from);
    if (at < 0) missing.add(closing);
    return at;
  };
  const sticky = expression => {
    expression.lastIndex = pos;
    return expression.exec(text);
  };
  const unlink = run => {
    if (run.prev) run.prev.next = run.next;
    if (run.next) run.next.prev = run.prev; else last = run.prev;
  };

  function pair(bottom) {
    const floors = {};
    let closer = last;
    while (closer && closer.prev !== bottom) closer = closer.prev;
    while (closer) {
      if (!closer.closes) { closer = closer.next; continue; }
      const key = closer.sign + closer.opens + closer.size % 3;
      let opener = closer.prev, found = false;
      while (opener && opener !== bottom && opener !== floors[key]) {
        if (opener.sign === closer.sign && opener.opens && !((closer.opens || opener.closes) && closer.size % 3
          && (opener.size + closer.size) % 3 === 0) && (closer.sign !== '~' || opener.size === closer.size)) {
          found = true;
          break;
        }
        opener = opener.prev;
      }
      const now = closer;
      if (!found) {
        closer = closer.next;
        floors[key] = now.prev;
        if (!now.opens) unlink(now);
        continue;
      }
      const count = opener.count >= 2 && closer.count >= 2 ? 2 : 1;
      const element = el(closer.sign === '~' ? 'del' : count === 2 ? 'strong' : 'em');
      for (let node = opener.node.nextSibling; node && node !== closer.node;) {
        const next = node.nextSibling;
        element.append(node);
        node = next;
      }
      opener.node.after(element);
      for (let run = closer.prev; run !== opener;) { const prev = run.prev; unlink(run); run = prev; }
      for (const run of [opener, closer]) {
        run.count -= count;
        run.node.data = run.sign.repeat(run.count);
        if (!run.count) { run.node.remove(); unlink(run); }
      }
      if (!now.count) closer = now.next;
    }
    while (last && last !== bottom) unlink(last);
  }

  const math = closing => {
    const at = find(closing, pos + 2);
    if (at < 0) return false;
    append(el('span', { class: 'math', text: text.slice(pos, at + closing.length) }));
    pos = at + closing.length;
    return true;
  };

  while (pos < text.length) {
    const character = text[pos];
    let match;
    switch (character) {
      case '\\':
        if (text[pos + 1] === '(' && math('\\)')) continue;
        if (text[pos + 1] === '[' && math('\\]')) continue;
        if (text[pos + 1] === '\n') { pos++; continue; }
        if (pos + 1 < text.length && /[!-/:-@[-`{-~]/.test(text[pos + 1])) { put(text[pos + 1]); pos += 2; continue; }
        break;
      case '`': {
        const run = sticky(/`+/y)[0];
        let at = missing.has(run) ? -1 : pos + run.length;
        for (; at >= 0; at++) {
          at = text.indexOf(run, at);
          if (at < 0 || (text[at + run.length] !== '`' && text[at - 1] !== '`')) break;
          while (text[at + 1] === '`') at++;
        }
        if (at < 0) { missing.add(run); put(run); pos += run.length; continue; }
        let code = text.slice(pos + run.length, at).replace(/\n/g, ' ');
        if (/^ .*[^ ].* $/.test(code)) code = code.slice(1, -1);
        append(el('code', { text: code }));
        pos = at + run.length;
        continue;
      }
      case '$': {
        if (text[pos + 1] === '$' && math('$$')) continue;
        if (/[\s$]/.test(text[pos + 1] || ' ')) break;
        let at = missing.has('$') ? -1 : text.indexOf('$', pos + 1);
        while (at >= 0 && text[at - 1] === '\\') at = text.indexOf('$', at + 1);
        if (at < 0) { missing.add('$'); break; }
        // The next sign opens too, so these are prices.
        if (/\s/.test(text[at - 1]) || /\d/.test(text[at + 1] || '')) break;
        append(el('span', { class: 'math', text: text.slice(pos, at + 1) }));
        pos = at + 1;
        continue;
      }
      case '*': case '_': case '~': {
        const run = sticky(/\*+|_+|~+/y)[0], size = run.length;
        const before = text[pos - 1] || '\n', after = text[pos + size] || '\n';
        const open = !/\s/.test(after) && (!PUNCTUATION.test(after) || /\s/.test(before) || PUNCTUATION.test(before));
        const close = !/\s/.test(before) && (!PUNCTUATION.test(before) || /\s/.test(after) || PUNCTUATION.test(after));
        pos += size;
        // Longer runs, or very many, are text: nothing sensible has them, and they would nest without end.
        if (size > 3 || (character === '~' && size !== 2) || !(open || close) || ++runs > 500) { put(run); continue; }
        const node = append(document.createTextNode(run));
        const under = character === '_';
        const entry = {
          node, sign: character, size, count: size, prev: last, next: null,
          opens: open && (!under || !close || PUNCTUATION.test(before)), closes: close && (!under || !open || PUNCTUATION.test(after)),
        };
        if (last) last.next = entry;
        last = entry;
        continue;
      }
      case '!':
        if (text[pos + 1] !== '[') break;
      case '[': {
        const mark = character === '!' ? '![' : '[';
        const node = append(document.createTextNode(mark));
        brackets.push({ node, bottom: last, image: mark === '![' });
        pos += mark.length;
        continue;
      }
      case ']': {
        const opener = brackets.pop();
        pos++;
        match = opener && sticky(/\([ \t\n]*(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|\([^\s()]{0,500}\)){0,2000}))(?:[ \t\n]+(?:"[^"]{0,500}"|'[^']{0,500}'))?[ \t\n]*\)/y);
        const address = match && (match[1] !== undefined ? match[1] : match[2]).replace(/\\([!-/:-@[-`{-~])/g, '$1');
        if (!match || !SAFE.test(address)) { put(']'); continue; }
        const anchor = link(address);
        for (let node = opener.node.nextSibling; node;) {
          const next = node.nextSibling;
          anchor.append(node);
          node = next;
        }
        append(anchor);
        pair(opener.bottom);
        // Pictures are not loaded: they are links to where they are.
        if (opener.image) opener.node.data = ''; else opener.node.remove();
        if (!anchor.firstChild) anchor.textContent = address;
        if (!opener.image) brackets.length = 0;
        pos += match[0].length;
        continue;
      }
      case '<':
        match = sticky(/<br\s{0,9}\/?>/iy);
        if (match) { put('\n'); pos += match[0].length; continue; }
        match = sticky(/<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/iy);
        if (match && SAFE.test(match[1])) {
          const anchor = append(link(match[1]));
          anchor.textContent = match[1];
          pos += match[0].length;
          continue;
        }
        break;
      case '&':
        match = sticky(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,6})|#x([0-9a-f]{1,5}));/iy);
        if (match) {
          const point = match[2] ? parseInt(match[2], 10) : parseInt(match[3], 16);
          put(match[1] ? ENTITIES[match[1].toLowerCase()] : String.fromCodePoint(point || 0xfffd));
          pos += match[0].length;
          continue;
        }
        break;
      case 'h':
        if (/\w/.test(text[pos - 1] || ' ')) break;
        match = sticky(/https?:\/\/[^\s<>"'`\\|{}^]{1,2000}/y);
        if (match && !brackets.length) {
          let address = match[0].replace(/[?!.,:;*_~]{1,50}$/, '');
          while (address.endsWith(')') && !address.includes('(')) address = address.slice(0, -1);
          if (!SAFE.test(address) || address.length < 9) break;
          append(link(address)).textContent = address;
          pos += address.length;
          continue;
        }
        break;
      case '\n':
        if (plain) plain.data = plain.data.replace(/ +$/, '');
        put('\n');
        pos = sticky(/\n[ \t]*/y) ? pos + sticky(/\n[ \t]*/y)[0].length : pos + 1;
        continue;
    }
    match = sticky(/[^\\`$*_~![\]<&h\n]+/y);
    put(match ? match[0] : character);
    pos += match ? match[0].length : 1;
  }
  pair(null);
  root.normalize();
  return root;
}

// Makes an element's children, from one on, those of another; text that only grew is appended to, so that selections stay.
function morph(parent, from, fragment) {
  let old = from;
  for (let node = fragment.firstChild; node;) {
    const next = node.nextSibling;
    if (!old) parent.append(node);
    else if (old.nodeType === 3 && node.nodeType === 3) {
      if (old.data !== node.data) {
        if (node.data.startsWith(old.data)) old.appendData(node.data.slice(old.data.length));
        else old.data = node.data;
      }
      old = old.nextSibling;
    } else if (old.nodeType === 1 && node.nodeType === 1 && old.tagName === node.tagName && old.className === node.className) {
      for (const { name, value } of [...node.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      if (old.tagName !== 'svg') morph(old, old.firstChild, node);
      old = old.nextSibling;
    } else {
      const gone = old;
      old = old.nextSibling;
      gone.replaceWith(node);
    }
    node = next;
  }
  while (old) {
    const next = old.nextSibling;
    old.remove();
    old = next;
  }
}

// Markdown that grows: all blocks but the last are final, so that only the last is read and compared again.
class Prose {
  constructor() {
    this.root = el('div', { class: 'prose' });
    this.offset = 0;
    this.final = 0;
  }

  clear() {
    this.root.replaceChildren();
    this.offset = this.final = 0;
  }

  show(source, open) {
    const text = source.replace(/\r\n?/g, '\n');
    const rest = text.slice(this.offset);
    const fragment = document.createDocumentFragment();
    try {
      const lines = rest.split('\n');
      const blocks = parseBlocks(lines);
      for (const block of blocks) fragment.append(renderBlock(block, open));
      morph(this.root, this.root.childNodes[this.final] || null, fragment);
      if (blocks.length > 1) {
        this.final += blocks.length - 1;
        for (let n = 0; n < blocks[blocks.length - 1].start; n++) this.offset += lines[n].length + 1;
      }
    } catch (error) {
      console.warn(error);
      this.clear();
      this.root.append(el('p', { text }));
    }
  }
}

// ---------------------------------------------------------------- Tools

const calculatorNames = {
  pi: Math.PI, e: Math.E, sqrt: Math.sqrt, cbrt: Math.cbrt, abs: Math.abs, exp: Math.exp, ln: Math.log, log: Math.log10, log2: Math.log2,
  log10: Math.log10, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan,
  floor: Math.floor, ceil: Math.ceil, round: Math.round, min: Math.min, max: Math.max,
};

// The value of an arithmetic expression, by recursive descent.
function calculate(expression) {
  if (expression.length > 500) throw new Error('the expression is too long');
  const tokens = expression.replace(/×/g, '*').replace(/÷/g, '/').replace(/[−–]/g, '-')
    .match(/\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|\*\*|[A-Za-z_]\w*|\S/g) || [];
  let at = 0;
  const take = token => tokens[at] === token && (at++, true);
  const expect = token => { if (!take(token)) throw new Error(`expected ${token} before ${tokens[at] || 'the end'}`); };
  const sum = () => {
    let value = product();
    for (;;) {
      if (take('+')) value += product(); else if (take('-')) value -= product(); else return value;
    }
  };
  const product = () => {
    let value = unary();
    for (;;) {
      if (take('*')) value *= unary(); else if (take('/')) value /= unary(); else if (take('%')) value %= unary(); else return value;
    }
  };
  const unary = () => take('-') ? -unary() : take('+') ? unary() : power();
  const power = () => {
    const base = atom();
    return take('^') || take('**') ? base ** unary() : base;
  };
  const atom = () => {
    const token = tokens[at++];
    if (token === undefined) throw new Error('the expression ends too early');
    if (/^[\d.]/.test(token) && token !== '.') return Number(token);
    if (token === '(') { const value = sum(); expect(')'); return value; }
    const known = Object.hasOwn(calculatorNames, token.toLowerCase()) ? calculatorNames[token.toLowerCase()] : undefined;
    if (typeof known === 'number') return known;
    if (!known) throw new Error(`unknown: ${token}`);
    expect('(');
    const values = [sum()];
    while (take(',')) values.push(sum());
    expect(')');
    return known(...values);
  };
  const value = sum();
  if (at < tokens.length) throw new Error(`unexpected ${tokens[at]}`);
  return value;
}

const TOOLS = {
  current_time: {
    setting: 'clock', title: 'Clock', icon: 'clock',
    definition: {
      name: 'current_time', description: 'The current date and time, in the user\'s time zone unless another is named.',
      parameters: {
        type: 'object', properties: { time_zone: { type: 'string', description: 'An IANA time zone, such as Europe/Berlin' } },
      },
    },
    run(values) {
      const now = new Date();
      const zone = values.time_zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
      const local = now.toLocaleString('en-GB', { timeZone: zone, dateStyle: 'full', timeStyle: 'long' });
      return { time_zone: zone, local, utc: now.toISOString() };
    },
  },
  calculator: {
    setting: 'calculator', title: 'Calculator', icon: 'plus',
    definition: {
      name: 'calculator', description: 'The value of an arithmetic expression with + - * / % ^ and functions such as sqrt.',
      parameters: {
        type: 'object', properties: { expression: { type: 'string', description: 'For example (2 + 3) * sqrt(16)' } },
        required: ['expression'],
      },
    },
    run(values) { return { result: calculate(String(values.expression ?? '')) }; },
  },
};

function ownTools() {
  if (!settings.ownTools.trim()) return [];
  const list = JSON.parse(settings.ownTools);
  if (!Array.isArray(list)) throw new Error('an array is expected');
  return list.map(item => {
    const tool = item && item.function || item;
    if (!tool || typeof tool.name !== 'string' || !/^[\w.:-]{1,64}$/.test(tool.name)) throw new Error('each function needs a name');
    return tool;
  });
}

function activeTools() {
  const list = Object.values(TOOLS).filter(tool => settings[tool.setting]).map(tool => tool.definition);
  try { list.push(...ownTools()); } catch { /* The box says what is wrong. */ }
  return list.map(tool => ({ type: 'function', function: tool }));
}

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

// The first fault of a JSON Schema, or null. The server knows better; this saves a round trip for slips.
function schemaFault(schema, root = schema, path = '', depth = 0) {
  if (typeof schema === 'boolean') return null;
  const where = path || 'the schema';
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return `${where} is no object`;
  if (depth > 60) return `${where} is too deep`;
  for (const type of [].concat(schema.type ?? [])) if (!TYPES.has(type)) return `${where} has the unknown type “${type}”`;
  if (schema.required !== undefined && !Array.isArray(schema.required)) return `“required” of ${where} is no array`;
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.length)) return `“enum” of ${where} has no values`;
  if (typeof schema.pattern === 'string') {
    try { new RegExp(schema.pattern, 'u'); } catch { return `“pattern” of ${where} is no regular expression`; }
  }
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith('#/')) {
    let target = root;
    for (const part of schema.$ref.slice(2).split('/')) {
      const name = part.replace(/~1/g, '/').replace(/~0/g, '~');
      target = target !== null && typeof target === 'object' && Object.hasOwn(target, name) ? target[name] : undefined;
    }
    if (target === undefined) return `“$ref” of ${where} leads nowhere: ${schema.$ref}`;
  }
  const children = [];
  for (const key of ['properties', '$defs', 'definitions', 'patternProperties']) {
    if (schema[key] === undefined) continue;
    if (schema[key] === null || typeof schema[key] !== 'object' || Array.isArray(schema[key])) return `“${key}” of ${where} is no object`;
    for (const [name, child] of Object.entries(schema[key])) children.push([name, child]);
  }
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    if (schema[key] === undefined) continue;
    if (!Array.isArray(schema[key])) return `“${key}” of ${where} is no array`;
    schema[key].forEach((child, n) => children.push([`${key}[${n}]`, child]));
  }
  for (const key of ['items', 'additionalProperties', 'not']) {
    if (schema[key] !== undefined && !Array.isArray(schema[key])) children.push([key, schema[key]]);
  }
  for (const [name, child] of children) {
    const fault = schemaFault(child, root, path ? `${path}.${name}` : name, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function readSchema() {
  if (!settings.schema.trim()) return { fault: '' };
  try {
    const schema = JSON.parse(settings.schema);
    const fault = schemaFault(schema);
    return fault ? { fault } : { schema };
  } catch (error) {
    return { fault: error.message };
  }
}

const SCHEMAS = {
  Person: {
    type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 }, city: { type: 'string' } },
    required: ['name', 'age', 'city'], additionalProperties: false,
  },
  'List of tasks': {
    type: 'object', properties: {
      tasks: {
        type: 'array', maxItems: 8, items: {
          type: 'object', properties: {
            title: { type: 'string' }, priority: { enum: ['low', 'medium', 'high'] }, minutes: { type: 'integer', minimum: 1 },
          }, required: ['title', 'priority', 'minutes'], additionalProperties: false,
        },
      },
    }, required: ['tasks'], additionalProperties: false,
  },
  'Sentiment of a text': {
    type: 'object', properties: {
      sentiment: { enum: ['positive', 'neutral', 'negative'] }, confidence: { type: 'number', minimum: 0, maximum: 1 },
      words: { type: 'array', items: { type: 'string' }, maxItems: 5 },
    }, required: ['sentiment', 'confidence', 'words'], additionalProperties: false,
  },
};

// ---------------------------------------------------------------- The server

class ServerError extends Error {
  constructor(status, message, retryAfter) {
    super(message);
    Object.assign(this, { status, retryAfter });
  }
}

// Addresses are relative, so that the page works behind a proxy that serves it under a path.
async function api(path, { body, signal } = {}) {
  for (;;) {
    const headers = {};
    if (apiKey()) headers.Authorization = `Bearer ${apiKey()}`;
    if (body) headers['Content-Type'] = 'application/json';
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body), signal, cache: 'no-store', credentials: 'same-origin',
    });
    if (response.ok) return response;
    let message = `The server answered with status ${response.status}.`;
    try {
      const data = await response.json();
      message = data.error && data.error.message || (typeof data.error === 'string' && data.error) || message;
    } catch { /* No JSON: the status says it. */ }
    if (response.status === 401) {
      const key = await askKey(apiKey() ? 'The server refused this key.' : 'This server wants an API key.');
      if (key) { setKey(key); continue; }
    }
    throw new ServerError(response.status, message, Number(response.headers.get('Retry-After')) || 0);
  }
}

let keyQuestion = null;
function askKey(text) {
  // Several requests that are refused at once share one question.
  keyQuestion ||= ask({ title: 'API key', text, label: 'Continue', type: 'password' }).finally(() => { keyQuestion = null; });
  return keyQuestion;
}

// The data of server-sent events.
async function* serverEvents(stream) {
  const reader = stream.getReader(), decoder = new TextDecoder();
  let rest = '', data = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      // A carriage return at the end may be the first half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = done ? '' : lines.pop();
      for (const line of lines) {
        if (line === '') {
          if (data.length) yield data.join('\n');
          data = [];
        } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      }
      if (done) {
        if (data.length) yield data.join('\n');
        return;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const models = { list: [], props: new Map(), reachable: null };

const readsPictures = model => Boolean(model && model.architecture && [].concat(model.architecture.input_modalities).includes('image'));

const currentModel = () => models.list.find(model => model.id === settings.model) || models.list[0];

let modelTimer = 0;
async function loadModels() {
  clearTimeout(modelTimer);
  try {
    const data = await (await api('v1/models')).json();
    models.list = (Array.isArray(data.data) ? data.data : []).filter(model => model && typeof model.id === 'string');
    models.reachable = true;
    banner(null);
  } catch (error) {
    models.reachable = false;
    const loading = error.status === 503;
    banner(error.status ? (loading ? 'The model is loading…' : error.message)
      : 'The server cannot be reached. Conversations can be read.', loadModels);
    if (error.status !== 401) modelTimer = setTimeout(loadModels, loading ? 1000 : 5000);
  }
  showModel();
}

// The size of the context and the sampling defaults, asked for once a model, when something shows them.
async function loadProps() {
  const model = currentModel();
  const name = model ? model.id : '';
  if (models.props.has(name)) return models.props.get(name);
  let props = {};
  try { props = await (await api('props' + (models.list.length > 1 ? `?model=${encodeURIComponent(name)}` : ''))).json(); } catch (error) {
    if (!error.status) return {};
  }
  models.props.set(name, props);
  return props;
}

function contextLength() {
  const model = currentModel() || {}, props = models.props.get(model.id || '') || {};
  return Number(model.meta && model.meta.n_ctx || model.context_length || model.max_model_len
    || props.default_generation_settings && props.default_generation_settings.n_ctx) || 0;
}

const SAMPLERS = [
  ['temperature', 'Temperature', 0, 2, .05, .8], ['top_p', 'Top-p', 0, 1, .01, .95], ['top_k', 'Top-k', 0, 200, 1, 40],
  ['min_p', 'Min-p', 0, 1, .01, .05], ['repeat_penalty', 'Repeat penalty', .5, 2, .01, 1],
  ['presence_penalty', 'Presence penalty', -2, 2, .05, 0], ['frequency_penalty', 'Frequency penalty', -2, 2, .05, 0],
  ['max_tokens', 'Most tokens'], ['seed', 'Seed'],
];

function requestBody(path, continued) {
  const messages = [];
  if (settings.system.trim()) messages.push({ role: 'system', content: settings.system });
  for (const message of path) {
    if (message.role === 'user') {
      const files = message.files || [], shown = readsPictures(currentModel());
      const texts = files.map(file => file.image ? (shown ? '' : `(The picture ${file.name}, which you cannot see.)\n\n`)
        : `File ${file.name}:\n\`\`\`\n${file.text.replace(/\n$/, '')}\n\`\`\`\n\n`);
      const text = texts.join('') + message.content, pictures = shown ? files.filter(file => file.image) : [];
      messages.push({
        role: 'user', content: !pictures.length ? text : [
          ...pictures.map(file => ({ type: 'image_url', image_url: { url: file.image } })), ...(text ? [{ type: 'text', text }] : []),
        ],
      });
      continue;
    }
    const calls = message.calls || [];
    if (!message.content && !calls.length && message !== continued) continue;
    messages.push({
      role: 'assistant', content: message.content, ...(message.reasoning ? { reasoning_content: message.reasoning } : {}),
      ...(calls.length ? {
        tool_calls: calls.map(call => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } })),
      } : {}),
    });
    for (const call of calls) {
      if (call.result !== undefined) messages.push({ role: 'tool', tool_call_id: call.id, content: call.result });
    }
  }
  const body = { messages, stream: true, stream_options: { include_usage: true }, return_progress: true };
  const model = currentModel();
  if (model) body.model = model.id;
  for (const [name, value] of Object.entries(settings.sampling)) if (value !== '' && value !== null) body[name] = value;
  const tools = activeTools();
  if (tools.length) body.tools = tools;
  const { schema } = settings.schemaOn ? readSchema() : {};
  if (schema !== undefined) body.response_format = { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } };
  return body;
}

// ---------------------------------------------------------------- Answers

const state = { list: [], tree: null, views: new Map(), stick: true, search: null };
const runs = new Map();
const lastRequests = new Map();
const ROUNDS = 10;

// Writes an answer into a message, from nothing or after what it has; then answers its calls, if page tools can.
async function answer(tree, message, { resume = false } = {}) {
  const conversation = tree.conversation;
  if (runs.has(conversation.id)) return;
  const run = {
    tree, message, controller: new AbortController(), start: performance.now(), first: 0, pieces: 0, progress: null,
    thinking: 0, spoken: message.content.length, dirty: false,
  };
  runs.set(conversation.id, run);
  if (!resume) Object.assign(message, { content: '', reasoning: undefined, reasoningTime: undefined, calls: undefined, stats: undefined });
  Object.assign(message, { partial: true, error: undefined, finish: undefined });
  const path = tree.pathTo(message.id);
  const body = requestBody(resume ? path : path.slice(0, -1), resume ? message : null);
  if (!resume) message.schema = body.response_format ? 'json' : undefined;
  message.model = body.model;
  lastRequests.set(message.id, body);
  conversation.updated = Date.now();
  touchList(conversation);
  if (state.tree === tree) showMessages();
  showSend();
  await store.put([conversation], [message]);
  const saver = setInterval(() => {
    if (!tree.isDeleted) store.put([], [message]);
    announce(run);
    paint(run);
  }, 1000);
  let usage = null, timings = null, finish = null, failure = null;
  try {
    const response = await api('v1/chat/completions', { body, signal: run.controller.signal });
    for await (const text of serverEvents(response.body)) {
      if (text === '[DONE]') { finish ||= 'stop'; break; }
      const data = JSON.parse(text);
      if (data.error) throw new ServerError(200, data.error.message || String(data.error));
      if (data.usage) usage = data.usage;
      if (data.timings) timings = data.timings;
      if (data.model) message.model = data.model;
      if (data.prompt_progress) { run.progress = data.prompt_progress; paint(run); }
      const choice = data.choices && data.choices[0];
      if (!choice) continue;
      if (choice.delta) receive(run, choice.delta);
      if (choice.finish_reason) finish = choice.finish_reason;
    }
    if (!finish) throw new Error('The connection ended before the answer did.');
  } catch (error) {
    if (run.controller.signal.aborted) finish = 'stopped';
    else failure = describe(error);
  }
  clearInterval(saver);
  if (tree.isDeleted) return void runs.delete(conversation.id);
  message.finish = finish || undefined;
  message.partial = undefined;
  message.error = failure || undefined;
  // Calls that were cut off cannot be answered.
  if (message.calls && (failure || finish === 'stopped' || finish === 'length')) message.calls = undefined;
  if (run.thinking) message.reasoningTime = (message.reasoningTime || 0) + performance.now() - run.thinking;
  run.thinking = 0;
  message.stats = statistics(run, usage, timings);
  conversation.updated = Date.now();
  // The answer is shown as complete when it is kept.
  await store.put([conversation], [message]);
  runs.delete(conversation.id);
  announce(run, true);
  touchList(conversation);
  refresh(message);
  showSend();
  showContext();
  if (failure) loadModels();
  if (message.calls && message.calls.length) await useTools(tree, message);
}

function receive(run, delta) {
  const { message } = run;
  const thought = delta.reasoning_content || delta.reasoning;
  if (!thought && !delta.content && !delta.tool_calls) return;
  const now = performance.now();
  run.first ||= now;
  run.last = now;
  run.pieces++;
  run.progress = null;
  if (typeof thought === 'string' && thought) {
    run.thinking ||= now;
    message.reasoning = (message.reasoning || '') + thought;
  }
  if (run.thinking && (delta.content || delta.tool_calls)) {
    message.reasoningTime = (message.reasoningTime || 0) + now - run.thinking;
    run.thinking = 0;
  }
  if (typeof delta.content === 'string') message.content += delta.content;
  for (const part of delta.tool_calls || []) {
    message.calls ||= [];
    const index = part.index ?? message.calls.length;
    const call = message.calls[index] ||= { id: part.id || newID(), name: '', arguments: '' };
    if (part.function && part.function.name) call.name = part.function.name;
    if (part.function && part.function.arguments) call.arguments += part.function.arguments;
  }
  paint(run);
}

// Shows what came, at most once a frame; in a hidden tab the saver does it each second.
function paint(run) {
  if (run.dirty) return;
  run.dirty = true;
  const show = () => {
    if (!run.dirty) return;
    run.dirty = false;
    refresh(run.message);
  };
  document.hidden ? show() : requestAnimationFrame(show);
}

function describe(error) {
  if (error instanceof ServerError) {
    if (error.status === 200) return `The answer broke off: ${error.message}`;
    if (error.status === 429 || error.status === 503) {
      return `The server is busy${error.retryAfter ? `; it asks to wait ${plural(error.retryAfter, 'second')}` : ''}. ${error.message}`;
    }
    return error.message;
  }
  if (error instanceof TypeError) return 'The connection to the server was lost.';
  return error.message || String(error);
}

function statistics(run, usage, timings) {
  const stats = {}, set = (name, value) => { if (Number.isFinite(value)) stats[name] = value; };
  const details = usage && usage.prompt_tokens_details || {};
  const tokens = usage ? usage.completion_tokens : timings ? timings.predicted_n : run.pieces;
  set('tokens', tokens);
  set('prompt', usage ? usage.prompt_tokens : timings ? timings.prompt_n + timings.cache_n : NaN);
  set('cached', details.cached_tokens ?? (timings ? timings.cache_n : NaN));
  if (run.first) set('first', Math.round(run.first - run.start));
  const measured = run.last > run.first + 300 ? (tokens - 1) * 1000 / (run.last - run.first) : NaN;
  set('rate', timings && timings.predicted_per_second || measured);
  return stats;
}

async function useTools(tree, message) {
  for (const call of message.calls) {
    const tool = Object.hasOwn(TOOLS, call.name) && TOOLS[call.name];
    if (!tool || !settings[tool.setting] || call.result !== undefined) continue;
    try {
      call.result = JSON.stringify(tool.run(JSON.parse(call.arguments || '{}') || {}));
    } catch (error) {
      call.result = JSON.stringify({ error: error.message });
    }
  }
  await store.put([], [message]);
  refresh(message);
  await proceed(tree, message);
}

// Goes on when all calls of a message have results.
async function proceed(tree, message) {
  if (!message.calls.every(call => call.result !== undefined)) return;
  let rounds = 0;
  for (const step of tree.pathTo(message.id)) rounds = step.role === 'user' ? 0 : rounds + 1;
  if (rounds >= ROUNDS) {
    message.error = `The model called tools ${ROUNDS} times in a row. It was stopped here.`;
    await store.put([], [message]);
    return refresh(message);
  }
  await answer(tree, newMessage(tree, message, { role: 'assistant' }));
}

// Ends an answer whose conversation is deleted, so that it is not kept after all.
function drop(run) {
  run.tree.isDeleted = true;
  run.controller.abort();
}

function stop() {
  const run = state.tree && runs.get(state.tree.conversation.id);
  if (run) run.controller.abort();
  return Boolean(run);
}

// Whole sentences of an answer, for screen readers.
function announce(run, all = false) {
  if (state.tree !== run.tree) return;
  const text = run.message.content;
  let end = text.length;
  if (!all) {
    const ends = [...text.slice(run.spoken).matchAll(/[.!?:]\s|\n/g)];
    if (!ends.length) return;
    end = run.spoken + ends[ends.length - 1].index + 1;
  }
  const part = text.slice(run.spoken, end).trim();
  run.spoken = end;
  if (part) $('live').append(el('p', { text: part }));
  if (all && run.message.error) $('live').append(el('p', { text: run.message.error }));
  while ($('live').childNodes.length > 20) $('live').firstChild.remove();
}

// ---------------------------------------------------------------- Messages
// Each message has a view, whose element is filled when it comes near the visible part, or when the page is idle.

class View {
  constructor(message, tree) {
    this.message = message;
    this.tree = tree;
    this.filled = false;
    const guess = Math.round(60 + Math.min(4000, message.content.length / 80 * 27));
    this.node = el('article', {
      class: `message ${message.role}`, 'data-id': message.id, style: `contain-intrinsic-size: auto ${guess}px`,
      'aria-label': message.role === 'user' ? 'You' : 'Answer',
    });
  }

  get run() {
    const run = runs.get(this.tree.conversation.id);
    return run && run.message === this.message ? run : null;
  }

  // True for calls with the answer to them below, which have no actions of their own.
  get isBetween() { return Boolean(this.message.calls) && this.tree.children.has(this.message.id); }

  fill() {
    if (this.filled) return;
    this.filled = true;
    this.parts = {};
    this.message.role === 'user' ? this.fillUser() : this.fillAnswer();
  }

  fillUser() {
    const { message } = this;
    const files = (message.files || []).map(file => file.image
      ? el('img', { class: 'picture', src: file.image, alt: file.name, title: file.name, decoding: 'async' })
      : el('details', { class: 'file' },
        el('summary', {}, icon('file'), el('span', { text: file.name }), el('small', { text: fileSize(file) })),
        el('pre', { text: file.text })));
    const bubble = el('div', { class: 'bubble', text: message.content });
    let more = null;
    if (message.content.length > 1800 || message.content.split('\n').length > 20) {
      bubble.classList.add('folded');
      more = el('button', {
        class: 'more', text: 'Show all', 'aria-expanded': 'false', onclick: () => {
          const folded = bubble.classList.toggle('folded');
          more.textContent = folded ? 'Show all' : 'Show less';
          more.setAttribute('aria-expanded', String(!folded));
        },
      });
    }
    this.foot = el('div', { class: 'foot' });
    this.node.replaceChildren(...[
      files.length ? el('div', { class: 'files' }, ...files) : null, message.content ? bubble : null, more, this.foot,
    ].filter(Boolean));
    this.foot.append(this.branches(), ...this.actions());
  }

  fillAnswer() {
    this.prose = new Prose();
    this.waiting = el('div', { class: 'waiting', hidden: true });
    this.calls = el('div', {});
    this.failure = el('div', { class: 'failure', hidden: true });
    this.foot = el('div', { class: 'foot' });
    this.node.replaceChildren(this.prose.root, this.waiting, this.calls, this.failure, this.foot);
    this.refresh();
  }

  // Shows the message as it is now; called for each frame of a stream.
  refresh() {
    if (!this.filled) return this.fill();
    if (this.message.role === 'user') return;
    const { message, run } = this;
    this.node.setAttribute('aria-busy', String(Boolean(run)));
    this.showThought();
    this.showText();
    this.showWaiting();
    this.showCalls();
    if (run) {
      this.foot.replaceChildren();
      return;
    }
    this.failure.hidden = !message.error && !message.partial;
    if (!this.failure.hidden) {
      this.failure.replaceChildren(
        el('span', { text: message.error || 'The page was closed before this answer was complete.' }),
        el('button', { class: 'plain', onclick: () => answer(this.tree, message) }, icon('again'), 'Try again'));
    }
    const stats = this.isBetween ? '' : el('span', { class: 'stats', text: this.statsText() });
    this.foot.replaceChildren(this.branches(), ...this.actions(), stats);
    this.foot.hidden = this.isBetween && this.tree.siblings(message).length < 2;
  }

  showText() {
    const { message, run } = this;
    let text = message.content;
    if (message.schema && /^\s*[[{"\dtfn-]/.test(text)) {
      let value = text, isValue = Boolean(run) || message.finish === 'length';
      try { [value, isValue] = [JSON.stringify(JSON.parse(text), null, 2), true]; } catch { /* Cut, or no JSON. */ }
      if (isValue) text = '```json\n' + (run ? text : value + '\n```');
    }
    const shown = text + (run ? '' : '\u0000');
    if (this.shown === shown) return;
    // Text that is not the old with more after it, such as JSON that is indented at last, is shown anew.
    if (this.text && !text.startsWith(this.text)) this.prose.clear();
    this.prose.show(text, Boolean(run));
    [this.shown, this.text] = [shown, text];
  }

  showThought() {
    const { message, run } = this;
    if (!message.reasoning) {
      if (this.thought) this.thought.remove();
      this.thought = null;
      return;
    }
    if (!this.thought) {
      this.thoughtLabel = el('span');
      this.thoughtText = document.createTextNode('');
      this.thought = el('details', { class: 'thought' }, el('summary', {}, icon('thought'), this.thoughtLabel, icon('down')),
        el('div', {}, this.thoughtText));
      this.prose.root.before(this.thought);
    }
    const live = run && run.thinking;
    const time = (message.reasoningTime || 0) + (live ? performance.now() - run.thinking : 0);
    const seconds = time < 9950 ? (live ? Math.floor(time / 1000) : (time / 1000).toFixed(1)) : Math.round(time / 1000);
    this.thought.classList.toggle('live', Boolean(live));
    this.thoughtLabel.textContent = live ? `Thinking… ${seconds} s` : time ? `Thought for ${seconds} s` : 'Thoughts';
    const text = message.reasoning.trimStart(), old = this.thoughtText.data;
    if (text.startsWith(old)) { if (text.length > old.length) this.thoughtText.appendData(text.slice(old.length)); }
    else this.thoughtText.data = text;
  }

  showWaiting() {
    const { message, run } = this;
    const waits = run && !message.content && !(message.reasoning && run.thinking) && !message.calls;
    this.waiting.hidden = !waits;
    if (!waits) return;
    const progress = run.progress, total = progress && progress.total - progress.cache;
    if (progress && total > 0) {
      const part = Math.min(1, Math.max(0, (progress.processed - progress.cache) / total));
      const percent = Math.round(part * 100);
      this.waiting.replaceChildren(
        el('div', { class: 'bar', role: 'progressbar', 'aria-label': 'Reading the prompt', 'aria-valuenow': percent },
          el('i', { style: `width:${percent}%` })), `Reading ${plural(total, 'token')}… ${percent} %`);
    } else if (!this.waiting.querySelector('.dots')) {
      this.waiting.replaceChildren(el('span', { class: 'dots', 'aria-label': 'Waiting' }, el('i'), el('i'), el('i')));
    }
  }

  showCalls() {
    const { message, run } = this;
    const calls = message.calls || [];
    const key = JSON.stringify([calls, Boolean(run)]);
    if (key === this.callsKey) return;
    this.callsKey = key;
    this.calls.replaceChildren(...calls.map(call => this.card(call, Boolean(run))));
  }

  card(call, live) {
    const tool = Object.hasOwn(TOOLS, call.name) ? TOOLS[call.name] : null;
    const done = call.result !== undefined;
    const brief = done ? briefly(call.result) : live ? 'writing…' : 'waits for a result';
    const inside = el('div', { class: 'inside' }, el('h4', { text: 'Arguments' }), el('pre', { text: pretty(call.arguments) }));
    if (done) inside.append(el('h4', { text: 'Result' }), el('pre', { text: pretty(call.result) }));
    else if (!live) {
      const box = el('textarea', { 'aria-label': `Result of ${call.name}`, placeholder: 'Paste the result', rows: '3' });
      const use = () => {
        call.result = box.value;
        store.put([], [this.message]);
        this.refresh();
        proceed(this.tree, this.message);
      };
      inside.append(box, el('div', { class: 'row end' }, el('button', { class: 'plain main', onclick: use }, 'Use this result')));
    }
    return el('details', { class: 'call', open: !done && !live }, el('summary', {}, icon(tool ? tool.icon : 'tool'),
      el('b', { text: call.name || '…' }), el('span', { class: 'brief', text: brief }), done ? icon('check') : null, icon('down')), inside);
  }

  branches() {
    const siblings = this.tree.siblings(this.message), at = siblings.indexOf(this.message.id);
    if (siblings.length < 2) return '';
    const step = by => {
      this.tree.choose(this.tree.messages.get(siblings[at + by]));
      store.put([this.tree.conversation]);
      showMessages(this.node);
    };
    const left = iconButton('left', 'Previous version', () => step(-1)), right = iconButton('right', 'Next version', () => step(1));
    left.disabled = at === 0;
    right.disabled = at === siblings.length - 1;
    return el('span', { class: 'branch' }, left, el('span', { text: `${at + 1}/${siblings.length}` }), right);
  }

  actions() {
    const { message, tree } = this;
    const copy = iconButton('copy', 'Copy', async () => {
      await copyText(message.content);
      setIcon(copy, 'check', 'Copied');
      setTimeout(() => setIcon(copy, 'copy', 'Copy'), 1500);
    });
    const edit = iconButton('edit', 'Edit', () => this.edit());
    if (message.role === 'user') return [copy, edit];
    if (this.isBetween) return [];
    const cut = (message.finish === 'length' || message.finish === 'stopped' || message.partial || message.error) && message.content;
    const isLast = !tree.children.has(message.id);
    return [
      cut && isLast ? el('button', { class: 'plain', onclick: () => answer(tree, message, { resume: true }) }, icon('go'), 'Continue') : null,
      copy, edit, iconButton('again', 'Regenerate', () => regenerate(tree, message)),
      iconButton('code', 'Raw data', () => showRaw(message)),
    ].filter(Boolean);
  }

  statsText() {
    const { stats, finish, model } = this.message, parts = [];
    if (model && models.list.length > 1) parts.push(model);
    if (stats && stats.tokens) parts.push(plural(stats.tokens, 'token'));
    if (stats && stats.rate) parts.push(`${stats.rate < 10 ? stats.rate.toFixed(1) : Math.round(stats.rate)} tokens/s`);
    if (stats && stats.first !== undefined) parts.push(`first token ${(stats.first / 1000).toFixed(stats.first < 1000 ? 2 : 1)} s`);
    if (stats && stats.cached) parts.push(`${stats.cached.toLocaleString('en')} cached`);
    if (finish === 'length') parts.push('cut at the limit');
    if (finish === 'stopped') parts.push('stopped');
    return parts.join(' · ');
  }

  edit() {
    const { message, tree } = this;
    if (runs.has(tree.conversation.id)) return;
    const box = el('textarea', { 'aria-label': 'Edit message' });
    box.value = message.content;
    const close = () => { this.filled = false; this.shown = this.text = this.callsKey = this.thought = undefined; this.fill(); };
    const save = () => {
      const fields = { role: message.role, content: box.value };
      if (message.files) fields.files = message.files;
      if (message.role === 'assistant') Object.assign(fields, { model: message.model, finish: 'stop', schema: message.schema });
      const next = newMessage(tree, tree.messages.get(message.parent), fields);
      store.put([tree.conversation], [next]);
      if (message.role === 'user') reply(tree, next);
      else showMessages();
    };
    box.addEventListener('keydown', event => {
      if (event.key === 'Escape') { event.stopPropagation(); close(); }
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing && message.role === 'user') { event.preventDefault(); save(); }
    });
    this.node.replaceChildren(el('div', { class: 'editor' }, box, el('div', { class: 'row end' },
      el('button', { class: 'plain', text: 'Cancel', onclick: close }),
      el('button', { class: 'plain main', text: message.role === 'user' ? 'Send' : 'Save', onclick: save }))));
    box.focus();
  }
}

const pretty = text => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text || '(none)'; } };
function briefly(text) {
  try {
    const value = JSON.parse(text);
    const first = value && typeof value === 'object' ? value.error || value.result || value.local || text : value;
    return String(first).slice(0, 120);
  } catch { return text.slice(0, 120); }
}

function reply(tree, parent) {
  const done = answer(tree, newMessage(tree, parent, { role: 'assistant' }));
  toEnd();
  return done;
}

function regenerate(tree, message) {
  if (runs.has(tree.conversation.id)) return;
  return answer(tree, newMessage(tree, tree.messages.get(message.parent), { role: 'assistant' }));
}

const nearby = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const view = entry.isIntersecting && state.views.get(entry.target.dataset.id);
    if (view) view.fill();
  }
}, { root: $('scroller'), rootMargin: '1500px 0px' });

// Lays out the path of the conversation, with the views that exist already; an anchor keeps its place.
function showMessages(anchor) {
  const tree = state.tree, path = tree ? tree.path() : [];
  $('hello').hidden = path.length > 0;
  $('scroller').hidden = path.length === 0;
  const top = anchor && anchor.getBoundingClientRect().top;
  const views = new Map();
  for (const message of path) {
    let view = state.views.get(message.id);
    if (!view || view.tree !== tree) {
      view = new View(message, tree);
      nearby.observe(view.node);
    } else if (view.filled && !view.node.querySelector('.editor')) {
      if (message.role === 'user') view.foot.replaceChildren(view.branches(), ...view.actions()); else view.refresh();
    } else view.filled = false;
    views.set(message.id, view);
  }
  for (const [id, view] of state.views) if (views.get(id) !== view) nearby.unobserve(view.node);
  state.views = views;
  const nodes = [...views.values()].map(view => view.node), log = $('log');
  // Nodes that stay are not moved, which would lose the focus and the selection.
  nodes.forEach((node, n) => { if (log.childNodes[n] !== node) log.insertBefore(node, log.childNodes[n] || null); });
  while (log.childNodes.length > nodes.length) log.lastChild.remove();
  for (const view of [...views.values()].slice(-6)) view.fill();
  if (anchor && anchor.isConnected) $('scroller').scrollTop += anchor.getBoundingClientRect().top - top;
  fillIdle();
  showContext();
}

// Fills the rest when there is nothing else to do, so that the browser's own search finds all text.
function fillIdle() {
  const views = state.views;
  const work = deadline => {
    if (views !== state.views) return;
    for (const view of views.values()) {
      if (view.filled) continue;
      if (deadline.timeRemaining() < 6) return void schedule();
      view.fill();
    }
  };
  const schedule = () => (window.requestIdleCallback || (action => setTimeout(() => action({ timeRemaining: () => 10 }), 50)))(work);
  schedule();
}

function refresh(message) {
  const view = state.views.get(message.id);
  if (view && !view.node.querySelector('.editor')) view.refresh();
}

// ---------------------------------------------------------------- Scrolling

const scroller = $('scroller');
let lastTop = 0;
const fromEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;

scroller.addEventListener('scroll', () => {
  if (fromEnd() < 30) state.stick = true;
  else if (scroller.scrollTop < lastTop - 1) state.stick = false;
  lastTop = scroller.scrollTop;
  $('down').hidden = fromEnd() < 200;
}, { passive: true });

function toEnd() {
  state.stick = true;
  scroller.scrollTop = scroller.scrollHeight;
}

// The position follows the text only while it is at the end.
new ResizeObserver(() => {
  if (state.stick) scroller.scrollTop = scroller.scrollHeight;
  $('down').hidden = fromEnd() < 200;
}).observe($('log'));
new ResizeObserver(() => { if (state.stick) scroller.scrollTop = scroller.scrollHeight; }).observe(scroller);

// ---------------------------------------------------------------- The list of conversations

async function loadList() {
  const live = new Map([...runs.values()].map(run => [run.tree.conversation.id, run.tree.conversation]));
  if (state.tree) live.set(state.tree.conversation.id, state.tree.conversation);
  const stored = await store.conversations();
  // What is open here stays the record that is saved; another tab may have given it another name.
  state.list = stored.map(item => {
    const own = live.get(item.id);
    return own ? Object.assign(own, { title: item.title }) : item;
  }).sort((a, b) => b.updated - a.updated);
  showList();
}

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('swiftlet-chat') : null;
if (channel) channel.onmessage = () => loadList();

// Another tab shows the list too.
const tellOthers = () => channel && channel.postMessage('changed');

function touchList(conversation) {
  state.list = [conversation, ...state.list.filter(item => item.id !== conversation.id)].sort((a, b) => b.updated - a.updated);
  showList();
  tellOthers();
}

function ageGroup(time) {
  const midnight = new Date().setHours(0, 0, 0, 0), day = 86400000;
  if (time >= midnight) return 'Today';
  if (time >= midnight - day) return 'Yesterday';
  if (time >= midnight - 6 * day) return 'Last 7 days';
  return new Date(time).toLocaleDateString('en', { month: 'long', year: 'numeric' });
}

function showList() {
  const list = $('list');
  if (list.querySelector('li input')) return;
  const focused = list.contains(document.activeElement) && document.activeElement.closest('li');
  const focusedID = focused && focused.dataset.id;
  const shown = state.search ? state.list.filter(item => state.search.has(item.id)) : state.list;
  const groups = new Map();
  for (const item of shown) {
    const name = ageGroup(item.updated);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  const nodes = [];
  for (const [name, items] of groups) nodes.push(el('h2', { text: name }), el('ul', { 'aria-label': name }, ...items.map(listItem)));
  if (!shown.length) nodes.push(el('div', { class: 'none', text: state.search ? 'Nothing found.' : 'Your conversations will be here.' }));
  list.replaceChildren(...nodes);
  if (focusedID) { const again = list.querySelector(`[data-id="${focusedID}"] a`); if (again) again.focus(); }
}

function listItem(conversation) {
  const current = state.tree && state.tree.conversation.id === conversation.id;
  const more = iconButton('more', `Options for ${conversation.title}`, event => openMenu(event.currentTarget, [
    { label: 'Rename', icon: 'edit', action: () => rename(conversation) },
    { label: 'Delete', icon: 'bin', danger: true, action: () => removeConversation(conversation) },
  ]));
  more.setAttribute('aria-haspopup', 'menu');
  const anchor = el('a', { href: `#c=${conversation.id}`, text: conversation.title, title: conversation.title, 'aria-current': current && 'page' });
  return el('li', {
    'data-id': conversation.id, class: [current && 'current', runs.has(conversation.id) && 'running'].filter(Boolean).join(' '),
  }, anchor, more);
}

function rename(conversation) {
  const item = $('list').querySelector(`[data-id="${conversation.id}"]`);
  if (!item) return;
  const input = el('input', { 'aria-label': 'Name of the conversation', maxlength: '200' });
  input.value = conversation.title;
  let over = false;
  const end = keep => {
    if (over) return;
    over = true;
    input.remove();
    if (keep && input.value.trim()) {
      conversation.title = input.value.trim();
      store.put([conversation]).then(tellOthers);
    }
    showList();
    showTitle();
  };
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter') end(true);
    if (event.key === 'Escape') { event.stopPropagation(); end(false); }
  });
  input.addEventListener('blur', () => end(true));
  item.replaceChildren(input);
  input.select();
  input.focus();
}

async function removeConversation(conversation) {
  const run = runs.get(conversation.id);
  if (run) drop(run);
  const messages = await store.remove(conversation.id);
  state.list = state.list.filter(item => item.id !== conversation.id);
  if (state.tree && state.tree.conversation.id === conversation.id) newChat();
  showList();
  tellOthers();
  toast(`“${conversation.title}” deleted`, 'Undo', async () => {
    await store.put([conversation], messages);
    touchList(conversation);
  });
}

let searchTimer = 0;
function search() {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(async () => {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) { state.search = null; return showList(); }
    const matches = text => words.every(word => text.includes(word));
    const found = state.search = new Set(state.list.filter(item => matches(item.title.toLowerCase())).map(item => item.id));
    showList();
    if (words.join('').length < 2) return;
    await store.each(message => {
      if (state.search !== found) return true;
      if (!found.has(message.conversation) && matches(message.content.toLowerCase())) found.add(message.conversation);
      return false;
    });
    if (state.search === found) showList();
  }, 120);
}

// ---------------------------------------------------------------- Moving between conversations

const drafts = new Map();
const draftKey = () => state.tree ? state.tree.conversation.id : '';

function keepDraft() { drafts.set(draftKey(), { text: input.value, files: attached }); }
function takeDraft() {
  const draft = drafts.get(draftKey()) || { text: '', files: [] };
  input.value = draft.text;
  attached = draft.files;
  showAttached();
  growInput();
}

function newChat() {
  keepDraft();
  state.tree = null;
  if (location.hash.length > 1) history.pushState(null, '', location.pathname + location.search);
  showConversation();
  if (!phone.matches) input.focus();
}

async function show(id) {
  const run = runs.get(id);
  let tree = run && run.tree;
  if (!tree) {
    const conversation = state.list.find(item => item.id === id);
    if (!conversation) return newChat();
    tree = new Tree(conversation, await store.messages(id));
    if (location.hash !== `#c=${id}`) return;
  }
  keepDraft();
  state.tree = tree;
  showConversation();
  toEnd();
}

function showConversation() {
  state.views = new Map();
  nearby.disconnect();
  $('log').replaceChildren();
  $('live').replaceChildren();
  state.stick = true;
  showMessages();
  showList();
  showTitle();
  showSend();
  takeDraft();
  if (phone.matches) setSide(false);
}

function showTitle() { document.title = state.tree ? `${state.tree.conversation.title} · Swiftlet` : 'Swiftlet'; }

function followHash() {
  const id = location.hash.startsWith('#c=') ? location.hash.slice(3) : '';
  if (!id) { if (state.tree) newChat(); } else if (!state.tree || state.tree.conversation.id !== id) show(id);
}

// ---------------------------------------------------------------- The composer

const input = $('input');
let attached = [];

async function send() {
  const text = input.value.trimEnd(), files = attached;
  if (!text.trim() && !files.length) return;
  if (state.tree && runs.has(state.tree.conversation.id)) return;
  input.value = '';
  attached = [];
  drafts.delete(draftKey());
  showAttached();
  growInput();
  const fresh = !state.tree;
  if (fresh) {
    const now = Date.now();
    const conversation = { id: newID(), title: cutTitle(text || files[0].name), created: now, updated: now, choice: {} };
    state.tree = new Tree(conversation);
    history.pushState(null, '', `#c=${conversation.id}`);
    touchList(conversation);
    showTitle();
  }
  const tree = state.tree, path = tree.path();
  const message = newMessage(tree, path[path.length - 1], { role: 'user', content: text, ...(files.length ? { files } : {}) });
  await store.put([tree.conversation], [message]);
  await reply(tree, message);
}

function growInput() {
  // Browsers with field-sizing do it themselves.
  if (!CSS.supports('field-sizing', 'content')) {
    input.style.height = 'auto';
    input.style.height = Math.min(input.scrollHeight, innerHeight * .4) + 'px';
  }
  showSend();
}

function showSend() {
  const running = Boolean(state.tree && runs.has(state.tree.conversation.id));
  const button = $('send');
  if (button.classList.contains('stop') !== running || !button.firstChild) {
    button.classList.toggle('stop', running);
    setIcon(button, running ? 'stop' : 'send', running ? 'Stop the answer (Esc)' : 'Send');
  }
  button.disabled = !running && !input.value.trim() && !attached.length;
}

async function attach(files) {
  for (const file of files) {
    if (file.type.startsWith('image/') && file.type !== 'image/svg+xml') {
      await attachPicture(file);
      continue;
    }
    if (file.size > megabyte) { toast(`${file.name} is larger than 1 MB.`); continue; }
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      if (text.includes('\u0000')) throw new Error();
      attached.push({ name: file.name, text });
    } catch { toast(`${file.name} is no text file.`); }
  }
  showAttached();
  showSend();
}

async function attachPicture(file) {
  if (!readsPictures(currentModel())) return toast('This model reads no images.');
  if (file.size > 20 * megabyte) return toast(`${file.name} is larger than 20 MB.`);
  const image = await new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.replace('image/jpg;', 'image/jpeg;'));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(file);
  });
  if (!PICTURE.test(image)) return toast(`${file.name} is no PNG, JPEG, GIF, WebP or BMP picture.`);
  attached.push({ name: file.name || 'picture', image });
}

function showAttached() {
  const box = $('attached');
  box.hidden = !attached.length;
  box.replaceChildren(...attached.map((file, n) => el('div', { class: 'file chip' },
    file.image ? el('img', { class: 'picture', src: file.image, alt: '' }) : icon('file'), el('span', { text: file.name }),
    el('small', { text: fileSize(file) }),
    iconButton('cross', `Remove ${file.name}`, () => { attached.splice(n, 1); showAttached(); showSend(); input.focus(); }))));
}

input.addEventListener('input', growInput);
input.addEventListener('keydown', event => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  } else if (event.key === 'ArrowUp' && !input.value && state.tree) {
    const own = state.tree.path().filter(message => message.role === 'user').pop();
    const view = own && state.views.get(own.id);
    if (view) { event.preventDefault(); view.fill(); view.edit(); }
  }
});
input.addEventListener('paste', event => {
  const data = event.clipboardData;
  if (data.files.length) { event.preventDefault(); return attach([...data.files]); }
  const text = data.getData('text/plain');
  if (text.length > 2500) {
    event.preventDefault();
    attached.push({ name: `pasted-${attached.length + 1}.txt`, text });
    showAttached();
    showSend();
  }
});

$('send').addEventListener('click', () => stop() || send());
$('attach').addEventListener('click', () => $('files').click());
$('files').addEventListener('change', () => { attach([...$('files').files]); $('files').value = ''; input.focus(); });

let dragDepth = 0;
const hasFiles = event => event.dataTransfer && [...event.dataTransfer.types].includes('Files');
addEventListener('dragenter', event => { if (hasFiles(event)) { dragDepth++; $('drop').hidden = false; } });
addEventListener('dragleave', event => { if (hasFiles(event) && --dragDepth <= 0) { dragDepth = 0; $('drop').hidden = true; } });
addEventListener('dragover', event => { if (hasFiles(event)) event.preventDefault(); });
addEventListener('drop', event => {
  dragDepth = 0;
  $('drop').hidden = true;
  if (hasFiles(event)) { event.preventDefault(); attach([...event.dataTransfer.files]); }
});

// ---------------------------------------------------------------- Menus, dialogs, notes

let menuAnchor = null, menuClosed = 0;

function openMenu(anchor, items, keep) {
  const menu = $('menu');
  // The press that closed the menu is not the one that opens it again.
  if (menuAnchor === anchor && performance.now() - menuClosed < 250 && !keep) return;
  menuAnchor = anchor;
  menu.setAttribute('aria-label', anchor.getAttribute('aria-label') || 'Menu');
  menu.replaceChildren(...items.map(item => {
    const role = item.checked === undefined ? 'menuitem' : item.radio ? 'menuitemradio' : 'menuitemcheckbox';
    const button = el('button', {
      class: `item${item.danger ? ' danger' : ''}`, role, tabindex: '-1', 'aria-checked': item.checked !== undefined && String(item.checked),
      onclick: () => {
        if (!item.stays) menu.hidePopover();
        item.action();
      },
    }, item.dot ? el('i', { class: `dot ${item.dot}` }) : null, item.icon ? icon(item.icon) : null,
    el('span', {}, item.label, item.note ? el('small', { text: item.note }) : null), item.checked ? icon('check') : null);
    return button;
  }));
  if (!menu.matches(':popover-open')) menu.showPopover();
  const box = anchor.getBoundingClientRect(), width = menu.offsetWidth, height = menu.offsetHeight;
  menu.style.left = Math.max(8, Math.min(box.left, innerWidth - width - 8)) + 'px';
  menu.style.top = (box.bottom + height + 8 < innerHeight ? box.bottom + 4 : Math.max(8, box.top - height - 4)) + 'px';
  anchor.setAttribute('aria-expanded', 'true');
  const items2 = [...menu.children];
  (items2[keep] || items2.find(node => node.getAttribute('aria-checked') === 'true') || items2[0]).focus();
}

$('menu').addEventListener('toggle', event => {
  if (event.newState !== 'closed') return;
  menuClosed = performance.now();
  if (menuAnchor) menuAnchor.setAttribute('aria-expanded', 'false');
});
$('menu').addEventListener('keydown', event => {
  const items = [...$('menu').children], at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === 'Tab') $('menu').hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  items[(to + items.length) % items.length].focus();
});

// A question with Cancel; returns the text or true, or null.
function ask({ title, text, label, type, danger }) {
  const dialog = $('ask'), [cancel, yes] = dialog.querySelectorAll('button'), field = dialog.querySelector('input');
  $('ask-title').textContent = title;
  dialog.querySelector('p').textContent = text;
  yes.textContent = label;
  yes.classList.toggle('danger', Boolean(danger));
  field.hidden = !type;
  field.type = type || 'text';
  field.value = '';
  return new Promise(resolve => {
    const end = value => {
      yes.onclick = cancel.onclick = field.onkeydown = dialog.onclose = null;
      dialog.close();
      resolve(value);
    };
    const accept = () => end(type ? field.value.trim() || null : true);
    yes.onclick = accept;
    cancel.onclick = () => end(null);
    dialog.onclose = () => end(null);
    field.onkeydown = event => { if (event.key === 'Enter') { event.preventDefault(); accept(); } };
    if (!dialog.open) dialog.showModal();
    (type ? field : yes).focus();
  });
}

let toastTimer = 0;
function toast(text, label, action) {
  const [span, button] = $('toast').children;
  span.textContent = text;
  button.textContent = label || '';
  button.hidden = !label;
  button.onclick = () => { $('toast').hidden = true; action(); };
  $('toast').hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { $('toast').hidden = true; }, label ? 8000 : 4500);
}

function banner(text, retry) {
  const [span, button] = $('banner').children;
  $('banner').hidden = !text;
  if (text && span.textContent !== text) span.textContent = text;
  button.onclick = retry;
}

function showRaw(message) {
  const record = { message, request: lastRequests.get(message.id) };
  $('raw').querySelector('pre').textContent = JSON.stringify(record,
    (name, value) => typeof value === 'string' && value.startsWith('data:image/') ? `${value.slice(0, 60)}…` : value, 2);
  $('raw').showModal();
}
$('raw-close').addEventListener('click', () => $('raw').close());
$('raw-copy').addEventListener('click', () => copyText($('raw').querySelector('pre').textContent));

// ---------------------------------------------------------------- The head

function showModel() {
  const model = currentModel(), button = $('model');
  const name = model ? model.id : models.reachable === false ? 'No server' : '…';
  button.replaceChildren(el('span', { text: name }), icon('down'));
  button.setAttribute('aria-label', `Model: ${name}`);
  button.title = name;
  const hour = new Date().getHours();
  $('greeting').textContent = hour < 5 || hour >= 18 ? 'Good evening.' : hour < 12 ? 'Good morning.' : 'Good afternoon.';
  $('subtitle').textContent = model ? `${model.id} is ready when you are. What you write is kept in this browser only.`
    : 'What you write is kept in this browser only.';
  input.placeholder = model && !phone.matches ? `Message ${model.id}` : 'Write a message';
  const kinds = readsPictures(model) ? 'pictures and text files' : 'text files';
  setIcon($('attach'), 'clip', `Attach ${kinds}`);
  $('drop').textContent = `Drop ${kinds} to attach them`;
  showContext();
}

function statusOf(model) { return model.status && (model.status.value || model.status) || ''; }

$('model').addEventListener('click', event => {
  const anchor = event.currentTarget, current = currentModel();
  if (!models.list.length) return loadModels();
  const items = models.list.map(model => {
    const status = statusOf(model), notes = [];
    if (typeof status === 'string' && status && status !== 'loaded') notes.push(status === 'unloaded' ? 'loads when asked' : status);
    const context = Number(model.meta && model.meta.n_ctx || model.context_length || model.max_model_len);
    if (context) notes.push(`${context.toLocaleString('en')} tokens`);
    if (model.meta && model.meta.size) notes.push(sizeText(model.meta.size));
    return {
      label: model.id, note: notes.join(' · '), radio: true, checked: model === current, dot: typeof status === 'string' && status,
      action: () => {
        settings.model = model.id;
        saveSettings();
        showModel();
        input.focus();
        if (status === 'unloaded') load(model, 'load');
      },
    };
  });
  if (current && statusOf(current) === 'loaded' && models.list.length > 1) {
    items.push({ label: `Unload ${current.id}`, icon: 'cross', action: () => load(current, 'unload') });
  }
  openMenu(anchor, items);
});

async function load(model, action) {
  toast(action === 'load' ? `Loading ${model.id}…` : `Unloading ${model.id}…`);
  try {
    await api(`models/${action}`, { body: { model: model.id } });
  } catch (error) {
    // Servers without this request load a model when it is asked.
    if (error.status !== 404 && error.status !== 405) toast(describe(error));
  }
  loadModels();
}

function showContext() {
  const box = $('context'), path = state.tree ? state.tree.path() : [];
  const last = path.filter(message => message.stats && message.stats.prompt).pop();
  const used = last ? last.stats.prompt + (last.stats.tokens || 0) : 0, total = contextLength();
  box.hidden = !used;
  if (!used) return;
  if (!total && models.reachable) loadProps().then(() => { if (contextLength()) showContext(); });
  const part = total ? Math.min(1, used / total) : 0;
  const [bar, text] = box.children;
  bar.hidden = !total;
  bar.firstChild.style.width = `${Math.max(2, part * 100)}%`;
  text.replaceChildren(used.toLocaleString('en'), el('span', { class: 'of', text: total ? ` of ${total.toLocaleString('en')} tokens` : ' tokens' }));
  box.setAttribute('aria-valuenow', used);
  box.setAttribute('aria-valuemax', total || used);
  box.title = total ? `${Math.round(part * 100)} % of the context is used` : 'Tokens in the context';
}

const phone = matchMedia('(max-width: 46rem)');

function setSide(open) {
  document.body.classList.toggle('with-side', open);
  $('side-open').hidden = open && !phone.matches;
  // Under the drawer nothing takes the focus.
  document.querySelector('main').inert = open && phone.matches;
}
function toggleSide(open) {
  setSide(open);
  if (!phone.matches) { settings.side = open; saveSettings(); }
  (open ? $('search') : $('side-open')).focus();
}
$('side-open').addEventListener('click', () => toggleSide(true));
$('side-close').addEventListener('click', () => toggleSide(false));
$('shade').addEventListener('click', () => toggleSide(false));
phone.addEventListener('change', () => setSide(!phone.matches && settings.side));
$('new').addEventListener('click', newChat);
$('new-small').addEventListener('click', newChat);
$('down').addEventListener('click', toEnd);
$('search').addEventListener('input', search);
$('skip').addEventListener('click', event => { event.preventDefault(); input.focus(); });

// ---------------------------------------------------------------- Examples

const EXAMPLES = [
  { icon: 'bulb', title: 'Explain something', text: 'Explain how a transformer predicts the next word, in five sentences for a curious teenager.' },
  { icon: 'code', title: 'Write code', text: 'Write a Swift function that returns the n-th Fibonacci number, with a short comment.' },
  {
    icon: 'braces', title: 'Get data as JSON', schema: 'Person',
    text: 'Ada is 36 years old and lives in London. Return her data.', note: 'An answer that follows a schema, always.',
  },
];
$('examples').append(...EXAMPLES.map(example => el('button', {
  onclick: () => {
    if (example.schema) {
      Object.assign(settings, { schema: JSON.stringify(SCHEMAS[example.schema], null, 2), schemaOn: true });
      saveSettings();
      applySettings();
    }
    input.value = example.text;
    growInput();
    input.focus();
  },
}, icon(example.icon), el('b', { text: example.title }), el('span', { text: example.note || example.text.split(',')[0] + '.' }))));

// ---------------------------------------------------------------- The settings sheet

function applySettings() {
  document.documentElement.dataset.theme = settings.theme;
  const next = { system: 'light', light: 'dark', dark: 'system' }[settings.theme];
  setIcon($('theme'), settings.theme, `Theme: ${settings.theme}. Switch to ${next}`);
  for (const radio of document.querySelectorAll('[name=theme]')) radio.checked = radio.value === settings.theme;
  for (const id of ['system', 'schema']) if ($(id).value !== settings[id]) $(id).value = settings[id];
  if ($('own-tools').value !== settings.ownTools) $('own-tools').value = settings.ownTools;
  $('tool-clock').checked = settings.clock;
  $('tool-calculator').checked = settings.calculator;
  showSchema();
  showTools();
}

function showSchema() {
  const { schema, fault } = readSchema(), tick = $('schema-tick');
  const valid = schema !== undefined;
  tick.className = `tick ${valid ? 'good' : fault ? 'bad' : ''}`;
  tick.replaceChildren(...(valid ? [icon('check'), 'A valid schema'] : fault ? [icon('cross'), `Not valid: ${fault}`] : []));
  $('schema-on').checked = settings.schemaOn && valid;
  $('schema-on').disabled = !valid;
  $('structured').setAttribute('aria-pressed', String(settings.schemaOn && valid));
}

function showTools() {
  let count = 0, fault = '';
  try { count = ownTools().length; } catch (error) { fault = error.message; }
  const tick = $('tools-tick');
  tick.className = `tick ${fault ? 'bad' : 'good'}`;
  tick.replaceChildren(...(fault ? [icon('cross'), `Not valid: ${fault}`] : count ? [icon('check'), plural(count, 'function')] : []));
  const active = activeTools().length;
  $('tools').classList.toggle('on', active > 0);
  $('tools').querySelector('span').textContent = active ? plural(active, 'tool') : 'Tools';
}

function change(name, value) {
  settings[name] = value;
  saveSettings();
  applySettings();
}

$('theme').addEventListener('click', () => change('theme', { system: 'light', light: 'dark', dark: 'system' }[settings.theme]));
for (const radio of document.querySelectorAll('[name=theme]')) radio.addEventListener('change', () => change('theme', radio.value));
$('system').addEventListener('input', () => change('system', $('system').value));
$('schema').addEventListener('input', () => change('schema', $('schema').value));
$('schema-on').addEventListener('change', () => change('schemaOn', $('schema-on').checked));
$('own-tools').addEventListener('input', () => change('ownTools', $('own-tools').value));
$('tool-clock').addEventListener('change', () => change('clock', $('tool-clock').checked));
$('tool-calculator').addEventListener('change', () => change('calculator', $('tool-calculator').checked));
$('key').addEventListener('change', () => { setKey($('key').value.trim()); loadModels(); });
$('structured').addEventListener('click', () => {
  if (readSchema().schema === undefined) return openSettings('schema-section');
  change('schemaOn', !settings.schemaOn);
  toast(settings.schemaOn ? 'Answers follow the schema of the settings.' : 'Answers are free text again.');
});

function toolsMenu(keep) {
  const toggle = (name, at) => () => { change(name, !settings[name]); toolsMenu(at); };
  openMenu($('tools'), [
    { label: 'Clock', note: 'Date and time', icon: 'clock', checked: settings.clock, stays: true, action: toggle('clock', 0) },
    { label: 'Calculator', note: 'Arithmetic', icon: 'plus', checked: settings.calculator, stays: true, action: toggle('calculator', 1) },
    { label: 'Your own…', icon: 'tool', action: () => openSettings('tools-section') },
  ], keep);
}
$('tools').addEventListener('click', () => toolsMenu());

$('schema-examples').append(el('option', { value: '', text: 'Examples…' }),
  ...Object.keys(SCHEMAS).map(name => el('option', { value: name, text: name })));
$('schema-examples').addEventListener('change', event => {
  const schema = SCHEMAS[event.target.value];
  event.target.value = '';
  if (!schema) return;
  settings.schemaOn = true;
  change('schema', JSON.stringify(schema, null, 2));
});

async function openSettings(section) {
  $('key').value = apiKey();
  showSamplers({});
  $('settings').showModal();
  const place = section && $(section);
  if (place) { place.scrollIntoView(); place.querySelector('textarea').focus(); } else document.querySelector('.sheet').scrollTop = 0;
  const props = await loadProps(), model = currentModel();
  const found = props.default_generation_settings || model && model.default_generation_settings;
  showSamplers(found && found.params || found || {});
}

function showSamplers(defaults) {
  $('samplers').replaceChildren(...SAMPLERS.map(([name, label, low, high, step, usual]) => {
    const own = Number.isFinite(defaults[name]) && !(low === undefined && defaults[name] < 0) ? Number(defaults[name].toFixed(4)) : undefined;
    const ranged = low !== undefined;
    const number = el('input', { type: 'number', id: `s-${name}`, min: low ?? 0, max: high, step: step ?? 1, placeholder: own ?? 'auto' });
    const range = ranged ? el('input', { type: 'range', min: low, max: high, step, 'aria-label': label }) : null;
    const reset = iconButton('again', `Reset ${label}`, () => set(undefined));
    const row = el('div', { class: 'sampler' }, el('label', { for: `s-${name}`, text: label }), reset, number, range);
    const display = () => {
      const value = settings.sampling[name];
      row.classList.toggle('set', value !== undefined);
      if (document.activeElement !== number || value === undefined) number.value = value ?? '';
      if (range) range.value = value ?? own ?? usual;
    };
    const set = value => {
      if (value === undefined || !Number.isFinite(value)) delete settings.sampling[name];
      else settings.sampling[name] = ranged ? Math.min(high, Math.max(low, value)) : Math.max(0, Math.round(value));
      saveSettings();
      display();
    };
    number.addEventListener('input', () => set(number.value === '' ? undefined : Number(number.value)));
    number.addEventListener('blur', display);
    if (range) range.addEventListener('input', () => set(Number(range.value)));
    display();
    return row;
  }), effortRow());
}

function effortRow() {
  const select = el('select', { id: 's-effort' }, ...['', 'none', 'low', 'medium', 'high'].map(value => el('option', { value, text: value || 'auto' })));
  const reset = iconButton('again', 'Reset reasoning', () => { select.value = ''; pick(); });
  const row = el('div', { class: 'sampler' }, el('label', { for: 's-effort', text: 'Reasoning effort' }), reset, select);
  const pick = () => {
    if (select.value) settings.sampling.reasoning_effort = select.value; else delete settings.sampling.reasoning_effort;
    row.classList.toggle('set', Boolean(select.value));
    saveSettings();
  };
  select.value = settings.sampling.reasoning_effort || '';
  row.classList.toggle('set', Boolean(select.value));
  select.addEventListener('change', pick);
  return row;
}

$('samplers-reset').addEventListener('click', () => { settings.sampling = {}; saveSettings(); openSamplersAgain(); });
async function openSamplersAgain() {
  const props = await loadProps(), found = props.default_generation_settings || {};
  showSamplers(found.params || found);
}
$('settings-open').addEventListener('click', () => { if (phone.matches) setSide(false); openSettings(); });
$('settings-close').addEventListener('click', () => $('settings').close());
$('settings').addEventListener('click', event => { if (event.target === $('settings')) $('settings').close(); });
$('export').addEventListener('click', exportAll);
$('import').addEventListener('click', () => $('import-file').click());
$('import-file').addEventListener('change', async () => {
  const [file] = $('import-file').files;
  if (file) await importFile(file);
  $('import-file').value = '';
});
$('wipe').addEventListener('click', async () => {
  const text = `${plural(state.list.length, 'conversation')} will be deleted from this browser. An export is the only way back.`;
  if (!await ask({ title: 'Delete all conversations?', text, label: 'Delete all' })) return;
  for (const run of runs.values()) drop(run);
  await store.wipe();
  await loadList();
  newChat();
  tellOthers();
});

// ---------------------------------------------------------------- Keys and events of the page

addEventListener('keydown', event => {
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    toggleSide(true);
    $('search').select();
  } else if (command && event.shiftKey && event.key.toLowerCase() === 'o') {
    event.preventDefault();
    newChat();
  } else if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open], :popover-open')) {
    if (document.activeElement === $('search') && $('search').value) { $('search').value = ''; search(); }
    else if (phone.matches && document.body.classList.contains('with-side')) toggleSide(false);
    else if (!stop()) input.focus();
  }
});

document.addEventListener('click', async event => {
  const button = event.target.closest && event.target.closest('[data-do=copy-code]');
  if (!button) return;
  await copyText(button.closest('.code').querySelector('code').textContent);
  button.lastChild.textContent = 'Copied';
  setTimeout(() => { button.lastChild.textContent = 'Copy'; }, 1500);
});

addEventListener('hashchange', followHash);
addEventListener('popstate', followHash);
addEventListener('online', loadModels);
// The text of the last second is kept too.
const keepRunning = () => { for (const run of runs.values()) if (!run.tree.isDeleted) store.put([], [run.message]); };
addEventListener('pagehide', keepRunning);
document.addEventListener('visibilitychange', () => { if (document.hidden) keepRunning(); });

// Thoughts show their time while nothing else changes.
setInterval(() => { for (const run of runs.values()) if (run.thinking) paint(run); }, 500);

// ---------------------------------------------------------------- The start

for (const node of document.querySelectorAll('[data-icon]')) node.prepend(icon(node.dataset.icon));
applySettings();
setSide(!phone.matches && settings.side);
showModel();
showMessages();
showSend();
(async () => {
  await store.open();
  await loadList();
  followHash();
  loadModels();
  if (!phone.matches) input.focus();
})();
})();
</script>
</body>
</html>

"""##
}
