// The time of a scan by stage: `node bench/stages.ts FOLDER [--rounds N]` prints JSON. It samples the analysis of all files in one thread
// and assigns each sample to the innermost stage on its stack. Shares are of the analysis alone; reading the files is one of its stages.

import { Session } from 'node:inspector';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { analysisHint, createAnalyzer } from '@assay/scanner/analyze';
import { firstOf, itemAt, valueFor } from '@assay/scanner/items';
import { loadLicenseIndex } from '@assay/scanner/licenses';
import { readFolder } from '@assay/scanner/walk';
import { round } from './rates.ts';

/** Functions that identify a stage by name, and the end of their file name. */
const STAGES: readonly [stage: string, functionName: string, file: string][] = [
  ['reading', 'readPlace', 'walk/index.ts'],
  ['reading', 'listFolder', 'walk/index.ts'],
  ['digests', 'digestsOf', 'analyze/digests.ts'],
  ['kind and language', 'beginWindows', 'analyze/text.ts'],
  ['lines of code', 'readLines', 'analyze/text.ts'],
  ['licenses: gate', 'mayHoldLicense', 'licenses/engine/legal-gate.ts'],
  ['licenses: tokens', 'tokenize', 'licenses/engine/reader.ts'],
  ['licenses: where rules may begin', 'ruleStarts', 'licenses/engine/reader.ts'],
  ['licenses: where grams may begin', 'gramPlaces', 'licenses/engine/reader.ts'],
  ['licenses: exact', 'findExact', 'licenses/engine/exact.ts'],
  ['licenses: exact', 'exactCandidates', 'licenses/detect.ts'],
  ['licenses: tags', 'findTags', 'licenses/reading/tags.ts'],
  ['licenses: approximate', 'findApproximate', 'licenses/engine/approximate.ts'],
  ['licenses: which matches stand', 'selectInChunk', 'licenses/engine/select.ts'],
  ['licenses: which matches stand', 'answerOf', 'licenses/judging/answer.ts'],
  ['licenses: the rest', 'detectLicenses', 'licenses/index.ts'],
  ['references to license files', 'findLicenseReferences', 'licenses/reading/references.ts'],
  ['copyrights', 'findCopyrights', 'copyrights/index.ts'],
  ['e-mails and URLs', 'findContacts', 'contacts/index.ts'],
  ['copied libraries', 'find', 'libraries/finder.ts'],
  ['manifests', 'readManifest', 'manifests/index.ts'],
  ['garbage collection', '(garbage collector)', ''],
];

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

interface Profile {
  nodes: ProfileNode[];
  samples?: number[];
  timeDeltas?: number[];
}

function analyzeAll(folder: string): { files: number; bytes: number } {
  const analyzer = createAnalyzer({ licenseIndex: loadLicenseIndex() });
  const totals = { files: 0, bytes: 0 };
  for (const item of readFolder(folder)) {
    if (item.type === 'stream') item.stream.destroy();
    if (item.type !== 'file') continue;
    analyzer.analyze(item.bytes, analysisHint(item.path));
    totals.files++;
    totals.bytes += item.sizeBytes;
  }
  return totals;
}

function profiled(work: () => void): Profile {
  const session = new Session();
  session.connect();
  let profile: Profile | undefined;
  const post = (method: string, parameters: object = {}) =>
    session.post(method, parameters, (error: Error | null, answer?: object) => {
      if (error) throw error;
      if (answer && 'profile' in answer) profile = answer.profile as Profile;
    });
  post('Profiler.enable');
  post('Profiler.setSamplingInterval', { interval: 500 });
  post('Profiler.start');
  work();
  post('Profiler.stop');
  session.disconnect();
  if (!profile) throw new Error('the profiler of this Node.js gave no profile');
  return profile;
}

/** Milliseconds by stage. */
function byStage({ nodes, samples = [], timeDeltas = [] }: Profile): Map<string, number> {
  const stageOf = new Map<number, string>();
  const parents = new Map<number, number>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node.id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const find = (id: number): string => {
    const known = stageOf.get(id);
    if (known) return known;
    const { functionName, url } = valueFor(byId, id).callFrame;
    const own = STAGES.find(([, name, file]) => name === functionName && url.endsWith(file))?.[0];
    const parent = parents.get(id);
    const stage = own ?? (parent === undefined ? 'the rest' : find(parent));
    stageOf.set(id, stage);
    return stage;
  };
  const spent = new Map<string, number>();
  for (const [i, id] of samples.entries()) {
    const stage = find(id);
    spent.set(stage, (spent.get(stage) ?? 0) + itemAt(timeDeltas, i) / 1000);
  }
  return spent;
}

function main(folder: string, rounds: number): void {
  const { files, bytes } = analyzeAll(folder);
  const spent = byStage(
    profiled(() => {
      for (let lap = 0; lap < rounds; lap++) analyzeAll(folder);
    }),
  );
  const all = [...spent.values()].reduce((sum, ms) => sum + ms, 0);
  const stages = [...spent]
    .sort((a, b) => b[1] - a[1])
    .map(([stage, ms]) => [stage, { percent: round((100 * ms) / all, 1), msPerRound: round(ms / rounds, 0) }]);
  const report = { folder, files, megabytes: round(bytes / 1e6, 0), rounds, load: round(firstOf(loadavg()), 1) };
  console.log(JSON.stringify({ ...report, stages: Object.fromEntries(stages) }, null, 2));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);
if (positionals.length === 1 && Number.isInteger(rounds) && rounds > 0) main(firstOf(positionals), rounds);
else {
  console.error('Usage: node bench/stages.ts FOLDER [--rounds N, at least 1]');
  process.exitCode = 2;
}
