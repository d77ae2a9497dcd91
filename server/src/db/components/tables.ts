// The tables of components and their versions, as TypeScript types.
import type { DistributionLike } from '@assay/scanner/advisories';
import type { Generated } from 'kysely';
import type { LicenseFacts } from '../../domain/licenses/license-facts.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface ComponentTables {
  component_letters: ComponentLettersTable;
  components: ComponentsTable;
  component_versions: ComponentVersionsTable;
}

interface ComponentLettersTable {
  letter: string;
  count: number;
}

export interface ComponentsTable {
  id: Generated<number>;
  name: string;
  title: Generated<string>;
  url: Generated<string>;
  description: Generated<string>;
  encryption: Generated<boolean>;
  forge_id: Generated<number>;
  purl: string | null;
  is_custom: Generated<boolean>;
  created_at: Timestamp;
  created_by: Generated<string>;
}

export interface ComponentVersionsTable {
  id: Generated<number>;
  component_id: number;
  name: string;
  purl: string | null;
  /** What else than the name makes a version of a distribution's package, such as its release; '' for others. */
  build: Generated<string>;
  /** Of an SBOM, for a version without a package URL; '' if there is none. */
  cpe: Generated<string>;
  /** Distributions from which that of the package says that it is made; null for none. */
  distribution_like: Json<readonly DistributionLike[]> | null;
  /** Who named it names source packages wherever they differ. */
  names_sources: Generated<boolean>;
  license_expression: Generated<string>;
  is_custom: Generated<boolean>;
  created_at: Timestamp;
  created_by: Generated<string>;
  /** From the last scan, without paths. Empty before the first. */
  license_facts: Json<Partial<LicenseFacts>>;
  /** Null if unknown. */
  released_at: NullableTimestamp;
  /** Deprecated, yanked, retracted or not listed. */
  is_withdrawn: Generated<boolean>;
}
