// Judges a document by the rules of standards.yaml: what is met, what is not and where, and a score for each standard.
import { readData } from '../../data-files.ts';
import { valueFor } from '../../items.ts';
import type { CheckedComponent, CheckedDocument } from './checked.ts';
import { COMPONENT_TESTS, DOCUMENT_TESTS } from './rules.ts';

interface Rule {
  id: string;
  clause: string;
  of: 'document' | 'component';
  level: 'required' | 'recommended' | 'optional';
  /** Name of the function that judges it. */
  test: string;
  title: string;
  /** What to do when it is not met. */
  fix: string;
}

interface Standard {
  id: string;
  name: string;
  version: string;
  url: string;
  rules: readonly Rule[];
}

export const STANDARDS = readData(new URL('./standards.yaml', import.meta.url)) as readonly Standard[];

export interface CheckedRule {
  id: string;
  clause: string;
  title: string;
  level: Rule['level'];
  /** `not-applicable`: there is no component. */
  state: 'met' | 'partly' | 'unmet' | 'not-applicable';
  /** Number of the judged components; 1 for the document. */
  judged: number;
  failed: number;
  /** The first of those that fail, each with what is wrong. */
  faults: { what: string; fault: string }[];
  fix: string;
}

export interface CheckedStandard {
  id: string;
  name: string;
  version: string;
  url: string;
  /** 0 to 100: the mean of its required rules, each by the share of components that meet it. */
  score: number;
  /** Whether all required rules are met. */
  isMet: boolean;
  rules: CheckedRule[];
}

export interface QualityReport {
  format: string;
  version: string;
  components: number;
  standards: CheckedStandard[];
}

const MOST_FAULTS = 20;

export function checkDocument(document: CheckedDocument): QualityReport {
  return {
    format: document.format,
    version: document.version,
    components: document.components.length,
    standards: STANDARDS.map((standard) => judged(standard, document)),
  };
}

function judged({ rules, ...standard }: Standard, document: CheckedDocument): CheckedStandard {
  const checked = rules.map((rule) => checkRule(rule, document));
  const counted = checked.filter(({ level, state }) => level === 'required' && state !== 'not-applicable');
  const sum = counted.reduce((total, { judged: all, failed }) => total + (all - failed) / all, 0);
  return {
    ...standard,
    score: counted.length === 0 ? 0 : Math.floor((1000 * sum) / counted.length) / 10,
    isMet: counted.every(({ state }) => state === 'met'),
    rules: checked,
  };
}

function checkRule(rule: Rule, document: CheckedDocument): CheckedRule {
  const { id, clause, title, level, fix } = rule;
  const results =
    rule.of === 'document'
      ? [{ what: 'The document', fault: fromTable(DOCUMENT_TESTS, rule)(document) }]
      : judgedComponents(document).map((one) => ({
          what: one.shown,
          fault: fromTable(COMPONENT_TESTS, rule)(one, document),
        }));
  const faults = results.filter(({ fault }) => fault !== '');
  const state =
    results.length === 0
      ? 'not-applicable'
      : faults.length === 0
        ? 'met'
        : faults.length < results.length
          ? 'partly'
          : 'unmet';
  return {
    ...{ id, clause, title, level, state, judged: results.length, failed: faults.length },
    faults: faults.slice(0, MOST_FAULTS),
    fix,
  };
}

/** What the document is about is a component too. */
const judgedComponents = ({ primary, components }: CheckedDocument): CheckedComponent[] =>
  primary === undefined ? [...components] : [primary, ...components];

const fromTable = <T>(table: Readonly<Record<string, T>>, { test }: Rule): T =>
  valueFor(new Map(Object.entries(table)), test);
