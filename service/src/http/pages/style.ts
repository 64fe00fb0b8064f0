// The look of our own pages: system fonts, two colours, light and dark, from a phone to a wide screen.
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf6; --card: #ffffff; --ink: #18201c; --soft: #5a655f; --line: #e4e2d9;
  --accent: #0b6b50; --on-accent: #ffffff; --warm: #a35c00; --tint: #eef4ef;
  --code: #14211b; --code-ink: #e3ede7; --code-soft: #8fa79b;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --serif: ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Liberation Serif", serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1512; --card: #161e1a; --ink: #e8eeea; --soft: #9caaa2; --line: #27322c;
    --accent: #5fd0a8; --on-accent: #06251a; --warm: #e8b25f; --tint: #16241d;
    --code: #0a100d; --code-ink: #dbe8e1; --code-soft: #7f968a;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px;
}
code { font-family: var(--mono); font-size: .875em; }
h1, h2, h3, p { margin: 0; }
h1, h2, h3 { overflow-wrap: break-word; hyphens: auto; }
h1, h2 { font-family: var(--serif); font-weight: 500; letter-spacing: -.015em; text-wrap: balance; }
h1 { font-size: clamp(2.1rem, 1.5rem + 2.2vw, 3rem); line-height: 1.06; }
h2 { font-size: 1.7rem; line-height: 1.2; }
h3 { font-size: 1.02rem; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }

.bar, main { width: min(72rem, 100% - 2.5rem); margin-inline: auto; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 2rem; padding-block: 1.4rem; }
.brand { display: flex; align-items: center; gap: .65rem; color: var(--ink); font-weight: 600; text-decoration: none; }
.bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-size: .95rem; }
.bar nav a { color: var(--soft); text-decoration: none; padding-block: .25rem; }
.bar nav a:hover, .bar nav a[aria-current] { color: var(--ink); }
.bar nav a[aria-current] { box-shadow: 0 1.5px var(--accent); }
.status { display: inline-flex; align-items: center; gap: .5rem; }
.status i { width: .5rem; height: .5rem; border-radius: 50%; background: var(--line); }
.status.good i { background: #2aa876; }
.status.bad i { background: #d64545; }

main { padding-block: 1.5rem 5rem; }
main > section + section { margin-top: clamp(3.5rem, 2.5rem + 4vw, 5.5rem); }
.hero { display: grid; gap: 2.5rem 4rem; align-items: center; padding-top: clamp(1rem, 3vw, 2.5rem); }
.eyebrow { color: var(--soft); font-size: .9rem; margin-bottom: 1.2rem; }
.tag { display: inline-block; margin-right: .5rem; padding: .1rem .65rem; border-radius: 1rem; background: var(--tint); color: var(--accent); font-weight: 600; font-size: .8rem; }
.hero em { font-style: normal; color: var(--accent); display: block; text-wrap: wrap; }
.lead { margin-top: 1.3rem; font-size: 1.12rem; color: var(--soft); max-width: 38rem; text-wrap: pretty; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 1.6rem; margin-top: 1.9rem; }
.button { background: var(--accent); color: var(--on-accent); padding: .72rem 1.35rem; border-radius: .55rem; font-weight: 600; text-decoration: none; }
.button:hover { filter: brightness(1.08); }

.command { margin: 0; min-width: 0; background: var(--code); color: var(--code-ink); border-radius: .9rem; border: 1px solid transparent; overflow: hidden; box-shadow: 0 24px 50px -30px rgb(10 40 28 / .55); }
.command figcaption { display: flex; justify-content: space-between; align-items: center; padding: .7rem .8rem .7rem 1.2rem; font-size: .85rem; color: var(--code-soft); border-bottom: 1px solid rgb(255 255 255 / .08); }
.command pre { margin: 0; padding: 1.1rem 1.2rem 1.3rem; overflow: auto; font-size: .84rem; line-height: 1.6; tab-size: 2; }
.command pre code { font-size: inherit; }
button { font: inherit; color: inherit; cursor: pointer; }
.copy { background: rgb(255 255 255 / .09); border: 0; border-radius: .4rem; padding: .25rem .8rem; font-size: .82rem; color: var(--code-ink); }
.copy:hover { background: rgb(255 255 255 / .16); }
.copy.copied::after { content: " ✓"; }

.steps { list-style: none; margin: 1.6rem 0 0; padding: 0; display: grid; gap: 1.5rem 2rem; counter-reset: step; }
.steps li { border-top: 2px solid var(--accent); padding-top: 1rem; min-width: 0; }
.steps p { color: var(--soft); margin: .25rem 0 .7rem; font-size: .96rem; }
.route { color: var(--soft); font-size: .8rem; overflow-wrap: anywhere; }
.route b { color: var(--accent); font-weight: 600; }

.note { color: var(--soft); max-width: 44rem; margin-top: .6rem; }
.keys { list-style: none; margin: 1.4rem 0 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
.key { width: 100%; display: grid; grid-template-columns: 1fr auto; align-items: baseline; gap: .1rem 1rem; text-align: left; background: var(--card); border: 1px solid var(--line); border-radius: .65rem; padding: .75rem 1rem; }
.key:hover { border-color: var(--accent); }
.key small { color: var(--soft); font-size: .8rem; }
.key code { color: var(--accent); grid-column: 1 / -1; }
.key.copied code::after { content: "  copied"; color: var(--soft); white-space: pre; }

.more { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.card { display: block; color: inherit; text-decoration: none; background: var(--tint); border-radius: .8rem; padding: 1.2rem 1.3rem; border: 1px solid transparent; }
.card:hover { border-color: var(--accent); }
.card h3 { color: var(--accent); }
.card p { color: var(--soft); font-size: .95rem; margin-top: .25rem; }

.intro h1 { font-size: clamp(2.1rem, 1.5rem + 2.4vw, 3rem); }
.intro .lead { max-width: 44rem; font-size: 1.05rem; }
#filter { width: min(30rem, 100%); margin-top: 1.6rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .55rem; padding: .6rem .9rem; }
.group { margin-top: 3rem; }
main > .group + .group { margin-top: 3rem; }
.group h2 { font-size: 1.4rem; }
.number { color: var(--accent); font-variant-numeric: tabular-nums; margin-right: .35rem; }
.entry { display: grid; gap: .2rem 2rem; padding: 1.15rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
.group .entry:first-of-type { border-top: 1px solid var(--line); margin-top: 1.1rem; }
.entry h3 a { color: var(--ink); font-family: var(--mono); font-size: .98rem; text-decoration: none; }
.entry h3 a:hover { color: var(--accent); }
.entry:target { background: var(--tint); box-shadow: -1rem 0 var(--tint), 1rem 0 var(--tint); }
.facts { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; color: var(--soft); font-size: .85rem; margin-top: .25rem; }
.entry details { margin-top: .5rem; font-size: .95rem; }
.entry summary { color: var(--soft); cursor: pointer; font-family: var(--serif); font-style: italic; font-size: 1.02rem; }
.entry dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: .7rem 0 .3rem; padding-left: 1.1rem; }
.entry dt { color: var(--soft); font-size: .8rem; padding-top: .15rem; }
.entry dd { margin: 0; }

@media (min-width: 44rem) {
  .steps { grid-template-columns: repeat(4, 1fr); }
  .entry { grid-template-columns: 6rem 1fr; }
}
@media (min-width: 62rem) {
  .hero { grid-template-columns: minmax(0, 1fr) minmax(0, 1.08fr); }
}
@media (prefers-color-scheme: dark) { .command { border-color: var(--line); } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print { .bar nav, #filter, .copy { display: none; } }

.confirm { width: min(26rem, 100%); margin: clamp(1rem, 8vh, 6rem) auto 0; padding: clamp(1.2rem, 7vw, 2.2rem); overflow-wrap: break-word; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.confirm.wide { width: min(42rem, 100%); }
.confirm h2 { margin-top: 1.6rem; font-size: 1.1rem; }
.confirm ul { margin: .6rem 0 0 1.2rem; }
.confirm textarea { font: inherit; padding: .6rem .8rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem; }
.confirm h1 { font-size: 1.7rem; }
.confirm .amount { margin-top: .4rem; font-size: 1.3rem; font-weight: 600; }
.confirm p { margin-top: 1rem; }
.confirm .answer { white-space: pre-line; }
.confirm [role='alert'] { color: var(--warm); font-weight: 600; }
.confirm form { display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem; margin-top: 1.4rem; }
.confirm label { font-weight: 600; font-size: .95rem; }
.confirm input { font: 600 1.3rem var(--mono); letter-spacing: .2em; padding: .6rem .8rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem; }
.confirm button { margin-top: .6rem; font: inherit; font-weight: 600; padding: .75rem; border: 0; border-radius: .55rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }

.legal { width: min(42rem, 100%); margin: clamp(1rem, 5vh, 3rem) auto 0; }
.legal .sample { margin-top: 1.2rem; padding: .7rem 1rem; border-left: 3px solid var(--warm); background: var(--card); font-size: .95rem; }
.legal ol { margin: 1.6rem 0 0; padding-left: 1.4rem; display: grid; gap: .9rem; }
.legal dl { display: grid; grid-template-columns: 1fr max-content; margin: 1.8rem 0 0; }
.legal dt, .legal dd { margin: 0; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.legal dt { color: var(--soft); }
.legal dd, .legal td { text-align: right; font-variant-numeric: tabular-nums; }
.legal table { width: 100%; margin-top: 2.2rem; border-collapse: collapse; }
.legal th { text-align: left; font-weight: 600; }
.legal thead th:last-child { text-align: right; }
.legal tbody th { color: var(--soft); font-weight: 400; }
.legal td, .legal th { padding: .35rem 0; border-bottom: 1px solid var(--line); }
`;
