// Real releases of npm packages and Debian source packages, one after the other: a person decides everything on the first; what needs a person on each one that follows, and why? How much
// of the last one is proposed in a second project? Prints JSON.
//   node bench/carried-real.ts [--packages express,debian:jq,…] [--releases 10] [--shape installed|packed] [--apply] [--why]
// --shape is of npm packages; source packages of Debian are unpacked and patched, in the versions that its suites have now.
// --apply: version bumps count by themselves; otherwise they are proposed, which counts as not needing a person here. --why: names each open file and item.
import { parseArgs } from 'node:util';
import { decideAll, type Open, openRows, secondProject, uploadAndScan } from './carried-door.ts';
import { debianTree, debianVersions } from './debian-releases.ts';
import { installedTree, packedTree, type Tree, versionsOf } from './npm-releases.ts';
import { type BenchServer, startServer } from './server.ts';

const { values } = parseArgs({
  options: {
    packages: { type: 'string', default: 'express,yargs,dompurify,lodash,commander' },
    releases: { type: 'string', default: '10' },
    shape: { type: 'string', default: 'installed' },
    apply: { type: 'boolean', default: false },
    why: { type: 'boolean', default: false },
  },
});

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

const DEBIAN = 'debian:';

function treeOf(name: string, version: string): Tree {
  if (name.startsWith(DEBIAN)) return debianTree(name.slice(DEBIAN.length), version);
  return values.shape === 'packed' ? packedTree(name, version) : installedTree([`${name}@${version}`]);
}

const listedVersions = (name: string, many: number): string[] =>
  name.startsWith(DEBIAN) ? debianVersions(name.slice(DEBIAN.length)).slice(-many) : versionsOf(name, many);

async function follow(server: BenchServer, name: string) {
  const versions = listedVersions(name, Number(values.releases));
  const { body } = await server.api('POST', '/projects', { name: `${name} ${values.shape}` });
  const projectId = (body as { id: number }).id;
  if (values.apply) await server.api('PUT', `/projects/${projectId}/carrySettings`, { versionBump: 'APPLY' });
  const steps = [];
  let last: Tree = new Map();
  for (const [at, version] of versions.entries()) {
    last = treeOf(name, version);
    await uploadAndScan(server, projectId, last);
    const open = await openRows(server, projectId);
    if (at > 0) steps.push(stepOf(version, open));
    if (values.why) for (const one of at > 0 ? (steps.at(-1)?.needs ?? []) : []) console.error(`  ${one}`);
    console.error(
      `${name} ${version}: ${open.openFiles.length} of ${open.files} files, ${open.openItems.length} of ${open.items} items are open`,
    );
    await decideAll(server, projectId, open);
  }
  const second = await secondProject(server, `${name} again`, last);
  return { name, versions, ...sumOf(steps), ...second, ...(values.why && { steps }) };
}

function stepOf(version: string, { files, items, openFiles, openItems }: Open) {
  return {
    version,
    ...{
      files,
      items,
      openFiles: openFiles.length,
      openItems: openItems.filter(({ isProposed }) => !isProposed).length,
    },
    proposedItems: openItems.filter(({ isProposed }) => isProposed).length,
    needs: [
      ...openFiles.map(({ path, why }) => `${path}: ${why}`),
      ...openItems.filter(({ isProposed }) => !isProposed).map((item) => `${item.name}: ${item.why}`),
    ],
  };
}

function sumOf(steps: ReturnType<typeof stepOf>[]) {
  const sum = (member: 'files' | 'items' | 'openFiles' | 'openItems') =>
    steps.reduce((total, step) => total + step[member], 0);
  return {
    filesNeedAPerson: percent(sum('openFiles'), sum('files')),
    itemsNeedAPerson: percent(sum('openItems'), sum('items')),
    mostFiles: Math.max(...steps.map((step) => percent(step.openFiles, step.files))),
    mostItems: Math.max(...steps.map((step) => percent(step.openItems, step.items))),
  };
}

const server = await startServer();
try {
  const followed = [];
  for (const name of values.packages.split(',')) followed.push(await follow(server, name));
  console.log(JSON.stringify({ shape: values.shape, isApplied: values.apply, followed }, null, 1));
} finally {
  await server.stop();
}
