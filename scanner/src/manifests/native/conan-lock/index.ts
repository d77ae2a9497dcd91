// Reads conan.lock: the graph of nodes that Conan 1 writes, and the lists of references of Conan 2.
// Format: https://docs.conan.io/2/tutorial/versioning/lockfiles.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed, consumedFields } from '../../shared/consumed.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { packageOf } from '../../shared/identity.ts';
import { asFields, asText, asTexts, own, type Problems, quoted, readSafely, textOf } from '../../shared/problems.ts';
import { conanRequest } from '../conan-reference.ts';

const LISTS: readonly [string, DependencyScope][] = [
  ['requires', 'runtime'],
  ['build_requires', 'build'],
  ['python_requires', 'build'],
];

type LineOf = (wanted: string) => number | undefined;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The conan.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock = asFields(JSON.parse(text), 'conan.lock', problems);
      const lineOf = createLineCursor(text);
      const graph = own(lock, 'graph_lock');
      return graph === undefined ? listed(lock, lineOf, problems) : graphed(graph, lineOf, problems);
    }),
};

function listed(lock: Record<string, unknown>, lineOf: LineOf, problems: Problems): PackageFinding[] {
  return LISTS.flatMap(([list, scope]) =>
    asTexts(own(lock, list), list, problems).flatMap((reference) => {
      return locked(reference, scope, undefined, lineOf(`"${reference}"`), problems) ?? [];
    }),
  );
}

function graphed(graph: unknown, lineOf: LineOf, problems: Problems): PackageFinding[] {
  const nodes = asFields(own(asFields(graph, 'graph_lock', problems), 'nodes'), 'graph_lock.nodes', problems);
  const entries = consumedFields(nodes, (id, value) => {
    const field = `nodes.${id}`;
    const fields = asFields(value, field, problems);
    const reference = asText(own(fields, 'ref'), `${field}.ref`, problems);
    const scope: DependencyScope =
      asText(own(fields, 'context'), `${field}.context`, problems) === 'build' ? 'build' : 'runtime';
    return {
      id,
      reference,
      scope,
      hasPath: own(fields, 'path') !== undefined,
      requires: asTexts(own(fields, 'requires'), `${field}.requires`, problems),
      buildRequires: asTexts(own(fields, 'build_requires'), `${field}.build_requires`, problems),
    };
  });
  // The node of the code base itself has no reference, or a path and nobody who requires it: a package that is being
  // edited has a path too.
  const roots = new Set(entries.flatMap(({ id, hasPath }) => (hasPath ? [id] : [])));
  for (const { requires, buildRequires } of entries) for (const id of [...requires, ...buildRequires]) roots.delete(id);
  const read = consumed(entries, ({ id, reference, scope, requires, buildRequires }) => {
    const isOwn = reference === '' || roots.has(id);
    const found = isOwn ? undefined : locked(reference, scope, false, lineOf(`"${reference}"`), problems);
    return { id, requires, buildRequires, isOwn, found };
  });
  const byId = new Map(read.map((node) => [node.id, node]));
  const needed = new Set<string>();
  for (const { isOwn, requires } of read) if (!isOwn) for (const id of requires) needed.add(id);
  for (const node of read) {
    for (const [ids, scope] of [
      [node.requires, 'runtime'],
      [node.buildRequires, 'build'],
    ] as const) {
      for (const id of ids) {
        const target = byId.get(id)?.found;
        if (target === undefined) continue;
        if (node.isOwn) target.isDirect = true;
        node.found?.dependencies.push({ purl: target.purl, requirement: '', scope, isDirect: true });
      }
    }
    // The lockfile of a single package has no node for the project. There, packages that no other package needs are
    // direct.
    if (node.found !== undefined && !needed.has(node.id)) node.found.isDirect = true;
  }
  return read.flatMap(({ found }) => found ?? []);
}

function locked(
  reference: string,
  scope: DependencyScope,
  isDirect: boolean | undefined,
  line: number | undefined,
  problems: Problems,
): PackageFinding | undefined {
  const request = conanRequest(reference, scope);
  if (request === undefined) {
    problems.add(`"ref" should be name/version but is ${quoted(reference)}; it was left out.`);
    return undefined;
  }
  const { fullName, version, qualifiers } = request;
  const revision = /#([0-9a-f]{32})/.exec(reference)?.[1];
  return packageOf(
    'conan',
    fullName,
    {
      role: 'locks',
      version,
      qualifiers,
      scope,
      integrity: revision === undefined ? '' : `md5:${revision}`,
      ...(isDirect === undefined ? {} : { isDirect }),
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}
