// Times as versions, in the form of RFC 3339. Any other text comes before all times.
// https://www.rfc-editor.org/rfc/rfc3339
import { type Order, versionScheme } from '../scheme.ts';
import { compareTexts, compareValues } from '../text.ts';

type Parsed = { seconds: number; fraction: string } | { text: string };

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

export const datetime = versionScheme<Parsed>({
  name: 'datetime',
  parse: momentOf,
  compare(a, b): Order {
    if ('text' in a || 'text' in b) {
      if (!('text' in a)) return 1;
      return 'text' in b ? compareTexts(a.text, b.text) : -1;
    }
    return compareValues(a.seconds, b.seconds) || compareTexts(a.fraction, b.fraction);
  },
});

function momentOf(version: string): Parsed {
  const text = version.trim();
  // A longer text has a fraction of a second that nobody can measure.
  const match = text.length > 100 ? null : MOMENT.exec(text);
  if (match === null) return { text };
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -60 : 60);
  const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - offset;
  return { seconds, fraction: (match[7] ?? '').replace(/0+$/, '') };
}
