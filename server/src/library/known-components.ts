// Checks the components that people name in rules. A package URL may name a component before the library has it; a name alone must be one of the library,
// or the rule would silently never apply.
import { formatPurl, parsePurl } from '@assay/scanner/packages';
import { listKnownNames, listNearComponents } from '../db/components/names.ts';
import type { Db } from '../db/postgres/connection.ts';
import { badRequest } from '../errors.ts';

const MOST_LISTED = 5;
const MOST_SUGGESTIONS = 3;

/** Refuses package URLs that no component can have, and names that no component has; suggests right ones. */
export async function checkComponentNames(db: Db, field: string, names: readonly string[]): Promise<void> {
  const written = [...new Set(names.map((name) => name.trim()))];
  const purls = written.filter((name) => /^pkg:/i.test(name));
  const known = await listKnownNames(db, written);
  const problems = [
    ...purls.flatMap((purl) => problemOfPurl(purl) ?? []),
    ...(await Promise.all(
      written
        .filter((name) => !purls.includes(name) && !known.has(name.toLowerCase()))
        .slice(0, MOST_LISTED)
        .map((name) => sentenceAbout(db, name)),
    )),
  ];
  if (problems.length > 0)
    throw badRequest(`The field "${field}" is not right: ${problems.slice(0, MOST_LISTED).join(' ')}`);
}

/** Undefined if the package URL is right. */
function problemOfPurl(purl: string): string | undefined {
  const parsed = parsePurl(purl);
  if ('problem' in parsed) return `"${purl}" is no package URL: ${parsed.problem}.`;
  const { type, namespace, name, version, qualifiers, subpath } = parsed.value;
  const plain = formatPurl({ type, namespace, name });
  const right = 'value' in plain ? plain.value : '';
  if (version !== null) return `"${purl}" names a version; write ${right}, and the version as the range "${version}".`;
  if (qualifiers !== null || subpath !== null || right.toLowerCase() !== purl.toLowerCase())
    return `"${purl}" is not as components are named; did you mean ${right}?`;
  return undefined;
}

async function sentenceAbout(db: Db, name: string): Promise<string> {
  const near = await listNearComponents(db, name, MOST_SUGGESTIONS);
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `"${name}" is no component of the library.${hint} Name one that it does not have yet by its package URL, such as pkg:npm/left-pad.`;
}
