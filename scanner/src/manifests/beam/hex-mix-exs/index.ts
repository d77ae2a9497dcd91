// Reads mix.exs without running it: the literal lists of its functions `project`, `package` and `deps`.
// Format: https://hexdocs.pm/mix/Mix.Project.html, https://hexdocs.pm/mix/Mix.Tasks.Deps.html

import type { PackageFinding } from '../../../findings.ts';
import { itemAt } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { endOfBrackets, SYNTAX, withoutComments } from '../../shared/languages/source-text.ts';
import {
  entriesOf,
  fieldOf,
  isGroup,
  readElixir,
  type Term,
  termText,
  termTexts,
} from '../../shared/languages/term-source.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { exactHexVersion, hexName, scopeOfEnvironments } from '../hex-names.ts';

const FUNCTION = /\bdefp?\s{1,200}(\w{1,200})\s{0,200}(?:\([^()\n]{0,500}\)\s{0,200})?(?:,\s{0,200}do:|do\b)/g;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The mix.exs', (problems): PackageFinding[] => {
      const text = withoutComments(textOf(bytes), { ...SYNTAX.hash, quotes: ['"""', '"'] });
      if (!/\bdefmodule\b/.test(text)) {
        problems.add('A mix.exs should define a module with "project"; nothing was read from it.');
        return [];
      }
      const lists = listsOf(text);
      const project = lists.find(({ name }) => name === 'project')?.list;
      const packaged = fieldOf(project, 'package') ?? lists.find(({ name }) => name === 'package')?.list;
      const fullName = termText(fieldOf(packaged, 'name')) || termText(fieldOf(project, 'app'));
      const self = {
        fullName,
        role: 'declares' as const,
        version: termText(fieldOf(project, 'version')),
        declaredLicense: termTexts(fieldOf(packaged, 'licenses')).join(' OR '),
        description: termText(fieldOf(project, 'description')) || termText(fieldOf(packaged, 'description')),
        homepageUrl: termText(fieldOf(project, 'homepage_url')),
        repositoryUrl: termText(fieldOf(project, 'source_url')) || linkOf(fieldOf(packaged, 'links')),
      };
      const inline = fieldOf(project, 'deps');
      const deps = lists.filter(({ name }) => /deps|dependencies/.test(name)).map(({ list }) => list);
      const all = isGroup(inline) ? [inline, ...deps] : deps;
      return manifestFindings('hex', fullName === '' ? undefined : self, requirementsOf(all, text), problems);
    }),
};

/**
 * The lists in the functions of the module, in order. Line numbers of their items are relative to the start of each
 * list.
 */
function listsOf(text: string): { name: string; list: Term }[] {
  const attributes = new Map<string, string>();
  for (const [, name = '', value, atom = ''] of text.matchAll(/^[ \t]*@(\w+)[ \t]+(?:"([^"\n]*)"|:(\w+)[ \t]*$)/gm))
    attributes.set(name, value ?? atom);
  const functions = [...text.matchAll(FUNCTION)];
  return functions.flatMap((found, i) => {
    const body = text.slice(found.index + found[0].length, functions[i + 1]?.index);
    const lists: { name: string; list: Term }[] = [];
    for (let at = body.indexOf('['); at >= 0; ) {
      const list = readElixir(body, at, attributes);
      if (list !== undefined) lists.push({ name: found[1] ?? '', list });
      // After `[…] ++`, another list of the same function follows.
      const end = endOfBrackets(body, at);
      at = isGroup(list) && /^\s*\+\+\s*\[/.test(body.slice(end, end + 200)) ? body.indexOf('[', end) : -1;
    }
    return lists;
  });
}

function linkOf(links: Term | undefined): string {
  const found = entriesOf(links).find(([label]) => /git|source|repo/i.test(label))?.[1];
  return termText(found);
}

/** `{:plug, "~> 1.0", only: :test}` */
function requirementsOf(lists: readonly Term[], text: string): ManifestRequirement[] {
  const lineAt = createLineOfName(text);
  const byName = new Map<string, ManifestRequirement>();
  for (const list of lists) {
    if (!isGroup(list)) continue;
    for (const item of list.items) {
      if (!isGroup(item, 'tuple') || typeof item.items[0] !== 'string') continue;
      const [name, ...rest] = item.items;
      const requirement = typeof rest[0] === 'string' ? rest[0] : '';
      // Options are in the tuple itself or in a separate list.
      const options: Term = {
        kind: 'list',
        items: rest.flatMap((one) => (isGroup(one, 'list') ? one.items : [one])),
        line: item.line,
      };
      const isOfProject = fieldOf(options, 'path') !== undefined || fieldOf(options, 'in_umbrella') === 'true';
      if (isOfProject || byName.has(name)) continue;
      byName.set(name, {
        fullName: hexName(termText(fieldOf(options, 'hex')) || name, repositoryOf(options)),
        requirement: requirement || gitText(options),
        version: exactHexVersion(requirement),
        scope:
          fieldOf(options, 'optional') === 'true'
            ? 'optional'
            : scopeOfEnvironments(termTexts(fieldOf(options, 'only'))),
        line: lineAt(name),
      });
    }
  }
  return [...byName.values()];
}

/** `organization: "acme"` is short for `repo: "hexpm:acme"`. */
function repositoryOf(options: Term): string {
  const organisation = termText(fieldOf(options, 'organization'));
  return organisation === '' ? termText(fieldOf(options, 'repo')) : `hexpm:${organisation}`;
}

function gitText(options: Term): string {
  const github = termText(fieldOf(options, 'github'));
  const address = termText(fieldOf(options, 'git')) || (github === '' ? '' : `https://github.com/${github}`);
  const revision = ['ref', 'tag', 'branch'].map((key) => termText(fieldOf(options, key))).find((one) => one !== '');
  return address === '' || revision === undefined ? address : `${address}#${revision}`;
}

/** Returns the line of `{:name,` in the whole file. */
function createLineOfName(text: string): (name: string) => number | undefined {
  const lineAt = createLineCounter(text);
  const lines = new Map<string, number>();
  for (const found of text.matchAll(/\{\s*:(\w+)\s*,/g))
    if (!lines.has(itemAt(found, 1))) lines.set(itemAt(found, 1), lineAt(found.index));
  return (name) => lines.get(name);
}
