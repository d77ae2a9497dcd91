// The products that advisories name by a CPE.
import type { AdvisoryProduct } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** Products such as a system's kernel have thousands of entries, which name the same few vendors. */
const MOST_ENTRIES = 500;

/** Vendors and products with these names; of the entries of one name at most `MOST_ENTRIES` are read. */
export async function listAdvisoryProducts(db: Db, names: readonly string[]): Promise<AdvisoryProduct[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<AdvisoryProduct>`
    select distinct n.name as product, p.affected ->> 'vendor' as vendor, coalesce(p.affected ->> 'target', '') as target
    from unnest(${names}::text[]) as n(name)
    cross join lateral (
      select affected from advisory_packages where type = 'cpe' and name = n.name limit ${MOST_ENTRIES}
    ) p`.execute(db);
  return rows;
}
