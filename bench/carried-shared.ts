// Two applications that share packages: a person decides everything in the first one, release by release. What does the second one, which has packages of its
// own, ask of a person at first and at its next release? Prints JSON.
//   node bench/carried-shared.ts [--shared express@4.18.2,express@4.19.2] [--own yargs@17.6.0]
import { parseArgs } from 'node:util';
import { call, decideAll, openRows, uploadAndScan } from './carried-door.ts';
import { installedTree } from './npm-releases.ts';
import { startServer } from './server.ts';

const { values } = parseArgs({
  options: {
    shared: { type: 'string', default: 'express@4.18.2,express@4.19.2' },
    own: { type: 'string', default: 'yargs@17.6.0' },
  },
});
const releases = values.shared.split(',');

const server = await startServer();
try {
  const project = async (name: string) => (await call<{ id: number }>(server, 'POST', '/projects', { name })).id;
  const [first, second] = [await project('First'), await project('Second')];
  const steps = [];
  for (const shared of releases) {
    await uploadAndScan(server, first, installedTree([shared]));
    await decideAll(server, first, await openRows(server, first));
    await uploadAndScan(server, second, installedTree([shared, values.own]));
    const { files, items, openFiles, openItems } = await openRows(server, second);
    const needs = openItems.filter(({ isProposed }) => !isProposed);
    steps.push({ shared, files, items, openFiles: openFiles.length, openItems: needs.length });
    console.error(JSON.stringify(steps.at(-1)));
    for (const { path, why } of openFiles.slice(0, 20)) console.error(`  ${path}: ${why}`);
    for (const { name, why } of needs.slice(0, 20)) console.error(`  ${name}: ${why}`);
    await decideAll(server, second, await openRows(server, second));
  }
  console.log(JSON.stringify({ own: values.own, steps }, null, 1));
} finally {
  await server.stop();
}
