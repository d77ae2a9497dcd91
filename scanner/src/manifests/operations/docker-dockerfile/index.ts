// Reads Dockerfiles: the base images, the images from which files are copied, and the requirements files that pip installs.
// Packages that commands name themselves are not read, because the text does not name them reliably.
// Format: https://docs.docker.com/reference/dockerfile/
import type { NamedManifest } from '../../../definitions.ts';
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { filledIn, imageRequest } from '../../shared/oci-image.ts';
import { type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { type Instruction, readInstructions } from './instructions.ts';

interface Stage {
  /** '' if it has no name. */
  name: string;
  base: string;
  line: number;
  /** Images from which files are copied, with their lines. */
  sources: { image: string; line: number }[];
}

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Dockerfile', (problems): PackageFinding[] => {
      const instructions = readInstructions(textOf(bytes));
      const stages = stagesOf(instructions);
      if (stages.length === 0 && instructions.length > 0)
        problems.add('A Dockerfile should have a "FROM" instruction; nothing was read from it.');
      const final = finalStages(stages);
      const names = new Set(stages.map(({ name }) => name));
      const findings = new Map<string, PackageFinding>();
      const earlier = new Set<string>();
      for (const stage of stages) {
        const scope = final.has(stage) ? 'runtime' : 'build';
        if (!earlier.has(stage.base.toLowerCase())) addImage(stage.base, stage.line, scope, findings, problems);
        for (const { image, line } of stage.sources)
          if (!names.has(image.toLowerCase()) && !/^\d+$/.test(image)) addImage(image, line, scope, findings, problems);
        earlier.add(stage.name);
      }
      return [...findings.values()];
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return /\bpip3?\b/.test(text) ? readInstructions(text).flatMap(pipFiles) : [];
  },
};

/**
 * The files of `pip install -r deps.txt`. The folder from which an image is built is unknown, and the file may have another place in the image than
 * in the code base, so that its absence is no fault.
 */
function pipFiles({ name, words, line }: Instruction): NamedManifest[] {
  if (name !== 'RUN') return [];
  const named: NamedManifest[] = [];
  let command = '';
  for (const [at, word] of words.entries()) {
    if (/^(?:&&|\|\|?|;)$/.test(word)) command = '';
    else if (/(?:^|\/)pip3?$/.test(word)) command = 'pip';
    else if (command === 'pip' && word === 'install') command = 'install';
    const attached = /^(?:-r|--requirement=)(.+)$/.exec(word)?.[1];
    const path = /^(?:-r|--requirement)$/.test(word) ? words[at + 1] : attached;
    if (command !== 'install' || path === undefined) continue;
    named.push({
      path: path.replace(/;$/, ''),
      manifest: 'pypi-requirements',
      line,
      isFromOuterFolder: true,
      isOptional: true,
    });
  }
  return named;
}

function stagesOf(instructions: readonly Instruction[]): Stage[] {
  const values = new Map<string, string>();
  const stages: Stage[] = [];
  for (const { name, words, line } of instructions) {
    const stage = stages.at(-1);
    if (name === 'FROM') {
      const [base = '', as = '', alias = ''] = words.filter((word) => !word.startsWith('--'));
      stages.push({
        name: as.toLowerCase() === 'as' ? alias.toLowerCase() : '',
        base: filledIn(base, values).replace(/["']/g, ''),
        line,
        sources: [],
      });
    } else if (name === 'ARG' && stage === undefined) {
      // FROM can only use arguments that are set before the first stage.
      for (const word of words) {
        const equals = word.indexOf('=');
        if (equals > 0)
          values.set(word.slice(0, equals), filledIn(word.slice(equals + 1).replace(/^["']|["']$/g, ''), values));
      }
    } else if (stage !== undefined && (name === 'COPY' || name === 'ADD' || name === 'RUN')) {
      for (const word of words) {
        const image = /^--from=(.+)$/.exec(word)?.[1] ?? /^--mount=(?:.*,)?from=([^,]+)/.exec(word)?.[1];
        if (image !== undefined) stage.sources.push({ image: filledIn(image, values), line });
      }
    }
  }
  return stages;
}

/** The last stage, and the stages on which it is based. */
function finalStages(stages: readonly Stage[]): Set<Stage> {
  const named = new Map<string, Stage>();
  const bases = new Map<Stage, Stage>();
  for (const stage of stages) {
    const base = named.get(stage.base.toLowerCase());
    if (base !== undefined) bases.set(stage, base);
    if (stage.name !== '') named.set(stage.name, stage);
  }
  const final = new Set<Stage>();
  for (let stage = stages.at(-1); stage !== undefined && !final.has(stage); stage = bases.get(stage)) final.add(stage);
  return final;
}

function addImage(
  image: string,
  line: number,
  scope: DependencyScope,
  findings: Map<string, PackageFinding>,
  problems: Problems,
): void {
  if (image === 'scratch') return;
  const wanted = imageRequest(image, scope, line);
  if (wanted === undefined) {
    problems.add(
      `Line ${line}: the image should be a valid name without unknown variables but is ${quoted(image)}; it was left out.`,
    );
    return;
  }
  const { fullName, ...parts } = wanted;
  const found = packageOf('docker', fullName, { role: 'requires', isDirect: true, ...parts }, problems);
  if (found === undefined) return;
  const same = findings.get(found.purl);
  if (same === undefined) findings.set(found.purl, found);
  else if (scope === 'runtime') same.scope = scope;
}
