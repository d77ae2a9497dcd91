// Reads a Podfile without running it: pods whose names are literals.
// Format: https://guides.cocoapods.org/syntax/podfile.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readRuby } from '../../shared/languages/ruby-source.ts';
import { type RubyStatement, rubyText, rubyTexts } from '../../shared/languages/ruby-values.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactPodVersion, podName } from '../pod-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Podfile', (problems) => {
      const byPurl = new Map<string, PackageFinding>();
      for (const call of readRuby(textOf(bytes))) {
        const found = call.kind === 'call' && call.target === 'pod' ? podOf(call, problems) : undefined;
        const before = found === undefined ? undefined : byPurl.get(found.purl);
        // A pod of several targets is a runtime dependency if it is one for any of them.
        if (found !== undefined && (before === undefined || (before.scope !== 'runtime' && found.scope === 'runtime')))
          byPurl.set(found.purl, found);
      }
      return [...byPurl.values()];
    }),
};

function podOf(call: RubyStatement, problems: Problems): PackageFinding | undefined {
  const { args, options, line } = call;
  const [name, ...wanted] = args;
  if (typeof name !== 'string') {
    problems.add(`Line ${line}: "pod" should have a name in quotes; a computed name was left out.`);
    return undefined;
  }
  // The pod is in a folder of the project.
  if (options.has('path')) return undefined;
  const { fullName, subpath } = podName(name);
  const requirement = wanted.flatMap((value) => rubyTexts(value)).join(', ');
  return packageOf(
    'cocoapods',
    fullName,
    {
      role: 'requires',
      subpath,
      version: exactPodVersion(requirement) || taggedVersion(rubyText(call.options.get('tag'))),
      requirement,
      scope: scopeOf(call),
      isDirect: true,
      downloadUrl: sourceOf(call),
      line,
    },
    problems,
  );
}

/** Tags are made for versions, and the podspec behind a tag has its version. */
function taggedVersion(tag: string): string {
  return exactPodVersion(tag.replace(/^v(?=\d)/, ''));
}

function scopeOf({ blocks, options }: RubyStatement): DependencyScope {
  const targets = blocks
    .filter(({ target }) => /^(abstract_)?target$/.test(target))
    .map(({ args }) => rubyText(args[0]));
  if (/tests?$/i.test(targets.at(-1) ?? '')) return 'test';
  const configurations = [...rubyTexts(options.get('configurations')), ...rubyTexts(options.get('configuration'))];
  return configurations.length > 0 && configurations.every((name) => /debug/i.test(name)) ? 'development' : 'runtime';
}

function sourceOf({ options }: RubyStatement): string {
  const git = rubyText(options.get('git'));
  const revision = ['commit', 'tag', 'branch'].map((key) => rubyText(options.get(key))).find((text) => text !== '');
  return git === '' || revision === undefined ? git || rubyText(options.get('podspec')) : `${git}#${revision}`;
}
