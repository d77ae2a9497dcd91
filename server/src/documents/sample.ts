// A document with every kind of block, and what strangers may write, for the tests of the formats.
import type { Cell, ReportDocument, Row } from './document.ts';

/** A dot, as PNG. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const HOSTILE_TEXTS: readonly string[] = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|'/c calc'!A1"],
  ...['<script>alert(1)</script>', '</pre></w:t><x>', ']]>', '"quoted", and\nlines', '../../x', 'javascript:alert(1)'],
  ...[
    'bell \u0007 escape \u001b[31m',
    'NUL \0',
    'lone \uD800 half',
    'gnp.\u202Eexe\u202C',
    'line\u2028separator',
    '_x0041_',
  ],
  ...['````` fence', '[link](javascript:x) **bold** | pipe', '1. list', '# head'],
];

const rows: Row[] = HOSTILE_TEXTS.map((text, at): Row => {
  const link: Cell = { text, url: at % 2 === 0 ? 'javascript:alert(1)' : `https://example.org/?q=${at}&x="<` };
  return [text, at - 2.5, at % 2 === 0, new Date(Date.UTC(2026, 0, at + 1)), link, [text, 'second'], null];
});

export function sampleDocument(more: Partial<ReportDocument> = {}): ReportDocument {
  return {
    title: 'Sample <b>',
    subtitle: 'All kinds of blocks',
    brand: { name: 'Example & House', logo: LOGO, footer: 'Confidential', paper: 'A4' },
    at: new Date('2026-01-06T12:00:00Z'),
    facts: [
      ['Project', 'Träger'],
      ['Files', 12_345],
    ],
    sections: [
      {
        id: 'blocks',
        title: 'Blocks',
        blocks: () => [
          { type: 'heading', text: 'A heading', id: 'heading-1' },
          { type: 'heading', text: 'A smaller one', level: 4 },
          { type: 'paragraph', text: `Words. ${HOSTILE_TEXTS.join(' ')}`, tone: 'warn' },
          { type: 'facts', rows: [['Home', { text: 'here', url: 'https://example.org/' }]] },
          { type: 'list', items: ['one', { text: 'to the heading', to: 'heading-1' }] },
          { type: 'verbatim', text: HOSTILE_TEXTS.join('\n'), summary: 'A text' },
          { type: 'beside', left: { title: 'Left', text: 'L' }, right: { title: 'Right', text: 'R' } },
          {
            type: 'bars',
            title: 'Bars',
            bars: [
              { label: 'High', value: 3, tone: 'bad' },
              { label: 'Low', value: 12 },
            ],
          },
          {
            type: 'graph',
            title: 'Graph with a loop',
            nodes: [
              { id: 'a', label: 'root' },
              { id: 'b', label: 'child', tone: 'bad' },
            ],
            edges: [
              ['a', 'b'],
              ['b', 'a'],
            ],
          },
          { type: 'blanks', labels: ['Signature', 'Date'] },
        ],
      },
      {
        id: 'tables',
        title: 'Tables',
        blocks: () => [
          {
            type: 'table',
            sheet: 'Values [all]',
            columns: [
              { title: 'Text', width: 40 },
              { title: 'Number', type: 'number' },
              { title: 'Yes', type: 'boolean' },
              { title: 'When', type: 'date' },
              { title: 'Link' },
              { title: 'List', isSheetOnly: true },
              { title: 'Unknown' },
            ],
            rows,
            mostOnPage: 20,
          },
          { type: 'table', sheet: 'Nothing', columns: [{ title: 'Text' }], rows: [], none: 'Nothing to see.' },
        ],
      },
    ],
    ...more,
  };
}
