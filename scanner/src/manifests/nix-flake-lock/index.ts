// Reads flake.lock of Nix: the inputs of a flake with exact commits, and their graph.
// Format: https://nix.dev/manual/nix/latest/command-ref/new-cli/nix3-flake.html#lock-files
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { consumed, consumedFields } from '../consumed.ts';
import { packageOf } from '../identity.ts';
import { createLineCursor } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { asEntries, asFields, asText, own, type Problems, readSafely, textOf } from '../problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../source-location.ts';

export const nixFlakeLock: ManifestMember = {
  name: 'nix-flake-lock',
  wants: (_path, file) => file === 'flake.lock',
  read: (bytes) =>
    readSafely('The flake.lock', (problems): PackageFinding[] => {
      const { rootName, nodes } = readNodes(textOf(bytes), problems);
      const found = new Map<string, PackageFinding>();
      const inputs = consumed(nodes, ({ name, inputs: wanted, finding }) => {
        if (finding !== undefined) found.set(name, finding);
        return { name, wanted };
      });
      for (const { name, wanted } of inputs) {
        if (name !== rootName) continue;
        for (const target of wanted) {
          const direct = found.get(target);
          if (direct !== undefined) direct.isDirect = true;
        }
      }
      consumed(inputs, ({ name, wanted }) => {
        const finding = found.get(name);
        if (finding === undefined) return;
        finding.dependencies = wanted.flatMap((target): PackageDependency[] => {
          const to = found.get(target);
          return to === undefined || to === finding
            ? []
            : [{ purl: to.purl, requirement: '', scope: 'runtime', isDirect: true }];
        });
      });
      return [...found.values()];
    }),
};

interface Node {
  name: string;
  inputs: string[];
  /** Absent for the flake itself, and for a node without a known source. */
  finding?: PackageFinding;
}

function readNodes(text: string, problems: Problems): { rootName: string; nodes: Node[] } {
  const lock = asFields(JSON.parse(text), 'flake.lock', problems);
  const rootName = asText(own(lock, 'root'), 'root', problems) || 'root';
  const lineOf = createLineCursor(text);
  const nodes = consumedFields(asFields(own(lock, 'nodes'), 'nodes', problems), (name, node): Node => {
    const line = lineOf(`"${name}": {`);
    const finding = name === rootName ? undefined : findingOf(name, node, line, problems);
    const inputs = finding !== undefined || name === rootName ? inputsOf(node, problems) : [];
    return finding === undefined ? { name, inputs } : { name, inputs, finding };
  });
  return { rootName, nodes };
}

/** Returns names of nodes. An input that is a list of names refers to an input of another node, where it is listed. */
function inputsOf(node: unknown, problems: Problems): string[] {
  const inputs = own(asFields(node, 'nodes', problems), 'inputs');
  return asEntries(inputs, 'inputs', problems).flatMap(([, target]) => (typeof target === 'string' ? [target] : []));
}

function findingOf(
  name: string,
  node: unknown,
  line: number | undefined,
  problems: Problems,
): PackageFinding | undefined {
  const locked = asFields(own(asFields(node, name, problems), 'locked'), `${name}.locked`, problems);
  const value = (field: string): string => asText(own(locked, field), `${name}.locked.${field}`, problems);
  const identity = identityOf(name, value);
  if (identity === undefined) return undefined;
  const { type, fullName, ...parts } = identity;
  return packageOf(
    type,
    fullName,
    {
      role: 'locks',
      isDirect: false,
      scope: 'build',
      integrity: value('narHash'),
      ...(line === undefined ? {} : { line }),
      ...parts,
    },
    problems,
  );
}

function identityOf(name: string, value: (field: string) => string): SourceIdentity | undefined {
  const hosts: Readonly<Record<string, string>> = {
    github: 'github.com',
    gitlab: 'gitlab.com',
    sourcehut: 'git.sr.ht',
  };
  const type = value('type');
  const host = Object.hasOwn(hosts, type) ? value('host') || hosts[type] : undefined;
  if (host !== undefined) return gitIdentity(`https://${host}/${value('owner')}/${value('repo')}`, value('rev'));
  if (type === 'git') return gitIdentity(value('url'), value('rev'));
  // A folder on the machine is part of the code base or unknown.
  return type === 'tarball' || type === 'file' ? archiveIdentity(name, value('url')) : undefined;
}
