// Reads Gemfile.lock: the gems of each source, their requirements, and the gems that the project itself requests.
// Format: https://bundler.io/man/bundle-lock.1.html and the parser that Bundler reads it with
import type { PackageDependency, PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { consumed } from '../../shared/consumed.ts';
import { dependencyOf, packageOf } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactGemVersion } from '../gem-names.ts';
import { type GemLockfile, type LockedGem, parseGemfileLock } from './sections.ts';

/** Holds no requirements, so that those of a gem can be freed after its finding is made. */
type Variant = Pick<LockedGem, 'version' | 'platform'>;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Gemfile.lock', (problems) => {
      const lock = parseGemfileLock(textOf(bytes), problems);
      if (lock.gems.length === 0 && lock.wanted.size === 0)
        problems.add('A Gemfile.lock should list gems under "specs:", but this one names none.');
      const byName = gemsByName(lock, problems);
      const direct = directNames(lock);
      const locked = new Set<string>();
      const findings = consumed(lock.gems, (gem) => {
        const found = findingOf(gem, lock, byName, direct, problems);
        // A gem that is listed twice gives one finding.
        if (found === undefined || locked.has(found.purl)) return undefined;
        locked.add(found.purl);
        return found;
      });
      return [...findings, ...unlocked(lock, byName, problems)];
    }),
};

/** Each gem that uses another has an edge to it on each platform, so this bounds the edges of a hostile file. */
const MOST_PLATFORMS = 100;

/** Bundler lists its own version in a separate section. It counts as a package only if something requires it. */
function gemsByName(lock: GemLockfile, problems: Problems): Map<string, Variant[]> {
  const { gems, bundler, wanted } = lock;
  const isBundlerWanted =
    wanted.has('bundler') || gems.some(({ wants }) => wants.some(({ name }) => name === 'bundler'));
  if (bundler !== undefined && isBundlerWanted && !gems.some(({ name }) => name === 'bundler')) gems.push(bundler);
  const byName = new Map<string, Variant[]>();
  // Bundler locks one version for each platform. A file that repeats a gem adds no edges by it.
  const seen = new Set<string>();
  for (const { name, version, platform } of gems) {
    const key = `${name} ${platform}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [{ version, platform }]);
    else if (same.length < MOST_PLATFORMS) same.push({ version, platform });
    else
      problems.add(
        `A Gemfile.lock should list a gem for at most ${MOST_PLATFORMS} platforms, but ${name} has more. No edges lead to the others.`,
      );
  }
  return byName;
}

/** The gems that the Gemfile requests, and the requirements of gems in folders of the project. */
function directNames({ wanted, gems }: GemLockfile): Set<string> {
  const direct = new Set(wanted.keys());
  for (const { source, wants } of gems) if (source.kind === 'PATH') for (const { name } of wants) direct.add(name);
  return direct;
}

function findingOf(
  gem: LockedGem,
  lock: GemLockfile,
  byName: ReadonlyMap<string, Variant[]>,
  direct: ReadonlySet<string>,
  problems: Problems,
): PackageFinding | undefined {
  const { name, version, platform, source, line } = gem;
  return packageOf(
    'gem',
    name,
    {
      role: 'locks',
      version,
      qualifiers: { platform },
      isDirect: direct.has(name),
      downloadUrl: addressOf(gem),
      repositoryUrl: source.kind === 'GIT' && /^https?:/.test(source.remote) ? source.remote : '',
      integrity: lock.checksums.get(`${name} ${version}${platform === '' ? '' : `-${platform}`}`) ?? '',
      line,
      dependencies: gem.wants.flatMap((wanted) =>
        variantsFor(byName.get(wanted.name), platform).flatMap((target): PackageDependency[] => {
          const found = dependencyOf(
            'gem',
            wanted.name,
            {
              version: target.version,
              qualifiers: { platform: target.platform },
              requirement: wanted.requirement,
              scope: 'runtime',
              line: wanted.line,
            },
            problems,
          );
          return found === undefined ? [] : [found];
        }),
      ),
    },
    problems,
  );
}

/** `file:` marks gems in folders of the project: ../../packages/gem/ joins them with their gemspecs. */
function addressOf({ source }: LockedGem): string {
  if (source.kind === 'PATH') return `file:${source.remote}`;
  return source.kind === 'GIT' ? source.remote + (source.revision === '' ? '' : `#${source.revision}`) : '';
}

const UNLOCKED: readonly Variant[] = [{ version: '', platform: '' }];

/**
 * The gems that a gem for a platform uses: that for the same platform (`x86_64-linux` is also that of `x86_64-linux-gnu`), or that for all. A gem
 * for all platforms uses each of them, on its own platform.
 */
function variantsFor(gems: readonly Variant[] | undefined, platform: string): readonly Variant[] {
  if (gems === undefined) return UNLOCKED;
  if (platform === '') return gems;
  const choices = [
    gems.filter((gem) => gem.platform === platform),
    gems.filter((gem) => gem.platform.startsWith(`${platform}-`) || platform.startsWith(`${gem.platform}-`)),
    gems.filter((gem) => gem.platform === ''),
  ];
  return choices.find(({ length }) => length > 0) ?? gems;
}

/**
 * Gems that the project requests but no source lists, because the file is truncated or the gem is for other platforms.
 */
function unlocked(lock: GemLockfile, byName: ReadonlyMap<string, unknown>, problems: Problems): PackageFinding[] {
  return [...lock.wanted].flatMap(([name, { requirement, line }]) => {
    if (byName.has(name)) return [];
    const version = exactGemVersion(requirement);
    return packageOf('gem', name, { role: 'requires', version, requirement, isDirect: true, line }, problems) ?? [];
  });
}
