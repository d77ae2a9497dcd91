// Searches a library of many components by NAME, URL, CPE and FORGE, before and during an import. Prints JSON. The benchmark makes a database
// in a folder of its own and removes both at its end.
//   node bench/component-search.ts [components, 1000000]
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '../server/src/commands/database.ts';
import { readConfig } from '../server/src/config.ts';
import { listComponents, pageOfComponents } from '../server/src/db/components/components.ts';
import { ensureComponents } from '../server/src/db/components/found.ts';
import type { Db } from '../server/src/db/postgres/connection.ts';
import {
  type ComponentQuery,
  componentQuery,
  type SearchInput,
} from '../server/src/domain/components/component-search.ts';
import { isRefusal } from '../server/src/domain/refusal.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const WORDS =
  'react angular lodash spring commons http json parser crypto image video audio data stream event queue cache proxy router server client logger config test mock utils core api auth token session cookie form table chart graph math date time string array object file path url html css xml yaml toml csv pdf zip tar gzip base hash tree list map set vector matrix linear font icon color theme grid layout'.split(
    ' ',
  );
const TYPES = ['npm', 'pypi', 'maven', 'nuget', 'gem', 'cargo'];

const word = (seed: number) => WORDS[seed % WORDS.length] ?? 'x';
const nameOf = (n: number) =>
  `${word(n)}-${word(Math.floor(n / 67))}-${((n * 2_654_435_761) % 4_294_967_296).toString(36)}`;

function component(n: number) {
  const type = TYPES[n % TYPES.length] ?? 'npm';
  const name = nameOf(n);
  const namespace = type === 'maven' ? `org.${word(n * 7)}/` : '';
  return {
    purl: `pkg:${type}/${namespace}${name}`,
    name,
    url: `https://github.com/${word(n * 3)}${n % 5000}/${name}`,
    description: '',
    forgeId: 1,
  };
}

function queries(): ComponentQuery[] {
  const at = (n: number) => nameOf((n * 7919) % COUNT);
  const inputs: SearchInput[] = Array.from({ length: 40 }, (_, n): SearchInput[] => [
    { searchBy: 'NAME', filter: 'ALL_TERMS', searchTerm: at(n).slice(0, -2) },
    { searchBy: 'NAME', filter: 'ALL_TERMS', searchTerm: `${word(n)} ${word(n + 9)}` },
    { searchBy: 'NAME', filter: 'ALL_TERMS', searchTerm: `${at(n).slice(-2)} ${word(n)}` },
    { searchBy: 'NAME', filter: 'ALL_TERMS', searchTerm: at(n).slice(-2) },
    { searchBy: 'NAME', filter: 'ALL_TERMS', searchTerm: at(n).slice(-1) },
    { searchBy: 'NAME', filter: 'ANY_TERM', searchTerm: at(n).split('-').at(-1) ?? 'x' },
    { searchBy: 'NAME', filter: 'BEGINS_WITH', searchTerm: at(n).slice(0, 14) },
    { searchBy: 'NAME', filter: 'EXACT_MATCH', searchTerm: at(n) },
    { searchBy: 'URL', filter: 'ALL_TERMS', searchTerm: `github.com/${word(n * 3)}${n}/` },
    { searchBy: 'CPE', filter: 'ALL_TERMS', vendor: `${word(n * 3)}${n % 5000}/`, product: word(n) },
    { searchBy: 'FORGE', filter: 'ALL_TERMS', forgeName: 'npm', packageName: at(n) },
  ]).flat();
  return inputs.map((input) => {
    const query = componentQuery(input);
    if (isRefusal(query)) throw new Error(query.refusal.message);
    return query;
  });
}

async function measure(db: Db) {
  const times: Record<string, number[]> = {};
  for (const query of queries()) {
    const began = performance.now();
    const { ids } = await pageOfComponents(db, query, { limit: 25, offset: 0 });
    await listComponents(db, [...ids]);
    const kind = kindOf(query);
    times[kind] = [...(times[kind] ?? []), performance.now() - began];
  }
  const all = Object.values(times).flat();
  return Object.fromEntries([...Object.entries(times), ['all', all] as const].map(([kind, of]) => [kind, shares(of)]));
}

function kindOf(query: ComponentQuery): string {
  if (query.by !== 'name') return query.by;
  const most = Math.max(...query.terms.map((term) => term.length));
  return `name ${query.filter}${most === 1 ? ' of one letter' : most === 2 ? ' of two letters' : ''}`;
}

function shares(times: number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const share = (part: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { p50: share(0.5), p95: share(0.95), most: share(1) };
}

async function fill(db: Db, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 20_000)
    await ensureComponents(
      db,
      Array.from({ length: Math.min(20_000, to - at) }, (_, n) => component(at + n)),
    );
}

const folder = join(tmpdir(), `assay-component-search-${process.pid}`);
const config = readConfig({ ASSAY_DATA_DIR: folder });
try {
  await withDatabase(config, async ({ db }) => {
    const began = performance.now();
    await fill(db, 0, COUNT);
    const filledMs = Math.round(performance.now() - began);
    await db.executeQuery({ sql: 'analyze components', parameters: [], query: { kind: 'RawNode' } } as never);
    const alone = await measure(db);
    let isOver = false;
    let imported = 0;
    const importing = (async () => {
      for (; !isOver; imported += 500) await fill(db, COUNT + imported, COUNT + imported + 500);
    })();
    const during = await measure(db);
    isOver = true;
    await importing;
    process.stdout.write(`${JSON.stringify({ components: COUNT, filledMs, alone, during, imported }, null, 2)}\n`);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
