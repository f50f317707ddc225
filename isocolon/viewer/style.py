"""How pages look and behave: one style sheet and one small script, both part of every page, nothing from elsewhere.

Each colour has a contrast of 4.5 or more against its ground. Without the script everything can be read and reached;
with it, a parallelism lights up under the pointer or the focus, and those of little confidence can be left out.
"""

from __future__ import annotations

STYLE = """
.isocolon { --ground: #fff; --ink: #1b1b1b; --weak: #595959; --line: #ccc; background: var(--ground);
  color: var(--ink); font: 17px/1.5 Georgia, 'Times New Roman', 'Noto Serif CJK SC', serif; }
.isocolon .c0 { --c: #0b5fa5; } .isocolon .c1 { --c: #a34a00; } .isocolon .c2 { --c: #00684c; }
.isocolon .c3 { --c: #8a2b7a; } .isocolon .c4 { --c: #735600; } .isocolon .c5 { --c: #a01c31; }
@media (prefers-color-scheme: dark) { body.isocolon { --ground: #161616; --ink: #eee; --weak: #aaa; --line: #444; }
  body.isocolon .c0 { --c: #7cc0f8; } body.isocolon .c1 { --c: #ffab6b; } body.isocolon .c2 { --c: #5fd6b0; }
  body.isocolon .c3 { --c: #e9a3dc; } body.isocolon .c4 { --c: #e2c14b; } body.isocolon .c5 { --c: #ff9aa8; } }
body.isocolon { max-width: 76rem; margin: 2rem auto; padding: 0 1.2rem; }
.isocolon h1, .isocolon h2 { font-weight: normal; line-height: 1.2; margin: 1.2rem 0 .2rem; }
.isocolon h1 { font-size: 1.8rem; } .isocolon h2 { font-size: 1.4rem; } .isocolon .about { margin: .3rem 0 .8rem; }
.isocolon .about, .isocolon .caption, .isocolon .controls { color: var(--weak); font: 14px/1.5 system-ui, sans-serif; }
.isocolon .passage { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 2.5rem;
  padding: .8rem 0; border-top: 1px solid var(--line); }
@media (max-width: 52rem) { .isocolon .passage { display: block; } .isocolon .text { position: static; } }
.isocolon .text { white-space: pre-line; line-height: 2.2; margin: 0; overflow-wrap: anywhere; position: sticky;
  top: 0; align-self: start; }
.isocolon .branch { border-bottom: 2px solid var(--c); padding-bottom: calc(.1em + .28em * var(--h, 0));
  -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.isocolon .branch.first::before { content: "["; color: var(--c); }
.isocolon .end::after { content: "]"; color: var(--c); }
.isocolon .branch.lit { background: color-mix(in srgb, var(--c) 22%, transparent); }
.isocolon .label { font: bold 11px/1 system-ui, sans-serif; color: var(--c); vertical-align: .55em; margin-right: .15em;
  text-decoration: none; user-select: none; }
.isocolon a { color: inherit; } .isocolon .found a, .isocolon .found summary { color: var(--c); }
.isocolon a:focus-visible, .isocolon summary:focus-visible, .isocolon input:focus-visible {
  outline: 2px solid var(--c, var(--ink)); outline-offset: 2px; }
.isocolon .found { list-style: none; margin: 0; padding: 0; font: 14px/1.5 system-ui, sans-serif; }
.isocolon .found li { padding: .25rem .7rem; border-left: 3px solid var(--c); border-radius: 0 6px 6px 0;
  margin: .4rem 0; background: color-mix(in srgb, var(--c) 5%, transparent); }
.isocolon .back { float: right; }
.isocolon .found li.lit { background: color-mix(in srgb, var(--c) 12%, transparent); }
.isocolon summary { cursor: pointer; } .isocolon summary b { font-size: 15px; }
.isocolon .figure { overflow-x: auto; margin: .6rem 0; }
.isocolon .figure svg { display: block; max-width: 100%; height: auto; }
.isocolon dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .3rem 0; }
.isocolon dt, .isocolon dd, .isocolon .not { margin: 0; } .isocolon .not { color: var(--weak); }
.isocolon .off { display: none; }
.isocolon .branch.off { display: inline; border: 0; padding: 0; background: none; }
.isocolon .branch.off::before, .isocolon .branch.off > .end::after { content: none; }
.isocolon .branch.off > .label { display: none; }
@media print { .isocolon .controls { display: none; } .isocolon .passage { break-inside: avoid; } }
"""

SCRIPT = """
(() => {
  const group = (node) => node && node.closest("[data-p]");
  const light = (node, on) => {
    if (!node) return;
    for (const other of document.querySelectorAll(`[data-p="${node.dataset.p}"]`)) other.classList.toggle("lit", on);
  };
  for (const [enter, leave] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    document.addEventListener(enter, (event) => light(group(event.target), true));
    document.addEventListener(leave, (event) => light(group(event.target), false));
  }
  const open = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const details = target && target.querySelector("details");
    if (details) details.open = true;
  };
  addEventListener("hashchange", open);
  open();
  const range = document.getElementById("least");
  if (range) {
    range.parentElement.hidden = false;
    range.addEventListener("input", () => {
      range.nextElementSibling.textContent = range.value + " %";
      for (const node of document.querySelectorAll("[data-confidence]"))
        node.classList.toggle("off", Number(node.dataset.confidence) * 100 < Number(range.value));
    });
  }
  const all = document.getElementById("all");
  if (all) {
    all.hidden = false;
    all.addEventListener("click", () => {
      const some = [...document.querySelectorAll(".found details")];
      const closed = some.some((details) => !details.open);
      for (const details of some) details.open = closed;
    });
  }
})();
"""
