// Reads Makefile.PL and Build.PL of CPAN as text: literal arguments with name, license and prerequisites.
// Format: https://metacpan.org/pod/ExtUtils::MakeMaker, https://metacpan.org/pod/Module::Build::API, https://metacpan.org/pod/Module::Install
import { itemAt } from '../../../items.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCounter } from '../../shared/formats/lines.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { endOfBrackets, SYNTAX, withoutComments } from '../../shared/languages/source-text.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { addCpanRequest, cpanName, cpanRequest, cpanScope } from '../cpan-names.ts';

/** Keys of prerequisite tables, with their phase. */
const TABLE =
  /\b(PREREQ_PM|BUILD_REQUIRES|TEST_REQUIRES|CONFIGURE_REQUIRES|requires|build_requires|test_requires|configure_requires|recommends)['"]?\s{0,200}=>\s{0,200}\{/g;
/** Module::Install: `requires 'Foo' => '1.0';` */
const CALL =
  /^[ \t]{0,200}((?:test_|build_|configure_|author_)?requires|recommends)\s{0,200}(?:\(\s{0,200})?['"]([\w:]{1,200})['"](?:\s{0,200}(?:=>|,)\s{0,200}['"]?(v?[\d.]{1,200}))?/gm;
const PAIR = /(?<![\w:])([A-Za-z_][\w:]{0,200})['"]?\s{0,200}=>\s{0,200}(?:['"]([^'"\n]{0,200})['"]|(v?[\d.]{1,200}))/g;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The script of CPAN', (problems) => {
      const text = withoutComments(textOf(bytes), SYNTAX.hash);
      const of = (...keys: string[]) => keys.map((key) => valueIn(text, key)).find((value) => value !== '') ?? '';
      const module = of('NAME', 'DISTNAME', 'dist_name', 'module_name', 'name');
      const fullName = /^\w+(?:(?:::|-)\w+)*$/.test(module) ? cpanName(module) : '';
      const version = of('VERSION', 'dist_version', 'version');
      const self = {
        fullName,
        role: 'declares' as const,
        version: /^v?\d[\w.]*$/.test(version) ? version : '',
        declaredLicense: of('LICENSE', 'license'),
        description: of('ABSTRACT', 'dist_abstract', 'abstract'),
      };
      return manifestFindings('cpan', fullName === '' ? undefined : self, requirementsOf(text), problems);
    }),
};

/** `KEY => 'value'`, or `key 'value';` of Module::Install. */
function valueIn(text: string, key: string): string {
  const argument = new RegExp(`[\\s,({'"]${key}['"]?[ \\t]{0,20}=>[ \\t]{0,20}['"]([^'"\\n]+)['"]`).exec(text);
  const call = new RegExp(`^[ \\t]{0,8}${key}[ \\t]{1,8}['"]([^'"\\n]+)['"]`, 'm').exec(text);
  return (argument ?? call)?.[1]?.trim() ?? '';
}

function requirementsOf(text: string): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  const lineOfTable = createLineCounter(text);
  let done = 0;
  for (const found of text.matchAll(TABLE)) {
    if (found.index < done) continue;
    const open = found.index + found[0].length - 1;
    const end = endOfBrackets(text, open, ['"', "'"]);
    done = end;
    const phase = phaseOf(itemAt(found, 1));
    for (const pair of text.slice(open, end).matchAll(PAIR)) {
      const scope = cpanScope(phase, itemAt(found, 1));
      addCpanRequest(
        byName,
        cpanRequest(itemAt(pair, 1), pair[2] ?? pair[3] ?? '', scope, lineOfTable(open + pair.index)),
      );
    }
  }
  const lineOfCall = createLineCounter(text);
  for (const found of text.matchAll(CALL)) {
    const [whole, verb = '', module = '', version = ''] = found;
    const line = lineOfCall(found.index + whole.length);
    addCpanRequest(byName, cpanRequest(module, version, cpanScope(phaseOf(verb), verb), line));
  }
  return [...byName.values()];
}

function phaseOf(key: string): string {
  const lower = key.toLowerCase();
  if (lower.startsWith('author')) return 'develop';
  return /^(test|build|configure)/.exec(lower)?.[1] ?? 'runtime';
}
