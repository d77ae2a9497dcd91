// `--baseline`: the result of an earlier check. What it holds already is shown and does not fail the new one. A package is the same whatever its version,
// so an update that does not mend a vulnerability is not a new finding.
import { basename } from 'node:path';
import { isFields, own } from '../../items.ts';
import { parsePurl } from '../../packages/index.ts';
import type { FoundVulnerability } from '../check-formats/report.ts';
import { UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { readDecisionFile } from './read-file.ts';

export interface Baseline {
  /** Name of the file. */
  source: string;
  has(found: FoundVulnerability): boolean;
}

interface Known {
  names: string[];
  component: string;
  isAffected: boolean;
}

/** Throws a UsageError if the file is not the result of a check. */
export async function openBaseline(path: string): Promise<Baseline> {
  const source = basename(path);
  const document = parsed(await readDecisionFile('--baseline', path), source);
  const all = isFields(document) ? (ofJson(document) ?? ofCycloneDx(document)) : undefined;
  if (all === undefined)
    throw new UsageError(
      `--baseline: ${printable(source)} is no result of a check: name a file that "assay scan … --advisories … --format json" (or cyclonedx) wrote.`,
    );
  const outcomes = new Map<string, boolean>();
  for (const { names, component, isAffected } of all)
    for (const name of names) {
      const key = keyOf(name, component);
      outcomes.set(key, isAffected || outcomes.get(key) === true);
    }
  return {
    source,
    // What could not be decided then and is certain now is new.
    has: (found) =>
      [found.name, ...found.names].some((name) => {
        const wasAffected = outcomes.get(keyOf(name, componentOf(found.shown)));
        return wasAffected !== undefined && (wasAffected || found.outcome === 'undetermined');
      }),
  };
}

function parsed(bytes: Buffer, source: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UsageError(`--baseline: ${printable(source)} is no JSON: ${printable((error as Error).message)}`);
  }
}

const keyOf = (name: string, component: string) => `${name.toLowerCase()}\n${component}`;

/** A package URL without its version; any other name as it is. */
function componentOf(shown: string): string {
  const read = parsePurl(shown);
  if ('problem' in read) return shown;
  const { type, namespace, name } = read.value;
  return JSON.stringify([type, namespace, name]);
}

function ofJson(document: Record<string, unknown>): Known[] | undefined {
  const [all, components] = [own(document, 'vulnerabilities'), own(document, 'components')];
  if (!Array.isArray(all) || !Array.isArray(components) || own(document, 'bomFormat') !== undefined) return undefined;
  if (typeof own(document, 'packages') !== 'number') return undefined;
  return all.filter(isFields).map((one) => ({
    names: [one.name, ...listOf(one.names)].map(String),
    component: componentOf(String(one.package)),
    isAffected: one.outcome === 'affected',
  }));
}

const WRITTEN_BY_CHECK = 'assay:advisories:comparedWith';

function ofCycloneDx(document: Record<string, unknown>): Known[] | undefined {
  if (own(document, 'bomFormat') !== 'CycloneDX') return undefined;
  const metadata = own(document, 'metadata');
  const properties = isFields(metadata) ? listOf(own(metadata, 'properties')) : [];
  // Without a comparison, nothing would be known, and everything new.
  if (!properties.some((one) => isFields(one) && one.name === WRITTEN_BY_CHECK)) return undefined;
  const shown = shownByReference(document);
  return listOf(own(document, 'vulnerabilities'))
    .filter(isFields)
    .flatMap((one) => {
      const references = listOf(one.references).filter(isFields);
      const names = [one.id, ...references.map(({ id }) => id)].map(String);
      return listOf(one.affects)
        .filter(isFields)
        .map((affected) => ({
          names,
          component: componentOf(shown.get(String(affected.ref)) ?? String(affected.ref)),
          isAffected: listOf(affected.versions).some((version) => isFields(version) && version.status === 'affected'),
        }));
    });
}

function shownByReference(document: Record<string, unknown>): Map<string, string> {
  const shown = new Map<string, string>();
  const open = [...listOf(own(document, 'components'))];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isFields(one)) continue;
    if (typeof one['bom-ref'] === 'string' && typeof one.purl === 'string') shown.set(one['bom-ref'], one.purl);
    open.push(...listOf(one.components));
  }
  return shown;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
