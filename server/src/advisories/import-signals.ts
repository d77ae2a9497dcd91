// Writes the signals of a source: exploitation, predictions, decision points and ends of life.
import type { AdvisoryItem } from '@assay/scanner/advisories';
import { refreshExposuresOfVulnerabilities } from '../db/advisories/matches.ts';
import {
  writeDecisionPoints,
  writeEndsOfLife,
  writeExploitations,
  writePredictions,
} from '../db/advisories/signals.ts';
import type { Db } from '../db/postgres/connection.ts';

interface WrittenSignals {
  count: number;
  /** Lower-case names of exploited vulnerabilities. */
  exploited: string[];
  /** The latest day of an exploitation, ISO 8601; '' for none. */
  newest: string;
}

export async function writeSignals(tx: Db, sourceId: number, items: readonly AdvisoryItem[]): Promise<WrittenSignals> {
  const of = <Type extends AdvisoryItem['type']>(type: Type) =>
    items.filter((item): item is Extract<AdvisoryItem, { type: Type }> => item.type === type);
  const notes = of('exploitation').map(({ exploitation }) => exploitation);
  if (notes.length > 0) await refreshExposuresOfVulnerabilities(tx, await writeExploitations(tx, sourceId, notes));
  const predictions = of('prediction').map(({ prediction }) => prediction);
  if (predictions.length > 0) await writePredictions(tx, sourceId, predictions);
  const points = of('decision-points').map((item) => item.points);
  if (points.length > 0) await writeDecisionPoints(tx, sourceId, points);
  const dates = of('end-of-life').map(({ endOfLife }) => endOfLife);
  if (dates.length > 0) await writeEndsOfLife(tx, sourceId, dates);
  const days = notes.map(({ since }) => since).filter((since) => since !== '');
  return {
    count: notes.length + predictions.length + dates.length,
    exploited: notes.flatMap(({ id, aliases }) => [id, ...aliases]).map((name) => name.toLowerCase()),
    newest: days.length === 0 ? '' : `${days.toSorted().at(-1)}T00:00:00.000Z`,
  };
}
