// The dependencies of the poms of a code base, as roots of resolutions. Parents and bills of material from the code base and from the repository
// complete them.

import type { FactRequirement } from '../../domain/derivation/registries.ts';
import type { OwnVersion, ResolutionRoot, RootRequirement } from '../../domain/derivation/resolution-roots.ts';
import type { LookUpTrouble } from '../look-up.ts';
import { RegistryError, type RegistryServer } from '../registry.ts';
import { type EffectivePom, effectivePom, type PomModel } from './effective-pom.ts';
import { completePom, type OtherPoms } from './repository.ts';

export interface PomFile {
  path: string;
  model: PomModel;
  /** Package URL of the declared artifact; '' if none. */
  purl: string;
}

interface Wanted {
  /** Whether to include dependencies for tests or provided by the environment. */
  withNonRuntime: boolean;
}

const PROBLEMS_LISTED = 10;

export async function mavenRoots(
  server: RegistryServer,
  poms: readonly PomFile[],
  { withNonRuntime }: Wanted,
): Promise<{ roots: ResolutionRoot[]; trouble: LookUpTrouble[] }> {
  const others = otherPoms(poms);
  const trouble: LookUpTrouble[] = [];
  const complete = new Map<PomFile, EffectivePom>();
  // One after the other, because poms share parents and each is requested once.
  for (const pom of poms) complete.set(pom, await completed(server, pom, others, trouble));
  const own = poms.map((pom): OwnVersion => ownVersionOf(pom, complete.get(pom)));
  const inherited = new Set(poms.flatMap(({ model }) => (model.parent ? [others(model.parent, model)] : [])));
  const roots = poms
    // Children inherit the dependencies of a parent in the code base.
    .filter(({ model }) => !inherited.has(model))
    .map(
      (pom): ResolutionRoot => ({
        purl: pom.purl || `maven:${pom.path}`,
        type: 'maven',
        files: [pom.path],
        requirements: rootRequirementsOf(complete.get(pom), withNonRuntime),
        own: own.filter(({ name }) => name !== nameOf(pom.model)),
      }),
    )
    .filter(({ requirements }) => requirements.length > 0);
  return { roots, trouble };
}

async function completed(
  server: RegistryServer,
  { path, model }: PomFile,
  others: OtherPoms,
  trouble: LookUpTrouble[],
): Promise<EffectivePom> {
  try {
    const { effective } = await completePom(server, model, others);
    trouble.push(...openOf(path, effective));
    return effective;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    trouble.push({
      code: 'registry-failed',
      message: `The parents and bills of material of ${path} could not be fetched. ${error.message}`,
    });
    return effectivePom(model, others);
  }
}

/** The unresolved parts of a pom, as a line of the log. */
function openOf(path: string, { missing, problems }: EffectivePom): LookUpTrouble[] {
  const all = [
    ...missing.map(
      ({ group, artifact, version }) => `the repository does not have the pom ${group}:${artifact}:${version}`,
    ),
    ...problems,
  ];
  if (all.length === 0) return [];
  const more = all.length > PROBLEMS_LISTED ? ` And ${all.length - PROBLEMS_LISTED} more.` : '';
  const listed = all.slice(0, PROBLEMS_LISTED).join('; ');
  return [{ code: 'registry-unresolved', message: `${path} cannot be completed: ${listed}.${more}` }];
}

/** The poms of the code base: a parent by its path if that leads to it, others by name. A version that a build fills in matches any. */
function otherPoms(poms: readonly PomFile[]): OtherPoms {
  const byPath = new Map(poms.map(({ path, model }) => [path, model]));
  const paths = new Map(poms.map(({ path, model }) => [model, path]));
  const byName = Map.groupBy(poms, ({ model }) => nameOf(model));
  return (wanted, from) => {
    const path = paths.get(from);
    if ('relativePath' in wanted && typeof wanted.relativePath === 'string' && path !== undefined) {
      const beside = parentBeside(path, wanted.relativePath).flatMap((one) => byPath.get(one) ?? []);
      const found = beside.find(({ artifact }) => artifact === wanted.artifact);
      if (found !== undefined) return found;
    }
    const named = (byName.get(nameOf(wanted)) ?? []).map(({ model }) => model);
    return (
      named.find(({ version }) => version === wanted.version) ??
      named.find(({ version }) => version.includes('${') || wanted.version.includes('${'))
    );
  };
}

/** The target of a relative path in a pom: a file, or a folder with a pom. Never above the code base. */
function parentBeside(path: string, relative: string): string[] {
  if (relative === '') return [];
  const parts = path.split('/').slice(0, -1);
  for (const part of relative.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return [];
  }
  const target = parts.join('/');
  return [target, target === '' ? 'pom.xml' : `${target}/pom.xml`];
}

function ownVersionOf({ model }: PomFile, effective: EffectivePom | undefined): OwnVersion {
  return {
    name: nameOf(model),
    version: model.version,
    requirements: (effective?.requirements ?? []).flatMap(({ name, range, type }): FactRequirement[] =>
      type.has('test') ? [] : [{ name, range, type: Object.fromEntries(type) }],
    ),
  };
}

/** A root's test and optional dependencies count like all others. */
function rootRequirementsOf(effective: EffectivePom | undefined, withNonRuntime: boolean): RootRequirement[] {
  if (effective === undefined) return [];
  const requirements = effective.requirements.flatMap(({ name, range, type }): RootRequirement[] => {
    const scope = type.has('test')
      ? 'test'
      : type.get('scope') === 'provided'
        ? 'peer'
        : type.has('opt')
          ? 'optional'
          : 'runtime';
    if (!withNonRuntime && (scope === 'test' || scope === 'peer')) return [];
    const { test: _test, opt: _opt, ...others } = Object.fromEntries(type);
    return [{ name, range, scope, type: others }];
  });
  if (requirements.length === 0) return [];
  const managed = effective.managed.map(
    ({ name, range, type }): RootRequirement => ({
      name,
      range,
      scope: managedScopeOf(type.get('managedscope')),
      type: Object.fromEntries(type),
    }),
  );
  return [...requirements, ...managed];
}

function managedScopeOf(scope: string | undefined): RootRequirement['scope'] {
  return scope === 'test' ? 'test' : scope === 'provided' ? 'peer' : 'runtime';
}

function nameOf({ group, artifact }: Pick<PomModel, 'group' | 'artifact'>): string {
  return `${group}:${artifact}`;
}
