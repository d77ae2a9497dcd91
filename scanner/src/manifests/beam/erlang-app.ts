// The resource of an Erlang application, of sources (*.app.src) and of built ones (*.app).
// Format: https://www.erlang.org/doc/apps/kernel/app.html
import type { PackageFinding } from '../../findings.ts';
import { type Ecosystem, type ManifestRequirement, manifestFindings } from '../shared/identity.ts';
import { entriesOf, fieldOf, isGroup, readErlang, termText, termTexts } from '../shared/languages/term-source.ts';
import { type Problems, readSafely, textOf } from '../shared/problems.ts';

/** Parts of Erlang itself. */
const OF_ERLANG = new Set([
  'kernel',
  'stdlib',
  'sasl',
  'crypto',
  'ssl',
  'public_key',
  'inets',
  'compiler',
  'syntax_tools',
  'tools',
  'runtime_tools',
  'xmerl',
  'asn1',
  'os_mon',
  'mnesia',
  'eunit',
  'ssh',
  'snmp',
  'observer',
  'erts',
  'parsetools',
  'elixir',
  'logger',
]);

export function readErlangApp(type: Ecosystem, bytes: Uint8Array) {
  return readSafely('The application resource', (problems) => {
    const term = readErlang(textOf(bytes)).find((one) => isGroup(one, 'tuple') && one.items[0] === 'application');
    if (!isGroup(term)) {
      problems.add('An application resource should be {application, Name, […]}; nothing was read from it.');
      return [];
    }
    return findingsOf(type, termText(term.items[1]), term.items[2], term.line, problems);
  });
}

function findingsOf(
  type: Ecosystem,
  fullName: string,
  about: ReturnType<typeof readErlang>[number] | undefined,
  line: number,
  problems: Problems,
): PackageFinding[] {
  const links = entriesOf(fieldOf(about, 'links'));
  const version = termText(fieldOf(about, 'vsn'));
  const self = {
    fullName: termText(fieldOf(about, 'pkg_name')) || fullName,
    role: 'declares' as const,
    line,
    // The build replaces `git` and `%VSN%`.
    version: /^\d/.test(version) ? version : '',
    description: termText(fieldOf(about, 'description')),
    declaredLicense: termTexts(fieldOf(about, 'licenses')).join(' OR '),
    repositoryUrl: termText(links.find(([label]) => /git|source|repo/i.test(label))?.[1]),
  };
  const wanted = type === 'otp' ? termTexts(fieldOf(about, 'applications')) : [];
  const requirements = wanted
    .filter((name) => !OF_ERLANG.has(name))
    .map((name): ManifestRequirement => ({ fullName: name, requirement: '', version: '', scope: 'runtime' }));
  return manifestFindings(type, fullName === '' ? undefined : self, requirements, problems);
}
