// Reads a Gemfile without running it: gems whose names are literals, with their surrounding groups.
// Format: https://bundler.io/man/gemfile.5.html
import type { NamedManifest } from '../../../definitions.ts';
import type { ManifestReader } from '../../member.ts';
import { packageOf } from '../../shared/identity.ts';
import { readRuby } from '../../shared/languages/ruby-source.ts';
import { type RubyStatement, type RubyValue, rubyText, rubyTexts } from '../../shared/languages/ruby-values.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';
import { exactGemVersion, gemRequirement, scopeOfGroups } from '../gem-names.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Gemfile', (problems) => {
      const seen = new Set<string>();
      return readRuby(textOf(bytes)).flatMap((call) => {
        const found = call.kind === 'call' && call.target === 'gem' ? gemOf(call, problems) : undefined;
        if (found === undefined || seen.has(found.purl)) return [];
        seen.add(found.purl);
        return [found];
      });
    }),
  names: (bytes) => {
    const text = textOf(bytes);
    return text.includes('eval_gemfile') ? text.split('\n').flatMap(namedBy) : [];
  },
};

const EVAL = /^[^#"']{0,200}\beval_gemfile\b([^"']{0,200})(["'])([^"']{1,1000})\2([^"']{0,100})/;

/** `eval_gemfile 'x'`, also with the usual ways to name a file beside this one; other computed names are left out. */
function namedBy(text: string, at: number): NamedManifest | [] {
  const [, before = '', , written, after = ''] = EVAL.exec(text) ?? [];
  if (written === undefined) return [];
  // `File.expand_path('../x', __FILE__)` begins at the file itself and not at its folder.
  const isFromFile = /expand_path/.test(before) && /__FILE__/.test(after);
  const path = written.replace(/^#\{__dir__\}\//, '').replace(isFromFile ? /^\.\.\// : /^(?!)/, '');
  if (path.includes('#{') || /,\s*$/.test(before.replace(/(?:__dir__|dirname\(__FILE__\))\s*,\s*$/, ''))) return [];
  return { path, manifest: 'gem-gemfile', line: at + 1 };
}

/** undefined for a gem in a folder of the project, and for a computed name. */
function gemOf(call: RubyStatement, problems: Problems) {
  const { args, options, blocks, line } = call;
  const [fullName, ...wanted] = args;
  if (typeof fullName !== 'string') {
    problems.add(`Line ${line}: "gem" should have a name in quotes; a computed name was left out.`);
    return undefined;
  }
  if (options.has('path') || blocks.some(({ target }) => target === 'path')) return undefined;
  const groups = [...rubyTexts(options.get('group')), ...rubyTexts(options.get('groups'))];
  for (const block of blocks)
    if (block.target === 'group') groups.push(...block.args.flatMap((group) => rubyTexts(group)));
  const requirement = gemRequirement(wanted);
  return packageOf(
    'gem',
    fullName,
    {
      role: 'requires',
      version: exactGemVersion(requirement),
      requirement,
      scope: scopeOfGroups(groups),
      isDirect: true,
      downloadUrl: gitSource(options, blocks),
      line,
    },
    problems,
  );
}

function gitSource(options: ReadonlyMap<string, RubyValue>, blocks: readonly RubyStatement[]): string {
  const github = rubyText(options.get('github'));
  const around = blocks.find(({ target }) => target === 'git')?.args[0];
  const git = rubyText(options.get('git')) || rubyText(around);
  const address =
    git || (github === '' ? '' : `https://github.com/${github.includes('/') ? github : `${github}/${github}`}`);
  const revision = ['ref', 'tag', 'branch'].map((key) => rubyText(options.get(key))).find((text) => text !== '');
  return address === '' || revision === undefined ? address : `${address}#${revision}`;
}
