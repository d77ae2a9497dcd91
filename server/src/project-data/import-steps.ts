// What the steps of an import leave to each other, and to a run that goes on after a killed one.
import type { DataIssue } from '@assay/scanner/member-reader';
import type { Notice } from '../domain/messages/mail-notices.ts';
import type { ImportBatch } from './import-batch.ts';
import type { IncomingItem } from './incoming.ts';

/** What a step notes for a run that goes on after it; `first` is of the first pass. */
export interface RunStep {
  upTo: number;
  counts: ImportBatch['counts'];
  notices: Notice[];
  lines: DataIssue[];
  lineCount: number;
  first?: { taken: [string, number][]; made: [string, number][]; later: [number, Later][] };
}

/** An item of the data that waits for the second pass. `at`: its place among all. */
export interface LaterItem {
  item: IncomingItem;
  later: Later;
  at: number;
}

/** An item that stands, by its place in the first pass. `standing`: its id. */
export interface Later {
  name: string;
  standing: number;
  isCorrected?: boolean;
}
