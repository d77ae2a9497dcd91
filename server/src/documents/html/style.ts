// The style of pages: light or dark as the reader's system, black on white on paper of the size that the site uses.
import type { PaperSize } from '../../domain/inventories/paper.ts';

/** What may stand between the heading of a section and its wide table: a paragraph, and the field that the script puts there. */
const BETWEEN = ['', '+ p ', '+ p + p ', '+ .filter ', '+ p + .filter ', '+ p + p + .filter '];
/** The heading and those paragraphs, which go on the landscape page of the table. */
const HEADINGS_OF_WIDE = ['h2', 'h2 + p', 'h2 + p + p']
  .flatMap((start) => BETWEEN.map((between) => `${start}:has(${between}+ .wide)`))
  .join(', ');
/** If the document opens with such a section, its first page is landscape too. Otherwise most of it would be empty. */
const OPENINGS = ['header', 'nav', 'main > .facts']
  .flatMap((part) =>
    BETWEEN.map((between) => `body:has(main > section:first-of-type > h2 ${between}+ .wide) > ${part}`),
  )
  .join(', ');

/** The footer does not need a page of its own. */
const CLOSING = ['.wide:last-child', '.wide + p.soft:last-child']
  .map((end) => `body:has(main > section:last-of-type > ${end}) > footer`)
  .join(', ');

export const styleFor = (paper: PaperSize): string => `
:root { color-scheme: light dark; --ink: #1d2630; --soft: #5b6875; --line: #d8dee5; --ground: #fff; --band: #f4f6f8; --link: #0b5cad;
  --good: #176f42; --bad: #b42318; --warn: #8a5300; --bar: #3b6ea5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e8ee; --soft: #9aa6b3; --line: #36404b; --ground: #171c22; --band: #1f262e; --link: #7ab8ff;
  --good: #63c791; --bad: #ff8a80; --warn: #f0b45a; --bar: #6f9fd4; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 24px; font: 14px/1.5 system-ui, "Segoe UI", "Liberation Sans", sans-serif; color: var(--ink); background: var(--ground); }
header { border-bottom: 2px solid var(--line); padding-bottom: 12px; } header p, footer { color: var(--soft); margin: 4px 0 0; }
.brand { display: flex; align-items: center; gap: 10px; color: var(--soft); min-height: 20px; } .brand img { max-height: 40px; max-width: 220px; }
h1 { font-size: 26px; margin: 6px 0 0; } h2 { margin: 34px 0 8px; font-size: 19px; border-bottom: 1px solid var(--line); padding-bottom: 3px; }
h3 { margin: 22px 0 6px; font-size: 15.5px; } h4 { margin: 14px 0 4px; font-size: 13.5px; } a { color: var(--link); }
nav h2 { font-size: 15px; margin-top: 18px; border: 0; } nav ol { margin: 0; padding-left: 22px; columns: 2; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; margin: 6px 0 10px; }
th, td { text-align: left; vertical-align: top; padding: 5px 9px; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
td.long { overflow-wrap: anywhere; min-width: 20ch; } .date { min-width: calc(10ch + 20px); font-variant-numeric: tabular-nums; } th { background: var(--band); font-weight: 600; } .number { text-align: right; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--band); padding: 10px 12px; margin: 6px 0; font: 12.5px/1.45 ui-monospace, "Liberation Mono", monospace; }
details { margin: 6px 0; } summary { cursor: pointer; color: var(--soft); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 8px 20px; margin: 14px 0; }
.facts dt { color: var(--soft); font-size: 12.5px; } .facts dd { margin: 0; overflow-wrap: anywhere; }
.blanks { display: grid; grid-template-columns: 220px 1fr; gap: 22px 12px; margin: 18px 0; } .blanks dt { color: var(--soft); } .blanks dd { margin: 0; border-bottom: 1px solid var(--ink); min-height: 22px; }
.beside { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; } .beside > div { min-width: 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .soft { color: var(--soft); }
svg text { fill: var(--ink); font: 12.5px system-ui, "Liberation Sans", sans-serif; } svg .soft { fill: var(--soft); }
figure { margin: 14px 0; } figcaption { font-weight: 600; margin-bottom: 4px; } figure svg { max-width: 100%; height: auto; }
.filter { display: flex; gap: 10px; align-items: center; color: var(--soft); } .filter input { font: inherit; color: inherit; background: var(--band); border: 1px solid var(--line); border-radius: 4px; padding: 3px 8px; min-width: 220px; }
footer { border-top: 1px solid var(--line); margin-top: 36px; padding-top: 8px; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --ground: #fff; --band: #f2f2f2; --link: #000; --good: #0b5a30; --bad: #8f1710; --warn: #6d4200; --bar: #3b6ea5; }
  body { max-width: none; padding: 0; font-size: 10.5pt; } .filter { display: none; } .scroll { overflow: visible; }
  th, td, td.long { overflow-wrap: anywhere; min-width: 9ch; padding: 3px 5px; font-size: 8.5pt; } td.long { min-width: 22ch; } .date { min-width: 10ch; } .number { min-width: 0; overflow-wrap: break-word; } h2, h3, h4, summary { break-after: avoid; } tr, .facts > div, figure, .blanks { break-inside: avoid; } thead { display: table-header-group; }
  pre { border: 1px solid var(--line); font-size: 8.5pt; } @page { size: ${paper} portrait; margin: 16mm 14mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt system-ui, "Liberation Sans", sans-serif; color: #444; } } .wide, .wide + p.soft, ${HEADINGS_OF_WIDE} { page: wide; } @page wide { size: ${paper} landscape; }
  ${OPENINGS}, ${CLOSING} { page: wide; }
  th { overflow-wrap: break-word; }
}
`;
