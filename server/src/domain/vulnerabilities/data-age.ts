// The age of the advisory data, and how much was compared with them, in words for mails and other places that do not show the server's figures.
import type { CoverageSummary } from './coverage.ts';

/** The data of one ecosystem, or of one release of a distribution, that items were compared with. */
export interface EcosystemAge {
  /** `npm`, `Debian 12` */
  ecosystem: string;
  /** Time of its oldest source, as the wire writes it; null if a source states no time. */
  dataAsOf: string | null;
  dataIsStale: boolean;
}

export interface DataAge {
  /** Time of the oldest data in use, as the wire writes it; null if any source in use has no data. */
  dataAsOf: string | null;
  /** There are no data, or they are older than the site allows. */
  dataIsStale: boolean;
  dataByEcosystem: EcosystemAge[];
  coverage: CoverageSummary;
}

export function dataAgeInWords({ dataAsOf, dataIsStale, dataByEcosystem, coverage }: DataAge): string {
  return [ageInWords({ dataAsOf, dataIsStale, dataByEcosystem }), coverage.words === '' ? '' : `${coverage.words}.`]
    .filter((one) => one !== '')
    .join(' ');
}

function ageInWords({ dataAsOf, dataIsStale, dataByEcosystem }: Omit<DataAge, 'coverage'>): string {
  if (dataAsOf === null)
    return 'A source of advisories in use has no data yet. More vulnerabilities may exist than are known here.';
  if (!dataIsStale) return `The advisories are of ${dataAsOf} UTC.`;
  const old = staleInWords(dataByEcosystem);
  return `The advisories${old === '' ? '' : ` for ${old}`} are of ${dataAsOf} UTC, which is older than this site allows. More vulnerabilities may exist than are known here.`;
}

/** `npm and Debian 12`; '' if none is older than the site allows. */
export function staleInWords(ecosystems: readonly EcosystemAge[]): string {
  const names = ecosystems.filter(({ dataIsStale }) => dataIsStale).map(({ ecosystem }) => ecosystem);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
