// Reads flake.lock of Nix: the inputs of a flake with exact commits, and their graph.
// Format: https://nix.dev/manual/nix/latest/command-ref/new-cli/nix3-flake.html#lock-files
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumedFields } from '../../shared/consumed.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asText, own, type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { archiveIdentity, gitIdentity, type SourceIdentity } from '../../shared/source-location.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The flake.lock', (problems): PackageFinding[] => {
      const { rootName, found, inputs } = readNodes(textOf(bytes), problems);
      for (const name of inputsOf(rootName, inputs, rootName)) {
        const direct = found.get(name);
        if (direct !== undefined) direct.isDirect = true;
      }
      for (const [name, finding] of found) {
        finding.dependencies = inputsOf(name, inputs, rootName).flatMap((target): PackageDependency[] => {
          const to = found.get(target);
          return to === undefined || to === finding
            ? []
            : [{ purl: to.purl, requirement: '', scope: 'runtime', isDirect: true }];
        });
      }
      return [...found.values()];
    }),
};

/** Steps that the way of one input may have, also through other ways. */
const MAX_STEPS = 100;

/** Names of nodes, or ways to them from the root, by the names of a node's inputs. */
type Inputs = Readonly<Record<string, unknown>>;

interface Nodes {
  rootName: string;
  found: Map<string, PackageFinding>;
  inputs: Map<string, Inputs>;
}

function readNodes(text: string, problems: Problems): Nodes {
  const lock = asFields(JSON.parse(text), 'flake.lock', problems);
  const rootName = asText(own(lock, 'root'), 'root', problems) || 'root';
  const lineOf = createLineCursor(text);
  const found = new Map<string, PackageFinding>();
  const inputs = new Map<string, Inputs>();
  consumedFields(asFields(own(lock, 'nodes'), 'nodes', problems), (name, node) => {
    const line = lineOf(`"${name}": {`);
    const finding = name === rootName ? undefined : findingOf(name, node, line, problems);
    if (finding !== undefined) found.set(name, finding);
    const listed = own(asFields(node, name, problems), 'inputs');
    if (listed !== undefined) inputs.set(name, asFields(listed, `${name}.inputs`, problems));
  });
  return { rootName, found, inputs };
}

/** Returns names of nodes. An input that is a list of names is the one at the end of this way from the root. */
function inputsOf(name: string, inputs: ReadonlyMap<string, Inputs>, root: string): string[] {
  return Object.values(inputs.get(name) ?? {}).flatMap((target) => {
    let steps = 0;
    const nodeOf = (input: unknown): string | undefined => {
      if (!Array.isArray(input)) return typeof input === 'string' ? input : undefined;
      let at: string | undefined = root;
      for (const step of input) {
        if (at === undefined || typeof step !== 'string' || ++steps > MAX_STEPS) return undefined;
        at = nodeOf(own(inputs.get(at) ?? {}, step));
      }
      return at === root ? undefined : at;
    };
    return nodeOf(target) ?? [];
  });
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
