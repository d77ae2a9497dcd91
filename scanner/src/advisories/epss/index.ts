// EPSS: how likely it is that a vulnerability is exploited within 30 days. A table `cve,epss,percentile`, as first.org publishes it daily.
import type { AdvisoryMember } from '../reading.ts';
import { isIdentifier, quoted } from '../reading.ts';

const HEAD = /^(?:#[^\n]*\n)?cve,epss,percentile\s*$/m;

export const epss: AdvisoryMember = {
  name: 'epss',
  title: 'EPSS',
  format: 'csv',
  isMine: (document) => typeof document === 'string' && HEAD.test(document.slice(0, 300)),
  read(document, { problems, emit }) {
    const text = document as string;
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\n', start);
      const line = text.slice(start, end === -1 ? undefined : end).trim();
      start = end === -1 ? text.length : end + 1;
      if (line === '' || line.startsWith('#') || line.startsWith('cve,')) continue;
      const [id = '', score = '', percentile = ''] = line.split(',');
      const prediction = { id, score: fraction(score), percentile: fraction(percentile) };
      if (isIdentifier(id) && prediction.score >= 0 && prediction.percentile >= 0)
        emit({ type: 'prediction', prediction });
      else
        problems.add(`The line ${quoted(line)} must be a CVE, a score and a percentile from 0 to 1; it was left out.`);
    }
  },
};

/** -1 if the text is not a number from 0 to 1. */
function fraction(text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  return value >= 0 && value <= 1 ? value : -1;
}
