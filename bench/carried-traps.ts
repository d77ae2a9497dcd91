// Two hundred traps and more in real packages that a person has decided about: does a former decision count where it must not, or is a person asked about what
// says the same? Prints JSON.
//   node bench/carried-traps.ts [--traps 220] [--each 40] [--seed 1] [--kinds 'new file,ships now'] [--packages express@4.18.2,…]
import { parseArgs } from 'node:util';
import { call, decideAll, importAdvisories, type Open, openRows, setAside, uploadAndScan } from './carried-door.ts';
import { installedTree } from './npm-releases.ts';
import { type BenchServer, startServer } from './server.ts';
import {
  type Ground,
  type Planted,
  type Prepares,
  placesOf,
  plant,
  prepareTree,
  shuffled,
  trapKinds,
} from './traps/index.ts';

const { values } = parseArgs({
  options: {
    traps: { type: 'string', default: '220' },
    each: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    // Only these, separated by commas.
    kinds: { type: 'string', default: '' },
    // `name@version`, separated by commas, with what they depend on.
    packages: {
      type: 'string',
      default:
        'express@4.18.2,yargs@17.6.0,dompurify@3.0.0,lodash@4.17.20,commander@10.0.0,chalk@4.1.2,semver@7.5.0,uuid@9.0.0,minimatch@3.1.2,winston@3.8.0,mocha@10.2.0,ws@8.13.0,async@3.2.4',
    },
  },
});
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The kinds in turn, each in a package that has no other trap. Ends when no kind fits any more. */
function plantSome(ground: Ground, many: number, kinds: string[], prepared: Prepares['prepared']) {
  const places = shuffled(placesOf(ground.tree), ground.pick);
  const planted: Planted[] = [];
  for (let misses = 0; planted.length < many && misses < kinds.length; ) {
    const kind = kinds.shift() ?? '';
    kinds.push(kind);
    const at = places.findIndex((place) => {
      const trap = plant(kind, place, ground, prepared);
      if (trap !== undefined) planted.push(trap);
      return trap !== undefined;
    });
    if (at >= 0) places.splice(at, 1);
    misses = at >= 0 ? 0 : misses + 1;
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
  const tree = installedTree(values.packages.split(','));
  const strangers = [...installedTree(['moment@2.29.4', 'react@18.2.0', 'axios@1.6.0'])]
    .filter(
      ([path, bytes]) => path.endsWith('.js') && bytes.length > 1000 && !/copyright|licen[sc]e/i.test(bytes.toString()),
    )
    .map(([, bytes]) => bytes);
  const ground: Ground = { tree, pick, known: new Set(), strangers, advisories: new Map() };
  const many = Number(values.traps);
  const prepares = prepareTree(ground, Math.ceil(many / trapKinds.length));
  await importAdvisories(server, ground.advisories);
  const { id } = await call<{ id: number }>(server, 'POST', '/projects', { name: 'Traps' });
  await uploadAndScan(server, id, tree);
  console.error(`scanned: ${prepares.setAside.length} to be set aside`);
  await setAside(server, id, prepares.setAside);
  await decideAll(server, id, await openRows(server, id));
  const kinds = trapKinds.filter((kind) => values.kinds === '' || values.kinds.split(',').includes(kind));
  const all: Planted[] = [];
  const found = { wronglyCarried: [] as string[], wronglyAsked: [] as string[], besideTraps: [] as string[] };
  while (all.length < many) {
    const traps = plantSome(ground, Math.min(Number(values.each), many - all.length), kinds, prepares.prepared);
    if (traps.length === 0) break;
    await importAdvisories(server, ground.advisories);
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
