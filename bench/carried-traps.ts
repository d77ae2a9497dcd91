// Two hundred traps in real packages that a person has decided about: does a former decision count where it must not, or is a person asked about what says
// the same? Prints JSON.
//   node bench/carried-traps.ts [--traps 200] [--each 25] [--seed 1]
import { parseArgs } from 'node:util';
import { call, decideAll, type Open, openRows, uploadAndScan } from './carried-door.ts';
import { installedTree } from './npm-releases.ts';
import { type BenchServer, startServer } from './server.ts';
import { type Ground, type Planted, placesOf, plant, trapKinds } from './traps.ts';

const { values } = parseArgs({
  options: {
    traps: { type: 'string', default: '200' },
    each: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
  },
});
const PACKAGES = [
  ...['express@4.18.2', 'yargs@17.6.0', 'dompurify@3.0.0', 'lodash@4.17.20', 'commander@10.0.0', 'chalk@4.1.2'],
  ...['semver@7.5.0', 'uuid@9.0.0', 'minimatch@3.1.2', 'winston@3.8.0', 'mocha@10.2.0', 'ws@8.13.0', 'async@3.2.4'],
];

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The kinds in turn, each in a package that has no other trap. */
function plantSome(ground: Ground, many: number, kinds: string[]) {
  const { tree, pick } = ground;
  const places = placesOf(tree)
    .map((place) => ({ place, at: pick(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ place }) => place);
  const planted: Planted[] = [];
  while (planted.length < many && places.length > 0) {
    const kind = kinds.shift() ?? '';
    kinds.push(kind);
    for (const [at, place] of places.entries()) {
      const trap = plant(kind, place, ground);
      if (trap === undefined) continue;
      planted.push(trap);
      places.splice(at, 1);
      break;
    }
  }
  return planted;
}

function judge(traps: readonly Planted[], { openFiles, openItems }: Open) {
  const files = new Map(openFiles.map(({ path, why }) => [path, why]));
  const items = new Map(openItems.flatMap(({ name, isProposed, why }) => (isProposed ? [] : [[name, why] as const])));
  const wronglyCarried: string[] = [];
  const wronglyAsked: string[] = [];
  for (const { kind, files: paths, item, mustCarry } of traps) {
    for (const path of paths) {
      if (mustCarry && files.has(path)) wronglyAsked.push(`${kind}: ${path}: ${files.get(path)}`);
      if (!mustCarry && !files.has(path)) wronglyCarried.push(`${kind}: ${path}`);
    }
    if (item === undefined) continue;
    if (mustCarry && items.has(item)) wronglyAsked.push(`${kind}: ${item}: ${items.get(item)}`);
    if (!mustCarry && !items.has(item)) wronglyCarried.push(`${kind}: item ${item}`);
  }
  return { wronglyCarried, wronglyAsked };
}

async function run(server: BenchServer) {
  const pick = random(Number(values.seed));
  const tree = installedTree(PACKAGES);
  const strangers = [...installedTree(['moment@2.29.4', 'react@18.2.0', 'axios@1.6.0'])]
    .filter(
      ([path, bytes]) => path.endsWith('.js') && bytes.length > 1000 && !/copyright|licen[sc]e/i.test(bytes.toString()),
    )
    .map(([, bytes]) => bytes);
  const { id } = await call<{ id: number }>(server, 'POST', '/projects', { name: 'Traps' });
  await uploadAndScan(server, id, tree);
  await decideAll(server, id, await openRows(server, id));
  const kinds = [...trapKinds];
  const known = new Set<string>();
  const all: Planted[] = [];
  const found = { wronglyCarried: [] as string[], wronglyAsked: [] as string[], besideTraps: [] as string[] };
  while (all.length < Number(values.traps)) {
    const many = Math.min(Number(values.each), Number(values.traps) - all.length);
    const traps = plantSome({ tree, pick, known, strangers }, many, kinds);
    await uploadAndScan(server, id, tree);
    const open = await openRows(server, id);
    const { wronglyCarried, wronglyAsked } = judge(traps, open);
    found.wronglyCarried.push(...wronglyCarried);
    found.wronglyAsked.push(...wronglyAsked);
    const trapped = new Set(traps.flatMap(({ files, item = '' }) => [...files, item]));
    found.besideTraps.push(
      ...open.openFiles.flatMap(({ path, why }) => (trapped.has(path) ? [] : [`${path}: ${why}`])),
      ...open.openItems.flatMap(({ name, why, isProposed }) =>
        isProposed || trapped.has(name) ? [] : [`${name}: ${why}`],
      ),
    );
    all.push(...traps);
    console.error(
      `${all.length} traps: ${found.wronglyCarried.length} wrongly carried, ${found.wronglyAsked.length} wrongly asked`,
    );
    await decideAll(server, id, open);
  }
  const byKind = Object.fromEntries(
    [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]),
  );
  return { traps: all.length, byKind, ...found };
}

const server = await startServer();
try {
  const result = await run(server);
  console.log(JSON.stringify(result, null, 1));
  if (result.wronglyCarried.length + result.wronglyAsked.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
}
