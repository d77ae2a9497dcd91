// Turns a document of another system into data for an import.

import { giveWay } from '../../turns.ts';
import { type IncomingData, IssueList } from '../document.ts';
import { readSent } from '../reading/index.ts';
import type { ForeignData } from './model.ts';

export function foreignData(file: string, format: string | undefined): IncomingData {
  const found = new IssueList();
  let data: ForeignData | undefined;
  const read = async (signal?: AbortSignal) => readSent({ kind: 'foreign', file, format }, found, { signal });
  return {
    async ahead(signal) {
      data = await read(signal);
    },
    async facts(issues, onFile) {
      data ??= await read();
      for (const issue of found.kept) issues.push(issue);
      issues.count += found.count - found.kept.length;
      for (const one of data.files) {
        await giveWay();
        onFile(one);
      }
      const { source, items, analyses } = data;
      return {
        project: '',
        exportedOn: '',
        itemCount: items.length,
        settings: {},
        tasks: new Map(),
        relations: [],
        statements: [],
        removed: [],
        historyCount: 0,
        otherDecisions: new Map(),
        analyses,
        source,
      };
    },
    items: () => data?.items ?? [],
  };
}
