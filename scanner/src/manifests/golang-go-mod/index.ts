// Reads go.mod: the module and its required modules, which Go uses in exactly these versions.
// Format: https://go.dev/ref/mod#go-mod-file
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { dependencyOf, packageOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { type Problems, quoted, readSafely, textOf } from '../problems.ts';

interface Required {
  path: string;
  version: string;
  isDirect: boolean;
}

interface GoMod {
  module: string;
  required: Required[];
  /** By `path` or `path@version`; version '' for a folder of the project. */
  replaced: Map<string, { path: string; version: string }>;
}

export const golangGoMod: ManifestMember = {
  name: 'golang-go-mod',
  wants: (_path, file) => file === 'go.mod',
  read: (bytes) =>
    readSafely('The go.mod', (problems): PackageFinding[] => {
      const goMod = parse(textOf(bytes), problems);
      const required = goMod.required.map((wanted) => ({ ...wanted, ...replacement(wanted, goMod) }));
      // A module replaced by a folder is part of the project.
      const locked = required.filter(({ version }) => version !== '');
      const findings: PackageFinding[] = [];
      const dependencies = locked.flatMap(({ path, version, isDirect }): PackageDependency[] => {
        const dependency = dependencyOf(
          'golang',
          path,
          { version, requirement: version, scope: 'runtime', isDirect },
          problems,
        );
        return dependency === undefined ? [] : [dependency];
      });
      const self =
        goMod.module === ''
          ? undefined
          : packageOf(
              'golang',
              goMod.module,
              { role: 'declares', repositoryUrl: repositoryOf(goMod.module), dependencies },
              problems,
            );
      if (self !== undefined) findings.push(self);
      for (const { path, version, isDirect } of locked) {
        const found = packageOf(
          'golang',
          path,
          { role: 'locks', version, isDirect, repositoryUrl: repositoryOf(path) },
          problems,
        );
        if (found !== undefined) findings.push(found);
      }
      return findings;
    }),
};

function parse(text: string, problems: Problems): GoMod {
  const goMod: GoMod = { module: '', required: [], replaced: new Map() };
  let block = '';
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    const [code = '', comment = ''] = splitComment(raw);
    const words = code.trim().split(/\s+/).map(unquoted);
    if (words[0] === '') continue;
    if (block !== '' && words[0] === ')') {
      block = '';
    } else if (block === '' && words[1] === '(' && words.length === 2) {
      block = words[0]!;
    } else {
      const [verb, args] = block === '' ? [words[0]!, words.slice(1)] : [block, words];
      readDirective(verb, args, comment, number, goMod, problems);
    }
  }
  return goMod;
}

function readDirective(
  verb: string,
  args: readonly string[],
  comment: string,
  number: number,
  goMod: GoMod,
  problems: Problems,
): void {
  const [path = '', version = ''] = args;
  if (verb === 'module') {
    goMod.module = path;
  } else if (verb === 'require') {
    if (!/^v\d/.test(version))
      problems.add(
        `Line ${number}: "require" should have a module path and a version such as v1.2.3, not ${quoted(args.join(' '))}; it was left out.`,
      );
    else goMod.required.push({ path, version, isDirect: !/^\s*indirect\b/.test(comment) });
  } else if (verb === 'replace') {
    const arrow = args.indexOf('=>');
    if (arrow < 1)
      problems.add(`Line ${number}: "replace" should have "=>" between the old and the new module; it was left out.`);
    else
      goMod.replaced.set(args.slice(0, arrow).join('@'), {
        path: args[arrow + 1] ?? '',
        version: args[arrow + 2] ?? '',
      });
  }
}

function replacement({ path, version }: Required, { replaced }: GoMod): { path: string; version: string } {
  return replaced.get(`${path}@${version}`) ?? replaced.get(path) ?? { path, version };
}

/** On the large hosts the first three parts are the repository. */
function repositoryOf(path: string): string {
  return /^(github\.com|gitlab\.com|bitbucket\.org)\/[^/]+\/[^/]+/.test(path)
    ? `https://${path.split('/').slice(0, 3).join('/')}`
    : '';
}

function splitComment(line: string): [string, string] {
  const at = line.indexOf('//');
  // A module path contains no two slashes in sequence.
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)];
}

function unquoted(word: string): string {
  return /^(["`]).*\1$/.test(word) ? word.slice(1, -1) : word;
}
