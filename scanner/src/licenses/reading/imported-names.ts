// Names of GNU licenses in imported rules, which have no families: a name without a version takes the one around it, or counts as a name
// without a version, as the names of our own families do.
import { readData } from '../../data-files.ts';
import { ruleNamesVersion, ruleSaysOnly } from '../engine/decisive.ts';
import { FLAG_IMPORTED, type LicenseFamily, type LicenseIndex } from '../engine/index-format.ts';
import type { Candidate } from '../engine/select.ts';
import type { TokenBuffer } from '../engine/tokens.ts';
import { isGnuOnly, isWithoutVersion } from '../rules/license-ids.ts';
import type { RuleFile } from '../rules/rule-entries.ts';
import { type FamilyReading, readFamily } from './families.ts';
import { versionWords } from './version-words.ts';

/** Sets what a name or notice of an imported rule leaves open: the version, or whether later versions are allowed. */
export function leaveOpen(index: LicenseIndex, candidate: Candidate): Candidate {
  const { rule, kind, expression, flags } = candidate;
  if (!(flags & FLAG_IMPORTED) || kind === 'text') return candidate;
  if (isWithoutVersion(expression) && !ruleNamesVersion(index, rule)) {
    candidate.family = familiesOf().get(expression)?.name ?? '';
    candidate.isVersioned = candidate.family === '';
  } else if (kind === 'reference' && isGnuOnly(expression)) candidate.isImplied = !ruleSaysOnly(index, rule);
  return candidate;
}

/** Imported names of GNU licenses are rules without a version. They take the version that the family of the same bare name reads around them. */
export function readImportedName(
  index: LicenseIndex,
  expression: string,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  start: number,
  end: number,
): FamilyReading | undefined {
  const family = familiesOf().get(expression)?.family;
  if (!family) return undefined;
  const words = versionWords(index);
  if (tokens.ids.subarray(start, end).some((id) => words.numbers.has(id))) return undefined;
  const reading = readFamily(index, family, bytes, tokens, start, end);
  return reading.isVersioned ? reading : undefined;
}

interface NamedFamily {
  name: string;
  family: LicenseFamily;
}

let gnuFamilies: ReadonlyMap<string, NamedFamily> | undefined;

/** The families of families.yaml, by the meaning of their bare name. An index of imported rules contains none. */
function familiesOf(): ReadonlyMap<string, NamedFamily> {
  gnuFamilies ??= readGnuFamilies();
  return gnuFamilies;
}

function readGnuFamilies(): ReadonlyMap<string, NamedFamily> {
  const file = new URL('../../../rules/families.yaml', import.meta.url);
  const { families = [] } = readData(file) as RuleFile;
  const byMeaning = new Map<string, NamedFamily>();
  for (const { family: name, gnu, unversioned, versions } of families)
    if (gnu && unversioned !== undefined && !byMeaning.has(unversioned))
      byMeaning.set(unversioned, { name, family: { unversioned, versions, isGnu: true } });
  return byMeaning;
}
