// A thread for the pool's tests: the first word of a file's text tells it how to misbehave.
import { digestsOf } from '../analyze/digests.ts';
import { emptyFacts } from '../analyze/facts.ts';
import type { AnalysisItem, AnalysisResult } from '../analyze/item.ts';
import { sniff } from '../analyze/kind.ts';
import { createBatchRunner } from './thread.ts';

function analyzeHostile({ bytes, known }: AnalysisItem): AnalysisResult {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.startsWith('hang')) for (;;);
  const wait = /^wait (\d+)/.exec(text);
  if (wait) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(wait[1]));
  if (text.startsWith('eat')) for (const eaten: string[][] = []; ; ) eaten.push(new Array<string>(10_000).fill(text));
  if (text.startsWith('exit')) process.exit(3);
  if (text.startsWith('throw')) throw new Error('thrown by the test');
  if (text.startsWith('later'))
    setTimeout(() => {
      throw new Error('thrown later');
    }, 0);
  // A file whose result is as long as its text.
  const language = text.startsWith('much') ? text : 'analysed';
  return {
    findings: { ...emptyFacts(bytes.length, known ?? digestsOf(bytes), sniff(bytes)), language },
    issues: [],
  };
}

export default createBatchRunner(analyzeHostile);
