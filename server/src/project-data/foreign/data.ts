// Turns a document of another system into data for an import.

import { giveWay } from '../../turns.ts';
import type { IncomingData } from '../document.ts';
import { readSent } from '../reading/index.ts';
import type { ForeignData } from './model.ts';

export function foreignData(file: string, format: string | undefined): IncomingData {
  let data: ForeignData | undefined;
  return {
    async facts(issues, onFile) {
      data = await readSent({ kind: 'foreign', file, format }, issues);
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
