// Reads rebar.config: dependencies, those of profiles, and plugins.
// Format: https://rebar3.org/docs/configuration/dependencies/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { entriesOf, fieldOf, isGroup, readErlang, type Term, termText } from '../../shared/languages/term-source.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { exactHexVersion, scopeOfEnvironments } from '../hex-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The rebar.config', (problems) => {
      const config: Term = { kind: 'list', items: readErlang(textOf(bytes)), line: 1 };
      const byName = new Map<string, ManifestRequirement>();
      const addAll = (list: Term | undefined, scope: DependencyScope) => {
        for (const item of isGroup(list) ? list.items : []) {
          const found = requirementOf(item, scope);
          if (found !== undefined && !byName.has(found.fullName)) byName.set(found.fullName, found);
        }
      };
      addAll(fieldOf(config, 'deps'), 'runtime');
      for (const [profile, settings] of entriesOf(fieldOf(config, 'profiles'))) {
        addAll(fieldOf(settings, 'deps'), scopeOfEnvironments([profile]));
        addAll(fieldOf(settings, 'plugins'), 'build');
      }
      for (const plugins of ['plugins', 'project_plugins']) addAll(fieldOf(config, plugins), 'build');
      return manifestFindings('hex', undefined, [...byName.values()], problems);
    }),
};

/** `cowboy`, `{cowboy, "2.9.0"}`, `{cowboy, "2.9.0", {pkg, name}}`, `{cowboy, {git, "…", {tag, "…"}}}` */
function requirementOf(item: Term | undefined, scope: DependencyScope): ManifestRequirement | undefined {
  if (typeof item === 'string') return { fullName: item, requirement: '', version: '', scope };
  if (!isGroup(item, 'tuple') || typeof item.items[0] !== 'string') return undefined;
  const [app, ...rest] = item.items;
  const requirement = termText(rest[0]).replace(/^\.\*$/, '');
  const source = rest.find((one) => isGroup(one, 'tuple'));
  const parts = isGroup(source) ? source.items : [];
  const kind = termText(parts[0]);
  const fullName = kind === 'pkg' ? termText(parts[1]) : app;
  const revision = isGroup(parts[2]) ? termText(parts[2].items[1]) : termText(parts[2]);
  const git = /^git/.test(kind) ? `${termText(parts[1])}${revision === '' ? '' : `#${revision}`}` : '';
  return {
    fullName,
    requirement: requirement || git,
    version: git === '' ? exactHexVersion(requirement) : '',
    scope,
    line: item.line,
  };
}
