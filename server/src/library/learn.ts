// Takes facts about packages into the library: components with their origin, and their versions. What scans and people know stays as it is; only blanks are
// filled.
import { storableText } from '@assay/scanner/foreign-text';
import { listVersionNamesOf } from '../db/components/components.ts';
import { ensureLearned } from '../db/components/learned.ts';
import { addRegistryVersions, fillBlankComponents } from '../db/components/registry-answers.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { LearnedComponent, LearnedOrigin } from '../domain/components/learned.ts';
import { componentNameOf } from '../domain/derivation/derived-components.ts';
import { libraryVersionsOf } from '../domain/derivation/registries.ts';
import { forgeIdOfPurl } from '../domain/forges.ts';
import { licenseReader } from './declared-licenses.ts';

export interface Learned {
  newComponents: number;
  versions: number;
  newVersions: number;
  filledVersions: number;
}

const LONGEST_URL = 2400;

/** In the transaction of the caller. `licenseOf` reads declarations; the library's own reader by default. */
export async function learnComponents(
  db: Db,
  learned: readonly LearnedComponent[],
  origin: LearnedOrigin,
  licenseOf?: (type: string, declared: string) => string,
): Promise<Learned> {
  const reader = licenseOf ?? (await licenseReader(db));
  // In one order, so that two of them do not wait for each other.
  const sorted = [...learned].sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const { ids, added } = await ensureLearned(db, sorted.map(rowOf), origin);
  const known = sorted.flatMap((one) => {
    const id = ids.get(one.purl);
    return id === undefined ? [] : [{ ...one, id }];
  });
  const standing = await listVersionNamesOf(
    db,
    known.map(({ id }) => id),
  );
  await fillBlankComponents(
    db,
    known.map((one) => ({ id: one.id, description: rowOf(one).description, url: rowOf(one).url })),
  );
  const versions = known.flatMap((one) =>
    libraryVersionsOf(one, standing.get(one.id) ?? [], reader).map((version) => ({ componentId: one.id, ...version })),
  );
  const outcome = await addRegistryVersions(db, versions, { isCurrent: origin.kind === 'REGISTRY' });
  return {
    newComponents: added,
    versions: versions.length,
    newVersions: outcome.added,
    filledVersions: outcome.changed,
  };
}

function rowOf({ purl, facts }: LearnedComponent) {
  const url = storableText(facts.homepageUrl);
  return {
    purl,
    name: componentNameOf(purl),
    url: /^https?:\/\/\S+$/i.test(url) && url.length <= LONGEST_URL ? url : '',
    description: storableText(facts.description),
    forgeId: forgeIdOfPurl(purl),
  };
}
