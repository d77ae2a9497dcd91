// The facts of an SPDX 2 document in JSON. https://spdx.github.io/spdx-spec/v2.3/ Members that BSI asks for have no place of their own there; where a
// document states them as annotations or comments in the words of BSI, they are read from these.

import type { SbomParty } from '../model.ts';
import type { CheckedComponent, CheckedDocument, CheckedHash, CheckedLicense, CheckedReference } from './checked.ts';
import { fieldsIn, isFields, own, textIn, textsIn } from './values.ts';

type Fields = Record<string, unknown>;

export function checkedSpdx2(document: Fields): CheckedDocument {
  const creation = own(document, 'creationInfo');
  const head: Fields = isFields(creation) ? creation : {};
  const creators = textsIn(head, 'creators');
  const relations = fieldsIn(document, 'relationships').map((one) => ({
    from: textIn(one, 'spdxElementId'),
    type: textIn(one, 'relationshipType').toUpperCase(),
    to: textIn(one, 'relatedSpdxElement'),
  }));
  const described = [
    ...textsIn(document, 'documentDescribes'),
    ...relations.filter(({ type }) => type === 'DESCRIBES').map(({ to }) => to),
    ...relations.filter(({ type }) => type === 'DESCRIBED_BY').map(({ from }) => from),
  ];
  const packages = fieldsIn(document, 'packages');
  const primary = packages.find((one) => described.includes(textIn(one, 'SPDXID')));
  const { dependencies, completeness } = dependenciesOf(relations);
  const comment = textIn(head, 'comment');
  return {
    format: 'SPDX',
    version: textIn(document, 'spdxVersion').replace(/^SPDX-/, ''),
    id: textIn(document, 'documentNamespace'),
    timestamp: textIn(head, 'created'),
    creators: creators.filter((one) => !/^Tool:/i.test(one)).flatMap(partyOf),
    tools: creators.filter((one) => /^Tool:/i.test(one)).map((one) => one.replace(/^Tool:\s*/i, '')),
    contexts: [...comment.matchAll(/\b(design|source|build|analy[sz]ed|deployed|runtime)\b/gi)].map(([word]) =>
      word.toLowerCase(),
    ),
    ...(primary && { primary: componentOf(primary, document) }),
    components: packages.filter((one) => one !== primary).map((one) => componentOf(one, document)),
    otherKeys: [...fieldsIn(document, 'files'), ...fieldsIn(document, 'snippets')].map((one) => textIn(one, 'SPDXID')),
    dependencies,
    completeness,
    vulnerabilities: packages.flatMap((one) =>
      fieldsIn(one, 'externalRefs')
        .filter(
          (ref) =>
            textIn(ref, 'referenceCategory') === 'SECURITY' && /^(advisory|fix)$/.test(textIn(ref, 'referenceType')),
        )
        .map((ref) => ({
          id:
            /([A-Za-z]+-[\w-]*\d[\w.-]*)\/?$/.exec(textIn(ref, 'referenceLocator'))?.[1] ??
            textIn(ref, 'referenceLocator'),
          component: textIn(one, 'SPDXID'),
          state: /\banalysis: ([a-z_]+)/.exec(textIn(ref, 'comment'))?.[1] ?? '',
        })),
    ),
  };
}

interface Relation {
  from: string;
  type: string;
  to: string;
}

/** `a DEPENDENCY_OF b` is `b DEPENDS_ON a`. A relation to NONE says that there is none, one to NOASSERTION that it is unknown. */
function dependenciesOf(relations: readonly Relation[]) {
  const dependencies = new Map<string, string[]>();
  let completeness = '';
  for (const { from, type, to } of relations) {
    const isForward = type === 'DEPENDS_ON' || type === 'CONTAINS';
    if (!isForward && !/(^|_)DEPENDENCY_OF$/.test(type) && type !== 'CONTAINED_BY') continue;
    const [owner, other] = isForward ? [from, to] : [to, from];
    const known = dependencies.get(owner) ?? [];
    dependencies.set(owner, known);
    if (other === 'NONE') completeness ||= 'complete';
    else if (other === 'NOASSERTION') completeness = 'unknown';
    else known.push(other);
  }
  return { dependencies, completeness };
}

/** `Organization: Name (mail@example.org)`; NOASSERTION names nobody. */
function partyOf(text: string): SbomParty[] {
  const [, name = '', inside = ''] =
    /^(?:(?:Person|Organization):\s*)?(.*?)\s*(?:\(([^()]*)\))?$/i.exec(text.trim()) ?? [];
  if (name === '' || /^(NOASSERTION|NONE)$/.test(name)) return [];
  const isUrl = /^https?:/i.test(inside);
  return [{ name, email: isUrl ? '' : inside, url: isUrl ? inside : '' }];
}

/** NOASSERTION and NONE are no addresses, no names, no versions. */
const stated = (text: string): string => (/^(NOASSERTION|NONE)$/i.test(text) ? '' : text);

const REFERENCES: Readonly<Record<string, 'purl' | 'cpe' | 'swid' | 'other'>> = {
  purl: 'purl',
  cpe22Type: 'cpe',
  cpe23Type: 'cpe',
  swid: 'swid',
  swh: 'other',
  gitoid: 'other',
};

function componentOf(one: Fields, document: Fields): CheckedComponent {
  const id = textIn(one, 'SPDXID');
  const [name, version] = [textIn(one, 'name'), stated(textIn(one, 'versionInfo'))];
  const refs = fieldsIn(one, 'externalRefs');
  const said = saidOf(one, document, id);
  return {
    key: id,
    shown: [name || id, version].filter(Boolean).join(' '),
    name,
    version,
    suppliers: partyOf(textIn(one, 'supplier')),
    makers: partyOf(textIn(one, 'originator')),
    identifiers: refs.flatMap((ref) => {
      const type = REFERENCES[textIn(ref, 'referenceType')];
      const value = textIn(ref, 'referenceLocator');
      return type === undefined || value === '' ? [] : [{ type, value }];
    }),
    licenses: licensesOf(one),
    hashes: hashesOf(one),
    references: referencesOf(one, refs),
    ...filenameOf(one),
    ...purposeOf(one),
    ...said,
  };
}

function licensesOf(one: Fields): CheckedLicense[] {
  return [
    { text: textIn(one, 'licenseDeclared'), kind: 'declared' as const },
    { text: textIn(one, 'licenseConcluded'), kind: 'concluded' as const },
  ].filter(({ text }) => text !== '');
}

const hashesOf = (one: Fields): CheckedHash[] =>
  fieldsIn(one, 'checksums').map((hash) => ({
    algorithm: textIn(hash, 'algorithm')
      .toUpperCase()
      .replace(/^SHA(\d{1,3})$/, 'SHA-$1'),
    value: textIn(hash, 'checksumValue'),
  }));

/** The checksum of a package is that of the file at its download location. */
function referencesOf(one: Fields, refs: readonly Fields[]): CheckedReference[] {
  const download = stated(textIn(one, 'downloadLocation'));
  const isVcs = /^(git|hg|svn|bzr)\+|^git:|\.git(@|#|$)/.test(download);
  const isSource = isVcs || textIn(one, 'primaryPackagePurpose') === 'SOURCE';
  const address: CheckedReference[] =
    download === '' ? [] : [{ type: 'distribution', url: download, hashes: hashesOf(one) }];
  const source: CheckedReference[] =
    download !== '' && isSource
      ? [{ type: isVcs ? 'vcs' : 'source-distribution', url: download, hashes: hashesOf(one) }]
      : [];
  const stated2 = refs.map((ref): CheckedReference => {
    const [type, url] = [textIn(ref, 'referenceType'), textIn(ref, 'referenceLocator')];
    if (/security\.txt/i.test(`${type} ${url}`)) return { type: 'rfc-9116', url, hashes: [] };
    if (/^(vcs|source|source-?artifact|source-distribution)$/i.test(type))
      return { type: 'source-distribution', url, hashes: [] };
    return { type, url, hashes: [] };
  });
  const info = textIn(one, 'sourceInfo');
  const [inInfo = ''] = /\b(?:git|https?|ssh)(?:\+\w+)?:\/\/\S+/.exec(info) ?? [];
  return [...address, ...source, ...stated2, ...(inInfo === '' ? [] : [{ type: 'vcs', url: inInfo, hashes: [] }])];
}

const filenameOf = (one: Fields) => {
  const filename = textIn(one, 'packageFileName');
  return filename === '' ? {} : { filename };
};

const EXECUTABLE = /^(APPLICATION|INSTALL|FIRMWARE|OPERATING[-_]SYSTEM)$/;

/** A stated purpose says what the file is. */
function purposeOf(one: Fields): Partial<CheckedComponent> {
  const purpose = textIn(one, 'primaryPackagePurpose').toUpperCase();
  if (purpose === '') return {};
  return {
    executable: String(EXECUTABLE.test(purpose)),
    archive: String(purpose === 'ARCHIVE' || purpose === 'CONTAINER'),
    structured: String(/^(ARCHIVE|CONTAINER|FIRMWARE|INSTALL)$/.test(purpose)),
  };
}

/** `bsi:component:executable=true` in the comment or an annotation of a package. */
function saidOf(one: Fields, document: Fields, id: string): Partial<CheckedComponent> {
  const about = fieldsIn(document, 'annotations').filter((annotation) => textIn(annotation, 'SPDXID') === id);
  const texts = [one, ...fieldsIn(one, 'annotations'), ...about].map((annotation) => textIn(annotation, 'comment'));
  const found: Record<string, string> = {};
  for (const text of texts)
    for (const [, name = '', value = ''] of text.matchAll(
      /\bbsi:component:(filename|executable|archive|structured|effectiveLicen[sc]e)\s*[=:]\s*"?([^";,\n]+)/g,
    ))
      found[name.replace('Licence', 'License')] = value.trim();
  return found;
}
