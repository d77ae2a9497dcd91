// The conditions of `--fail-on` for a scan that is sent to a server: they are met by what the server answers.
import { UsageError } from '../options.ts';

const GATE_WORDS = ['rejected', 'draft', 'critical', 'high', 'medium', 'low', 'unknown', 'not-compared'] as const;
type GateWord = (typeof GATE_WORDS)[number];

/** What the server says of a scan agent. */
export interface AgentState {
  totalFiles: number;
  inventory: { items: number; published: number; rejected: number; drafts: number; notCompared: number };
  vulnerabilities: Record<'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'NONE' | 'UNKNOWN', number>;
}

/** The words for the server, and the rest, which is for a check with advisories of one's own. A word that both know is for both. */
export function gateOf(text: string | boolean | undefined, isChecked: boolean): { gate: GateWord[]; check: string } {
  const words =
    text === undefined
      ? []
      : String(text)
          .split(',')
          .map((part) => part.trim());
  const known = (word: string) => GATE_WORDS.find((one) => one === word.toLowerCase());
  const foreign = words.find((word) => known(word) === undefined);
  if (foreign !== undefined && !isChecked)
    throw new UsageError(
      `With --to, --fail-on must name ${GATE_WORDS.join(', ')}, with commas between them, not "${foreign}". With --advisories it may name what a check knows as well.`,
    );
  const check = words.filter((word) => !OF_SERVER_ALONE.has(word.toLowerCase()));
  return { gate: words.flatMap((word) => known(word) ?? []), check: check.join(',') };
}
const OF_SERVER_ALONE: ReadonlySet<string> = new Set<GateWord>(['rejected', 'draft']);

/** A reason for each condition that is met. */
export function gateFailures({ inventory, vulnerabilities }: AgentState, words: readonly GateWord[]): string[] {
  const items = (count: number, what: string) =>
    count === 0 ? [] : [`${count} inventory item${count === 1 ? ' is' : 's are'} ${what}`];
  const { CRITICAL, HIGH, MEDIUM, LOW, UNKNOWN } = vulnerabilities;
  const found = (count: number, what: string) =>
    count === 0 ? [] : [`${count} ${what} vulnerabilit${count === 1 ? 'y' : 'ies'}`];
  const met: Record<GateWord, string[]> = {
    rejected: items(inventory.rejected, 'rejected'),
    draft: items(inventory.drafts, 'not decided yet'),
    critical: found(CRITICAL, 'critical'),
    high: found(CRITICAL + HIGH, 'high or critical'),
    medium: found(CRITICAL + HIGH + MEDIUM, 'medium or graver'),
    low: found(CRITICAL + HIGH + MEDIUM + LOW, 'low or graver'),
    unknown: found(UNKNOWN, 'unrated'),
    'not-compared': items(inventory.notCompared, 'compared with no advisories'),
  };
  return words.flatMap((word) => met[word].map((why) => `${word}: ${why}`));
}
