// Reads one file of curated facts, in the form of ClearlyDefined (one package, `coordinates` and `revisions`) or of ORT (a list of `id` and
// `curations`). Returns facts and issues, never throws. YAML values are read as texts, so that version 1.10 does not become 1.1.
// https://docs.clearlydefined.io/docs/curation/curation-guidelines, https://oss-review-toolkit.org/ort/docs/configuration/package-curations

import { parseSpdxExpression } from '@assay/scanner/expressions';
import { storableText } from '@assay/scanner/foreign-text';
import { isFields, own } from '@assay/scanner/items';
import { foreignTypes, formatPurl, purlTypeOf } from '@assay/scanner/packages';
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type CuratedFact, everythingBeside } from '../domain/derivation/curations.ts';
import { componentPurlOf } from '../domain/inventories/inventory.ts';
import { coordinatesOf } from '../project-data/foreign/coordinates.ts';

export interface CurationIssue {
  path: string;
  message: string;
}

export interface ReadCurations {
  facts: CuratedFact[];
  issues: CurationIssue[];
}

/** A file of curations holds a package, or a few. */
export const MOST_FILE_BYTES = 2 * 1024 * 1024;
const MOST_TEXT = 2000;
/** A file that is wrong everywhere gets this many issues. */
const MOST_ISSUES = 50;

/** The keys of maps and places in lists that lead to a field. */
type Field = readonly (string | number)[];

export function readCurations(path: string, bytes: Uint8Array): ReadCurations {
  const issues = new Issues(path);
  const root = parsed(bytes, issues);
  const facts: CuratedFact[] = [];
  if (Array.isArray(root)) for (const [at, one] of root.entries()) facts.push(...ortCuration(one, at, issues));
  else if (isFields(root) && own(root, 'coordinates') !== undefined) facts.push(...definition(root, issues));
  else if (isFields(root) && own(root, 'id') !== undefined) facts.push(...ortCuration(root, undefined, issues));
  else if (root !== undefined)
    issues.add(
      [],
      'is neither a package of ClearlyDefined (with "coordinates") nor a list of curations of ORT (with "id")',
    );
  return { facts: facts.map((fact) => ({ ...fact, file: path })), issues: issues.all() };
}

class Issues {
  readonly #path: string;
  readonly #issues: CurationIssue[] = [];
  #left = 0;
  /** Finds the line of a field, as soon as the file is parsed. */
  lineOf: (field: Field) => number | undefined = () => undefined;

  constructor(path: string) {
    this.#path = path;
  }

  add(field: Field, problem: string): void {
    if (this.#issues.length >= MOST_ISSUES) {
      this.#left++;
      return;
    }
    const line = field.length === 0 ? undefined : this.lineOf(field);
    const what = field.length === 0 ? 'The file' : `The field "${textOf(field)}"`;
    const message = `${line === undefined ? '' : `Line ${line}: `}${what} ${problem}.`;
    this.#issues.push({ path: this.#path, message: storableText(message) });
  }

  all(): CurationIssue[] {
    if (this.#left === 0) return this.#issues;
    return [...this.#issues, { path: this.#path, message: `${this.#left} further fields of the file are wrong.` }];
  }
}

/** `[2].curations.concluded_license` */
function textOf(field: Field): string {
  return field.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

function parsed(bytes: Uint8Array, issues: Issues): unknown {
  if (bytes.length > MOST_FILE_BYTES) {
    issues.add([], `has ${bytes.length} bytes; at most ${MOST_FILE_BYTES} are read`);
    return undefined;
  }
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(new TextDecoder('utf-8', { fatal: true }).decode(bytes), {
      schema: 'failsafe',
      lineCounter,
      logLevel: 'silent',
      // Else the parser quotes the text for each error, and there may be one for each word.
      prettyErrors: false,
    });
    const [error] = document.errors;
    issues.lineOf = (field) => lineOf(document, lineCounter, field);
    if (error === undefined) return document.toJS({ maxAliasCount: 100 });
    issues.add([], `is no YAML: line ${lineCounter.linePos(error.pos[0]).line}: ${plain(error.message)}`);
  } catch (error) {
    issues.add([], `is no YAML in UTF-8: ${plain((error as Error).message)}`);
  }
  return undefined;
}

/** The line of a field, or of the nearest one around it that the file has. */
function lineOf(document: Document, lines: LineCounter, field: Field): number {
  let node: unknown = document.contents;
  let at = 0;
  for (const key of field) {
    if (isMap(node)) {
      const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === key);
      if (!isScalar(pair?.key)) break;
      at = pair.key.range?.[0] ?? at;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      at = rangeOf(node) ?? at;
    } else break;
  }
  return lines.linePos(at).line;
}

function rangeOf(node: unknown): number | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined;
}

/** Fields that no format has are probably misspelt, and must not be lost in silence. */
function tellUnknown(fields: Record<string, unknown>, known: ReadonlySet<string>, place: Field, issues: Issues): void {
  for (const name of Object.keys(fields))
    if (!known.has(name))
      issues.add([...place, name], `is not known and was not used; known are ${[...known].join(', ')}`);
}

function plain(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

function text(object: Record<string, unknown>, name: string): string {
  const value = own(object, name);
  return typeof value === 'string' ? storableText(value.trim()).slice(0, MOST_TEXT).toWellFormed() : '';
}

function definition(root: Record<string, unknown>, issues: Issues): CuratedFact[] {
  const purl = purlOfCoordinates(own(root, 'coordinates'), issues);
  const revisions = own(root, 'revisions');
  if (purl === undefined) return [];
  if (!isFields(revisions)) {
    issues.add(['revisions'], 'must name versions and what is known of each');
    return [];
  }
  return Object.entries(revisions).flatMap(([version, revision]) => {
    const place = ['revisions', version];
    if (!isFields(revision)) {
      issues.add(place, 'must hold "licensed" or "described"');
      return [];
    }
    tellUnknown(revision, KNOWN_OF_REVISION, place, issues);
    const licensed = own(revision, 'licensed');
    const described = own(revision, 'described');
    if (isFields(licensed)) tellUnknown(licensed, KNOWN_OF_LICENSED, [...place, 'licensed'], issues);
    const declared = isFields(licensed) ? text(licensed, 'declared') : '';
    const license = licenseOf(declared, [...place, 'licensed', 'declared'], issues);
    const location = isFields(described) ? locationOf(own(described, 'sourceLocation')) : '';
    if (license === '' && location === '') return [];
    return [{ ...NOTHING, purl, versions: version.slice(0, MOST_TEXT), license, location }];
  });
}

const KNOWN_OF_REVISION = new Set(['licensed', 'described', 'files', '_meta']);
const KNOWN_OF_LICENSED = new Set(['declared', 'facets', 'attribution', 'discovered', 'toolScore', 'score']);

const NOTHING = { versions: '', license: '', mapping: {}, comment: '', location: '', file: '' };

function purlOfCoordinates(coordinates: unknown, issues: Issues): string | undefined {
  if (!isFields(coordinates)) {
    issues.add(['coordinates'], 'must hold "type", "provider" and "name"');
    return undefined;
  }
  const type = text(coordinates, 'type').toLowerCase();
  const purlType = purlTypeOf('clearlydefined', type);
  if (purlType === undefined) {
    issues.add(
      ['coordinates', 'type'],
      `is "${type}", and must be one of ${Object.keys(foreignTypes.clearlydefined).join(', ')}`,
    );
    return undefined;
  }
  const given = [text(coordinates, 'namespace'), text(coordinates, 'name')].map(decoded);
  // Both forms may write the whole path of a Go module as its name.
  const [name = '', ...folders] = given
    .filter((part) => part !== '-' && part !== 'null')
    .join('/')
    .split('/')
    .filter((part) => part !== '')
    .reverse();
  const provider = text(coordinates, 'provider');
  const namespace = folders.reverse().join('/') || (purlType === 'deb' ? provider : '');
  const answer = formatPurl({ type: purlType, name, namespace: namespace || undefined });
  if ('value' in answer) return componentPurlOf(answer.value);
  issues.add(['coordinates'], `names no package: ${answer.problem}`);
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `https://github.com/o/r at 1234abcd` */
function locationOf(source: unknown): string {
  if (!isFields(source)) return '';
  const url = text(source, 'url') || ['provider', 'namespace', 'name'].map((name) => text(source, name)).join('/');
  const revision = text(source, 'revision');
  return [url, revision && `at ${revision}`].filter(Boolean).join(' ');
}

/** Values that name no license. ClearlyDefined writes OTHER for a license without an SPDX id. */
const SAYS_NOTHING = /^(NONE|NOASSERTION|OTHER)?$/i;

function licenseOf(written: string, field: Field, issues: Issues): string {
  if (SAYS_NOTHING.test(written)) return '';
  const read = parseSpdxExpression(written);
  const unknown = read?.unknown.filter((id) => !/^(DocumentRef-.+:)?LicenseRef-/.test(id)) ?? [];
  if (read !== undefined && unknown.length === 0) return SAYS_NOTHING.test(read.expression) ? '' : read.expression;
  const names = [...new Set(unknown)].join(', ');
  const why = read === undefined ? 'is no SPDX expression' : `names ${names}, which SPDX does not know`;
  issues.add(field, `${why}: "${written.slice(0, 200)}"`);
  return '';
}

const ANY_NAME = 'any-name';
const SOME_TYPES = 'NPM, Maven, PyPI, NuGet, Go, Crate or Gem';

/** Fields of ORT's curations. Only some of them are used. */
const KNOWN_OF_CURATION = new Set([
  ...['concluded_license', 'declared_license_mapping', 'comment', 'vcs', 'authors', 'cpe', 'description'],
  ...['homepage_url', 'purl', 'binary_artifact', 'source_artifact', 'source_code_origins', 'labels'],
  ...['is_metadata_only', 'is_meta_data_only', 'is_modified'],
]);

function ortCuration(one: unknown, at: number | undefined, issues: Issues): CuratedFact[] {
  const place: Field = at === undefined ? [] : [at];
  if (!isFields(one)) {
    issues.add(place, 'must be a curation with "id" and "curations"');
    return [];
  }
  const id = text(one, 'id');
  // `Maven:androidx.activity::` is about all packages of the namespace.
  const isOfNamespace = /^[^:]+:[^:]+::[^:]*$/.test(id);
  const coordinates = coordinatesOf(isOfNamespace ? id.replace('::', `:${ANY_NAME}:`) : id);
  const curations = own(one, 'curations');
  if (coordinates === undefined || coordinates.purl === '') {
    issues.add(
      [...place, 'id'],
      `is "${id}", and must name a package as Type:namespace:name:version, with a type such as ${SOME_TYPES}`,
    );
    return [];
  }
  if (!isFields(curations)) {
    issues.add([...place, 'curations'], 'must hold what is known of the package');
    return [];
  }
  const inside = [...place, 'curations'];
  tellUnknown(curations, KNOWN_OF_CURATION, inside, issues);
  const license = licenseOf(text(curations, 'concluded_license'), [...inside, 'concluded_license'], issues);
  const mapping = mappingOf(own(curations, 'declared_license_mapping'), inside, issues);
  const vcs = own(curations, 'vcs');
  const location = isFields(vcs)
    ? [text(vcs, 'url'), text(vcs, 'path'), text(vcs, 'revision')].filter(Boolean).join(' ')
    : '';
  if (license === '' && location === '' && Object.keys(mapping).length === 0) return [];
  const whole = componentPurlOf(coordinates.purl);
  const purl = isOfNamespace ? everythingBeside(whole) : whole;
  const comment = text(curations, 'comment').replace(/\s+/g, ' ');
  return [{ ...NOTHING, purl, versions: coordinates.version, license, mapping, comment, location }];
}

/** Declared texts, and the SPDX expression of each. */
function mappingOf(given: unknown, place: Field, issues: Issues): Record<string, string> {
  if (!isFields(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([written, meant]) => {
      const license = licenseOf(String(meant).trim(), [...place, 'declared_license_mapping', written], issues);
      return license === '' ? [] : [[storableText(written), license] as const];
    }),
  );
}
