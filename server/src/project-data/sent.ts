// Project data that somebody sent: a thread reads them before the import locks the project, so that neither requests nor changes wait for it.
import { type IncomingData, IssueList } from './document.ts';
import type { IncomingFile, IncomingItem } from './incoming.ts';
import { readSent } from './reading/index.ts';
import { type SpooledFacts, spoolsIn } from './reading/project-data.ts';
import { readSpool } from './reading/spool.ts';

/** @param file a zip with one JSON file. @param folder an own folder of the import, which removes it at its end */
export function sentProjectData(file: string, folder: string): IncomingData {
  const found = new IssueList();
  const paths = spoolsIn(folder);
  let read: SpooledFacts | undefined;
  const ahead = async (signal?: AbortSignal) => {
    read ??= await readSent({ kind: 'projectData', file, folder }, found, { signal });
    return read;
  };
  return {
    ahead: async (signal) => void (await ahead(signal)),
    async facts(issues, onFile) {
      const { tasks, ...facts } = await ahead();
      for (const issue of found.kept) issues.push(issue);
      issues.count += found.count - found.kept.length;
      for await (const one of readSpool<IncomingFile>(paths.files)) onFile(one);
      const byItem = Map.groupBy(tasks, ({ item }) => item);
      return { ...facts, tasks: new Map([...byItem].map(([item, of]) => [item, of.map(({ task }) => task)])) };
    },
    items: () => readSpool<IncomingItem>(paths.items),
    history: () => readSpool(paths.history),
  };
}
