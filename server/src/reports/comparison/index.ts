// The comparison of two projects, by the same comparison as GET /projects/{projectId}/difference and `assay sbom diff`.
import {
  type Compared,
  type ComparedFinding,
  type ComparedPart,
  compareSteps,
  countsOfRows,
  DIFFERENCE_KINDS,
  type DifferenceRow,
  differenceRows,
} from '@assay/scanner/sbom';
import type { Block } from '../../documents/document.ts';
import { DIFFERENCE_WORDS } from '../../domain/differences/words.ts';
import { UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import { giveWay } from '../../turns.ts';
import { edgesAmong } from '../compared-edges.ts';
import type { ReportItem, ReportVulnerability } from '../data.ts';
import { filterNote, subtitle } from '../item-blocks.ts';
import { once } from '../once.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { comparedState, stateOf } from '../vulnerability-analysis.ts';

interface Comparison {
  rows: DifferenceRow[];
  notCompared: [first: number, second: number];
}

export const comparison: ReportWriter = {
  data: ['inventoryItems', 'vulnerabilities', 'links'],
  document: (source) => {
    const compared = once(() => comparisonOf(source));
    return {
      title: `Comparison: ${source.head.project.name} and ${otherName(source)}`,
      subtitle: subtitle(source, ''),
      brand: source.brand,
      at: source.at,
      facts: [
        ['First project', source.head.project.name],
        ['Second project', otherName(source)],
        ['Items of the first', source.head.counts.items],
        ['Items of the second', source.other?.head.counts.items ?? null],
      ],
      sections: [
        { id: 'summary', title: 'Summary', blocks: () => summary(source, compared) },
        { id: 'differences', title: 'Differences', blocks: () => differences(source, compared) },
      ],
    };
  },
};

const otherName = ({ other }: ReportSource) => other?.head.project.name ?? 'no second project';

async function comparisonOf(source: ReportSource): Promise<Comparison> {
  const [before, after] = [await sideOf(source), source.other ? await sideOf(source.other) : NOTHING];
  const steps = compareSteps(before, after);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done)
      return { rows: differenceRows(step.value), notCompared: [countNotCompared(before), countNotCompared(after)] };
    await giveWay();
  }
}

const NOTHING: Compared = { parts: [], others: [], statesVulnerabilities: true };
const countNotCompared = ({ parts }: Compared) => parts.filter(({ isCompared }) => !isCompared).length;

async function sideOf({ list }: Pick<ReportSource, 'list'>): Promise<Compared> {
  const findings = new Map<number, ComparedFinding[]>();
  for await (const one of list('vulnerabilities')) {
    const ofItem = findings.get(one.itemId) ?? [];
    ofItem.push(findingOf(one));
    findings.set(one.itemId, ofItem);
  }
  const parts: ComparedPart[] = [];
  const ids: number[] = [];
  for await (const item of list('inventoryItems')) {
    parts.push(partOf(item, findings.get(item.id) ?? []));
    ids.push(item.id);
  }
  const edges = await edgesAmong(ids, list('links'));
  return { parts, others: [], statesVulnerabilities: true, ...(edges && { edges }) };
}

const findingOf = (one: ReportVulnerability): ComparedFinding => ({
  ...{ id: one.id, state: comparedState(stateOf(one), one.isUndetermined) },
});

/** Items without a component are licenses, which nobody compares with advisories. */
function partOf(item: ReportItem, findings: ComparedFinding[]): ComparedPart {
  const { purl, cpe, type, componentName, name, versionName, licenseExpression, licenseName, status } = item;
  const isComponent = type === 'Component';
  return {
    ...{ purl, cpe, name: (isComponent && componentName) || name, decision: status, findings },
    version: versionName === UNKNOWN_VERSION ? '' : versionName,
    declared: item.licenseFacts.declared.expression,
    concluded: licenseExpression || licenseName,
    isCompared: !isComponent || item.coverage.state !== 'not-compared',
  };
}

async function* summary(source: ReportSource, compared: () => Promise<Comparison>): AsyncGenerator<Block> {
  yield* filterNote(source);
  const { rows, notCompared } = await compared();
  const counts = countsOfRows(rows);
  yield {
    type: 'bars',
    title: 'Differences',
    bars: DIFFERENCE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => ({
      label: DIFFERENCE_WORDS[kind],
      value: counts[kind],
    })),
  };
  const [first, second] = notCompared;
  if (first + second > 0)
    yield {
      type: 'paragraph',
      text: `${first} components of the first project and ${second} of the second were not compared with advisories: a vulnerability that is missing there is not gone.`,
    };
}

async function* differences(source: ReportSource, compared: () => Promise<Comparison>): AsyncGenerator<Block> {
  const { rows } = await compared();
  yield {
    type: 'table',
    sheet: 'Differences',
    columns: [
      { title: 'Difference', width: 26 },
      { title: 'Component', width: 40 },
      { title: 'Vulnerability', width: 20 },
      { title: source.head.project.name, width: 26 },
      { title: otherName(source), width: 26 },
      { title: 'Why', width: 14 },
    ],
    rows: rows.map(({ kind, component, vulnerability, before, after, why }) => [
      ...[DIFFERENCE_WORDS[kind], component, vulnerability],
      ...[before.join('\n'), after.join('\n'), why],
    ]),
    mostOnPage: 5000,
    none: 'There is no difference, or the filters leave out all items.',
  };
}
