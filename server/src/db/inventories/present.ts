// The one condition for items that are in the product. Whatever counts, reports, notices, exports an SBOM or VEX, or judges by a policy uses it; lists of
// items for people also show what is gone, marked. The view `item_vulnerabilities`, and with it `item_exposures`, has the condition too.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** `item` is the alias of `inventory_items` in the query. */
export const present = (item = 'i'): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${item}.gone_since_scan`)} is null`;

/** The opposite: items whose evidence is gone and that no person keeps. */
export const gone = (item = 'i'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${item}.gone_since_scan`)} is not null`;
