// The answer to "are we affected by X?". An unknown id, a known one that affects nothing, and one that could not be compared everywhere are three
// different answers. Pure.
import { countOf } from '../count-text.ts';

/** Of a vulnerability; the last two are of a package. */
export const affectedAnswers = [
  'AFFECTED',
  'UNDETERMINED',
  'NOT_COMPARED',
  'NOT_AFFECTED',
  'UNKNOWN',
  'IN_USE',
  'NOT_IN_USE',
] as const;
export type AffectedAnswer = (typeof affectedAnswers)[number];

export interface AffectedFacts {
  /** As it was asked for. */
  by: string;
  /** Name of the vulnerability; undefined if no record has the asked name. */
  vulnerability: string | undefined;
  affected: number;
  undetermined: number;
  suppressed: number;
  /** Items found by the name of a package, if X is no known vulnerability. */
  uses: number;
  /** Items that were not compared with advisories, and projects with such items. */
  notCompared: { items: number; projects: number; words: string };
  /** Whether any source has given a record. */
  hasRecords: boolean;
}

/** Ids as their publishers write them: CVE-2021-44228, GHSA-jfh8-c2jp-5v3q, RHSA-2021:5137, PYSEC-2021-66, DSA-5020-1, BDU:2021-05969. */
const ID = /^[a-z][a-z0-9]*(?:-[a-z]+)*[-:](?:\d[\w.]*(?:[-:][\w.]+)*|[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4})$/i;
const WITH_NUMBER = /^[A-Z]{2,}/;

export function looksLikeVulnerability(text: string): boolean {
  const trimmed = text.trim();
  return ID.test(trimmed) && (WITH_NUMBER.test(trimmed) || /^(?:cve|ghsa|mal)-/i.test(trimmed));
}

export function affectedAnswer(facts: AffectedFacts): { answer: AffectedAnswer; words: string } {
  const { by, vulnerability: name, notCompared } = facts;
  if (name === undefined) return ofOther(facts);
  const rest = notCompared.items === 0 ? '' : ` ${restInWords(notCompared)}`;
  if (facts.affected > 0)
    return { answer: 'AFFECTED', words: `${countOf(facts.affected, 'item')} affected by ${name}.${rest}` };
  if (facts.undetermined > 0)
    return {
      answer: 'UNDETERMINED',
      words: `It is undetermined whether ${name} affects ${countOf(facts.undetermined, 'item')}.${rest}`,
    };
  const known =
    name.toLowerCase() === by.trim().toLowerCase() ? `${name} is known` : `${by.trim()} is known as ${name}`;
  const suppressed =
    facts.suppressed === 0 ? '' : ` People decided that ${countOf(facts.suppressed, 'item')} with it do not count.`;
  if (notCompared.items > 0)
    return { answer: 'NOT_COMPARED', words: `${known}, and no compared item has it.${suppressed}${rest}` };
  return { answer: 'NOT_AFFECTED', words: `${known}, and no item has it. All items were compared.${suppressed}` };
}

function restInWords({ items, projects, words }: AffectedFacts['notCompared']): string {
  const hold = projects === 1 ? 'holds' : 'hold';
  return `But ${countOf(projects, 'project')} ${hold} ${countOf(items, 'item')} not compared with advisories, of which nothing is known (${words}).`;
}

function ofOther({ by, uses, hasRecords }: AffectedFacts): { answer: AffectedAnswer; words: string } {
  const asked = by.trim();
  if (uses > 0) return { answer: 'IN_USE', words: `${countOf(uses, 'item')} of this package.` };
  if (!hasRecords && looksLikeVulnerability(asked))
    return { answer: 'UNKNOWN', words: `There are no advisories yet, so nothing is known of ${asked}.` };
  if (looksLikeVulnerability(asked))
    return {
      answer: 'UNKNOWN',
      words: `No advisory here names ${asked}. So it is not known whether you are affected: the id may be wrong, too new, or in a source that is not used.`,
    };
  return {
    answer: 'NOT_IN_USE',
    words: `No item that you may see is of a package with the name ${asked}, and no advisory has this name.`,
  };
}
