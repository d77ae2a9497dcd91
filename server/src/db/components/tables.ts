// The tables of components and their versions, as TypeScript types.
import type { DistributionLike } from '@assay/scanner/advisories';
import type { Generated } from 'kysely';
import type { LearnedOrigin } from '../../domain/components/learned.ts';
import type { LookupOutcome, RegistryName } from '../../domain/derivation/registries.ts';
import type { LicenseFacts } from '../../domain/licenses/license-facts.ts';
import type { Json, NullableTimestamp, Timestamp } from '../postgres/columns.ts';

export interface ComponentTables {
  component_letters: ComponentLettersTable;
  components: ComponentsTable;
  component_versions: ComponentVersionsTable;
  component_origins: ComponentOriginsTable;
  registry_searches: RegistrySearchesTable;
  library_imports: LibraryImportsTable;
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

/** Only of components that neither a scan nor a person brought. */
interface ComponentOriginsTable {
  component_id: number;
  kind: LearnedOrigin['kind'];
  name: string;
  as_of: Timestamp;
}

interface RegistrySearchesTable {
  registry: RegistryName;
  question: string;
  host: string;
  asked_at: Timestamp;
  outcome: LookupOutcome;
  found: number;
  problem: string;
}

/** Receipts of imported bundles. */
interface LibraryImportsTable {
  id: Generated<number>;
  file_name: string;
  sha256: string;
  public_key: string;
  installation: string;
  made_at: Timestamp;
  imported_at: Timestamp;
  imported_by: string;
  components: number;
  new_components: number;
  versions: number;
  new_versions: number;
  filled_versions: number;
  refused: number;
}
