// The result of a file that could not be analysed. Both sides of the pool use it, so it loads no matcher.
import { digestsOf } from '../analyze/digests.ts';
import { emptyFacts, NO_DIGESTS } from '../analyze/facts.ts';
import type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
import { sniff } from '../analyze/kind.ts';

/** Size, digests and kind of the file, and the reason why the rest is unknown. */
export function failedResult(
  item: AnalysisItem,
  code: 'deadline' | 'out-of-memory' | 'internal',
  message: string,
): AnalysisResult {
  const digests = item.known ?? (item.window ? NO_DIGESTS : digestsOf(item.bytes));
  const findings = emptyFacts(item.bytes.length, digests, item.window?.sniffed ?? sniff(item.bytes));
  return { findings, issues: [{ code, path: '', message }], state: item.window };
}
