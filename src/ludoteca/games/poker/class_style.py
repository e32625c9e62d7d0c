"""How the page of a class looks, on a screen and on paper."""

STYLE = """
:root { color-scheme: light dark; --paper: #fbf8f2; --card: #fff; --ink: #23211d; --soft: #6c665b;
  --line: #e2dccf; --plus: 27 122 78; --minus: 178 58 46; --gold: #a47616;
  font: 16px/1.5 ui-sans-serif, system-ui, "Segoe UI", sans-serif }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --card: #242320; --ink: #efeae0;
  --soft: #a9a294; --line: #3a3832; --plus: 82 190 135; --minus: 232 117 102; --gold: #d9ab4a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink) }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
header { border-bottom: 3px double var(--line); margin-bottom: 2rem }
.suits { margin: 0; letter-spacing: .6em; color: var(--gold); font-weight: 700; font-size: .9rem }
h1 { font: 600 clamp(1.7rem, 5vw, 2.5rem)/1.15 ui-serif, Georgia, serif; margin: .2rem 0 .4rem }
h2 { font: 600 1.35rem/1.2 ui-serif, Georgia, serif; margin: 2.5rem 0 .75rem }
h3 { margin: 0 0 .4rem; font-size: 1.05rem; overflow-wrap: anywhere }
h3 b { display: inline-block; min-width: 1.9em; padding: 0 .4em; margin-right: .35em;
  text-align: center; border-radius: .35em; background: var(--ink); color: var(--paper) }
h4 { margin: .8rem 0 .2rem; font-size: .8rem; color: var(--soft); text-transform: uppercase;
  letter-spacing: .05em }
.about { color: var(--soft); margin: 0 0 1rem }
.warning { font-weight: 600; color: rgb(var(--minus)) }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
.ranking { width: 100% }
.ranking th, .ranking td { padding: .5rem .6rem; text-align: left; border-bottom: 1px solid
  var(--line); white-space: nowrap }
.ranking thead th { font-size: .78rem; color: var(--soft); font-weight: 600; white-space: normal }
.ranking tbody tr:first-child { background: color-mix(in srgb, var(--gold) 12%, transparent) }
.ranking .number, .place { text-align: right }
.place { font: 600 1.1rem ui-serif, Georgia, serif; color: var(--gold) }
td.plus { color: rgb(var(--plus)) } td.minus { color: rgb(var(--minus)) }
.bar { display: inline-flex; width: 9rem; height: .8rem; border-radius: .4rem; overflow: hidden;
  background: var(--line); vertical-align: middle; print-color-adjust: exact;
  -webkit-print-color-adjust: exact }
.bar .won { background: rgb(var(--plus)) } .bar .drawn { background: var(--gold) }
.bar .lost { background: rgb(var(--minus) / .45) }
.chip { padding: .1rem .6rem; border-radius: 1rem; font-size: .8rem; border: 1px solid var(--line) }
.chip.exact { color: rgb(var(--plus)); border-color: currentColor }
.chip.sampled { color: var(--gold); border-color: currentColor }
.chip.broken { color: rgb(var(--minus)); border-color: currentColor }
.grid { font-size: .85rem }
.grid td, .grid tbody th { padding: .4rem .55rem; text-align: right; border: 1px solid var(--paper);
  white-space: nowrap }
.grid thead th { vertical-align: bottom; padding: .3rem; font-weight: 600 }
.grid thead span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 11rem;
  overflow: hidden }
.grid td { print-color-adjust: exact; -webkit-print-color-adjust: exact; color: var(--ink) }
.grid td.plus { background: rgb(var(--plus) / calc(.08 + .5 * var(--s))) }
.grid td.minus { background: rgb(var(--minus) / calc(.08 + .5 * var(--s))) }
.grid td.zero { background: var(--card) } .grid td.none { background: var(--line) }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)) }
article { background: var(--card); border: 1px solid var(--line); border-radius: .7rem;
  padding: 1rem 1.1rem; break-inside: avoid }
article p, article ul { margin: .2rem 0; font-size: .92rem } article ul { padding-left: 1.1rem }
.told li { overflow-wrap: anywhere }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem;
  color: var(--soft); font-size: .85rem } footer p { margin: .15rem 0 }
@media print { :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444;
    --line: #ccc; --plus: 27 122 78; --minus: 178 58 46; --gold: #a47616; font-size: 11px }
  main { max-width: none; padding: 0 } h2 { break-after: avoid } tr { break-inside: avoid }
  .wide { overflow: visible } @page { margin: 14mm } }
"""
