// Pieces of the HTML that reports share: one escaping, one page frame. A report must open without a network, so the style is inside.

/** Text made safe inside HTML text and quoted attributes. */
export function escapeHtml(text: string | number): string {
  return String(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Only web addresses become links; `javascript:` and the like stay text. */
export function link(url: string): string {
  return /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(url)}</a>`
    : escapeHtml(url);
}

export function table(head: string[], rows: string[][]): string {
  const cells = (tag: string, row: string[]) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>`;
}

export function pageHead(title: string, subtitle: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head><body><main>
<header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p></header>
`;
}

export const PAGE_END = '</main></body></html>\n';

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2630; --faint: #5b6875; --line: #d8dee5; --ground: #fff; --band: #f4f6f8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e8ee; --faint: #98a4b1; --line: #36404b; --ground: #171c22; --band: #1f262e; } }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
main { max-width: 1200px; margin: 0 auto; padding: 24px; }
h1 { font-size: 26px; margin: 0; } h2 { margin: 32px 0 8px; font-size: 19px; } h3 { margin: 24px 0 4px; font-size: 15px; }
header p { color: var(--faint); margin: 4px 0 16px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 5px 10px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { background: var(--band); } pre { white-space: pre-wrap; background: var(--band); padding: 10px; overflow-wrap: anywhere; }
details { margin: 4px 0; } .approved { color: #1a7f4b; } .rejected { color: #c0392b; } .draft { color: var(--faint); }
@media print { main { max-width: none; } details { display: block; } }
`;
