// The rules that standards.yaml names. Each gives '' if it is met, otherwise what is wrong, as the end of a sentence about the document or component.

import { readExpression } from '../../expressions/index.ts';
import { digestOf } from '../digests.ts';
import type { SbomParty } from '../model.ts';
import type { CheckedComponent, CheckedDocument, CheckedHash, CheckedReference } from './checked.ts';

export type DocumentTest = (document: CheckedDocument) => string;
export type ComponentTest = (component: CheckedComponent, document: CheckedDocument) => string;

const isEmail = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$/.test(text);
const isWebAddress = (text: string): boolean => /^(?:https?|ftp):\/\/[^\s/?#]+/i.test(text) && URL.canParse(text);
const isAddress = (text: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/|git@[^\s:]+:)\S+$/i.test(text) && !/^[a-z]+:\/\/$/i.test(text);

/** RFC 3339: date, `T`, time and zone. The day must exist. */
function isTimestamp(text: string): boolean {
  const [, day = ''] = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text) ?? [];
  return day !== '' && !Number.isNaN(Date.parse(text)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

const isNamed = ({ name, email = '', url = '' }: SbomParty): boolean =>
  name !== '' || isEmail(email) || isWebAddress(url);

const versionNumbers = (text: string): number[] => text.split('.').map((part) => Number.parseInt(part, 10) || 0);

function isAtLeast(version: string, least: string): boolean {
  const [given, wanted] = [versionNumbers(version), versionNumbers(least)];
  for (const [at, number] of wanted.entries()) if ((given[at] ?? 0) !== number) return (given[at] ?? 0) > number;
  return true;
}

const OLDEST = { CycloneDX: '1.6', SPDX: '3.0.1' } as const;

function formatOfBsi({ format, version }: CheckedDocument): string {
  return isAtLeast(version, OLDEST[format]) ? '' : `is ${format} ${version}; ${OLDEST[format]} or newer is asked for`;
}

const hasNoVulnerabilities = ({ vulnerabilities }: CheckedDocument): string =>
  vulnerabilities.length > 0 ? 'lists vulnerabilities' : '';

const hasCreator = ({ creators }: CheckedDocument): string => (creators.some(isNamed) ? '' : 'names no author');

/** One contact that can be used is enough; a wrong one is told. */
function contactFault(parties: readonly SbomParty[], who: string): string {
  if (parties.some(({ email = '', url = '' }) => isEmail(email) || isWebAddress(url))) return '';
  if (parties.length === 0) return `names no ${who}`;
  const wrong = parties.flatMap(({ email = '', url = '' }) => [email, url]).find((text) => text !== '');
  return wrong === undefined
    ? `has neither an e-mail address nor a web address of its ${who}`
    : `has "${wrong}" as the contact of its ${who}, which is no address`;
}

const hasCreatorContact = ({ creators }: CheckedDocument): string => contactFault(creators, 'author');
const hasTool = ({ tools }: CheckedDocument): string => (tools.length > 0 ? '' : 'names no tool that made it');
const hasContext = ({ contexts }: CheckedDocument): string =>
  contexts.length > 0 ? '' : 'does not say how it was made';
const hasId = ({ id }: CheckedDocument): string => (id === '' ? 'has no id' : '');

function hasTimestamp({ timestamp }: CheckedDocument): string {
  if (timestamp === '') return 'has no time';
  return isTimestamp(timestamp) ? '' : `has the time "${timestamp}", which is not of the form 2026-01-02T03:04:05Z`;
}

/** Whatever depends must be there, and so must what it depends on. */
function statesDependencies(document: CheckedDocument): string {
  const { primary, components, dependencies } = document;
  if (primary === undefined) return 'does not say what it is about, so nothing depends on anything';
  const known = keysOf(document);
  const unknown = [...dependencies].flatMap(([key, on]) => [key, ...on]).find((key) => !known.has(key));
  if (unknown !== undefined) return `has a dependency with "${unknown}", which is not in it`;
  if (components.length === 0) return '';
  const own = dependencies.get(primary.key) ?? [];
  return own.length > 0 ? '' : 'does not say on what the product depends';
}

/** Files are no components here, but relations may name them. */
function keysOf({ primary, components, otherKeys }: CheckedDocument): Set<string> {
  return new Set([...(primary ? [primary.key] : []), ...components.map(({ key }) => key), ...otherKeys]);
}

function tellsCompleteness({ completeness }: CheckedDocument): string {
  return completeness === '' ? 'does not say whether its dependencies are complete' : '';
}

const reached = new WeakMap<CheckedDocument, Set<string>>();

/** The components that the product reaches. Each document is walked once. */
function reachedBy(document: CheckedDocument): Set<string> {
  const known = reached.get(document);
  if (known !== undefined) return known;
  const found = new Set<string>();
  const open = document.primary === undefined ? [] : [document.primary.key];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    for (const one of document.dependencies.get(key) ?? []) open.push(one);
  }
  reached.set(document, found);
  return found;
}

function isInGraph({ key }: CheckedComponent, document: CheckedDocument): string {
  return reachedBy(document).has(key) ? '' : 'is nothing that the product or another component depends on';
}

const hasName = ({ name }: CheckedComponent): string => (name === '' ? 'has no name' : '');
const hasVersion = ({ version }: CheckedComponent): string => (version === '' ? 'has no version' : '');
const hasSupplier = ({ suppliers }: CheckedComponent): string => (suppliers.some(isNamed) ? '' : 'has no supplier');

function hasProducer({ suppliers, makers }: CheckedComponent): string {
  return [...suppliers, ...makers].some(isNamed) ? '' : 'has no producer';
}

const hasMakerContact = ({ suppliers, makers }: CheckedComponent): string =>
  contactFault([...makers, ...suppliers], 'maker');

function hasIdentifier({ identifiers }: CheckedComponent): string {
  const isGood = ({ type, value }: CheckedComponent['identifiers'][number]) =>
    type === 'purl'
      ? /^pkg:[a-z][a-z0-9.+-]*\/\S+$/i.test(value)
      : type !== 'cpe' || /^cpe:(?:2\.3:|\/)[aho]/i.test(value);
  if (identifiers.some(isGood)) return '';
  const [wrong] = identifiers;
  return wrong === undefined ? 'has no identifier' : `has the identifier "${wrong.value}", which is no ${wrong.type}`;
}

const FORGEABLE: ReadonlySet<string> = new Set(['MD5', 'SHA-1']);

/** A digest that nobody can forge; BLAKE3 may have any length. */
function isStrong({ algorithm, value }: CheckedHash): boolean {
  if (algorithm === 'BLAKE3') return value.length >= 64 && /^[0-9a-f]+$/i.test(value);
  const digest = digestOf(algorithm, value);
  return digest !== undefined && !FORGEABLE.has(digest.algorithm);
}

function hashFault(hashes: readonly CheckedHash[], what: string): string {
  if (hashes.some(isStrong)) return '';
  const [weak] = hashes;
  if (weak === undefined) return `has no hash of ${what}`;
  return weak.value === '' ? `has an empty hash of ${what}` : `has only ${weak.algorithm} as hash of ${what}`;
}

const hashesAt = (references: readonly CheckedReference[], types: readonly string[]): CheckedHash[] =>
  references.filter(({ type }) => types.includes(type)).flatMap(({ hashes }) => hashes);

const DEPLOYABLE = ['distribution', 'distribution-intake'];
const SOURCE = ['source-distribution'];

const hasHash = ({ hashes, references }: CheckedComponent): string =>
  hashFault([...hashes, ...hashesAt(references, DEPLOYABLE)], 'its file');
const hasDeployableHash = ({ references }: CheckedComponent): string =>
  hashFault(hashesAt(references, DEPLOYABLE), 'its distribution');
const hasSourceHash = ({ references }: CheckedComponent): string =>
  hashFault(hashesAt(references, SOURCE), 'its source');

function hasDeployableSha512({ references }: CheckedComponent): string {
  const isIt = (hash: CheckedHash) => hash.algorithm === 'SHA-512' && isStrong(hash);
  return hashesAt(references, DEPLOYABLE).some(isIt) ? '' : 'has no SHA-512 of its distribution';
}

/** An id of the SPDX list, an expression of them, or a `LicenseRef-`. NONE and NOASSERTION say nothing. */
const isLicense = (text: string): boolean => readExpression(text).ids.length > 0;

function licenseFault({ licenses }: CheckedComponent, kinds: readonly string[], what: string): string {
  const asked = licenses.filter(({ kind }) => kinds.includes(kind));
  if (asked.length === 0) return `has no ${what}`;
  const wrong = asked.find(({ text }) => !isLicense(text));
  return wrong === undefined ? '' : `has "${wrong.text}" as ${what}, which is no license of the SPDX list`;
}

function hasLicense(component: CheckedComponent): string {
  return licenseFault(component, ['declared', 'concluded', 'unstated'], 'license');
}

/** A license of which nobody says whether it is declared or concluded is the one under which the component is given on. */
const hasDistributionLicense = (component: CheckedComponent): string =>
  licenseFault(component, ['concluded', 'unstated'], 'concluded license');
const hasOriginalLicense = (component: CheckedComponent): string =>
  licenseFault(component, ['declared'], 'declared license');

function hasEffectiveLicense({ effectiveLicense }: CheckedComponent): string {
  if (effectiveLicense === undefined) return 'has no effective license';
  return isLicense(effectiveLicense) ? '' : `has "${effectiveLicense}" as effective license`;
}

function hasFilename({ filename }: CheckedComponent): string {
  if (filename === undefined || filename === '') return 'has no file name';
  return /[/\\]/.test(filename) ? `has the file name "${filename}", which is a path` : '';
}

function flagFault(value: string | undefined, what: string): string {
  if (value === undefined || value === '') return `does not say whether it is ${what}`;
  return /^(?:true|false|non-executable|executable|archive|no archive|structured|unstructured)$/i.test(value)
    ? ''
    : `says "${value}" on whether it is ${what}`;
}

const hasExecutable = ({ executable }: CheckedComponent): string => flagFault(executable, 'executable');
const hasArchive = ({ archive }: CheckedComponent): string => flagFault(archive, 'an archive');
const hasStructured = ({ structured }: CheckedComponent): string => flagFault(structured, 'structured');

function addressFault(references: readonly CheckedReference[], types: readonly string[], what: string): string {
  const found = references.filter(({ type }) => types.includes(type));
  if (found.some(({ url }) => isAddress(url))) return '';
  return found[0] === undefined ? `has no address of ${what}` : `has "${found[0].url}" as address of ${what}`;
}

const hasSourceUri = ({ references }: CheckedComponent): string =>
  addressFault(references, ['vcs', ...SOURCE], 'its source');
const hasDeployableUri = ({ references }: CheckedComponent): string => addressFault(references, DEPLOYABLE, 'its file');
const hasSecurityTxt = ({ references }: CheckedComponent): string =>
  addressFault(references, ['rfc-9116'], 'its security.txt');

export const DOCUMENT_TESTS: Readonly<Record<string, DocumentTest>> = {
  formatOfBsi,
  hasNoVulnerabilities,
  hasCreator,
  hasCreatorContact,
  hasTool,
  hasContext,
  hasId,
  hasTimestamp,
  statesDependencies,
  tellsCompleteness,
};

export const COMPONENT_TESTS: Readonly<Record<string, ComponentTest>> = {
  isInGraph,
  hasName,
  hasVersion,
  hasSupplier,
  hasProducer,
  hasMakerContact,
  hasIdentifier,
  hasHash,
  hasDeployableHash,
  hasDeployableSha512,
  hasSourceHash,
  hasLicense,
  hasDistributionLicense,
  hasOriginalLicense,
  hasEffectiveLicense,
  hasFilename,
  hasExecutable,
  hasArchive,
  hasStructured,
  hasSourceUri,
  hasDeployableUri,
  hasSecurityTxt,
};
