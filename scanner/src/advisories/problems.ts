// Collects the problems of one file of advisories, each sentence once.
import type { Issue } from '../findings.ts';
import type { Problems } from './reading.ts';

/** The limit for one file. Further sentences are only counted. */
const MOST_LISTED = 20;

export function createAdvisoryProblems(path: string): Problems {
  const sentences = new Set<string>();
  let unlisted = 0;
  return {
    add(sentence) {
      const short = sentence.length <= 500 ? sentence : `${sentence.slice(0, 400)}…${sentence.slice(-100)}`;
      if (sentences.has(short)) return;
      if (sentences.size < MOST_LISTED) sentences.add(short);
      else unlisted++;
    },
    issues(): Issue[] {
      const all = unlisted === 0 ? [...sentences] : [...sentences, `${unlisted} more things are wrong in this file.`];
      return all.map((message) => ({ code: 'bad-advisory', path, message }));
    },
  };
}
