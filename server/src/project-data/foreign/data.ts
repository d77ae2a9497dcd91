// Turns a document of another system into data for an import.
import type { IncomingData } from '../document.ts';
import type { ForeignData } from './model.ts';
import { readForeign } from './read.ts';

export function foreignData(file: string, format: string | undefined): IncomingData {
  let data: ForeignData | undefined;
  return {
    async facts(issues, onFile) {
      data = await readForeign(file, format, issues);
      for (const one of data.files) onFile(one);
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
