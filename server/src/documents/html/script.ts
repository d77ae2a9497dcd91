// The one script of a page: a field above each long table that hides the rows without its words. It is a constant, because the page's
// policy names its digest.

export const FILTER_SCRIPT = `
for (const table of document.querySelectorAll('.scroll > table')) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length < 8) continue;
  const field = document.createElement('input');
  const count = document.createElement('output');
  field.type = 'search';
  field.placeholder = 'Filter rows';
  field.setAttribute('aria-label', 'Filter rows');
  const bar = document.createElement('div');
  bar.className = 'filter';
  bar.append(field, count);
  table.parentElement.before(bar);
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    count.textContent = words.length ? shown + ' of ' + rows.length : '';
  });
}
`;
