// Finds the component versions of imported analyses. It compares the package URL of the version, then the package URL of
// the component with the version in the URL. Components that people made have no package URL and are found by name.
import { decodedText } from '@assay/scanner/items';
import { withoutQualifiers } from '@assay/scanner/packages';
import { sql } from 'kysely';
import type { Tx } from '../db/postgres/connection.ts';
import { componentPurlOf } from '../domain/inventories/inventory.ts';
import type { ForeignAnalysis } from './foreign/model.ts';

export interface AnalysedVersion {
  id: number;
  name: string;
  componentId: number;
  componentPurl: string | null;
  componentName: string;
}

interface Wanted {
  place: number;
  purl: string;
  component: string;
  version: string;
}

/** Returns the versions in the order of the analyses. Undefined if the library does not have the version. */
export async function findAnalysedVersions(
  tx: Tx,
  analyses: readonly ForeignAnalysis[],
): Promise<(AnalysedVersion | undefined)[]> {
  const found: (AnalysedVersion | undefined)[] = [];
  const byPurl = analyses.flatMap(({ purl }, place) => (purl === '' ? [] : [wantedByPurl(purl, place)]));
  for (const { place, ...version } of await versionsByPurl(tx, byPurl)) found[place] = version;
  const byName = analyses.flatMap(({ exported }, place): Wanted[] =>
    exported && found[place] === undefined
      ? [{ place, purl: '', component: exported.componentName, version: exported.versionName }]
      : [],
  );
  for (const { place, ...version } of await versionsByName(tx, byName)) found[place] = version;
  return found;
}

function wantedByPurl(purl: string, place: number): Wanted {
  const component = componentPurlOf(purl);
  return { place, purl, component, version: decodedText(withoutQualifiers(purl).slice(component.length + 1)) };
}

type Found = AnalysedVersion & { place: number };

const VERSION = sql`v.id, v.name, c.id as "componentId", c.purl as "componentPurl", c.name as "componentName"`;

const given = (wanted: readonly Wanted[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as t(place int, purl text, component text, version text)`;

async function versionsByPurl(tx: Tx, wanted: readonly Wanted[]): Promise<Found[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<Found>`
    select distinct on (t.place) t.place, ${VERSION} from ${given(wanted)} join components c on c.purl = t.component
    join component_versions v on v.component_id = c.id and (v.purl = t.purl or v.name = t.version)
    order by t.place, (v.purl = t.purl) desc nulls last, v.id`.execute(tx);
  return rows;
}

async function versionsByName(tx: Tx, wanted: readonly Wanted[]): Promise<Found[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<Found>`
    select distinct on (t.place) t.place, ${VERSION} from ${given(wanted)} join components c on c.name = t.component and c.purl is null
    join component_versions v on v.component_id = c.id and v.name = t.version order by t.place, v.id`.execute(tx);
  return rows;
}
