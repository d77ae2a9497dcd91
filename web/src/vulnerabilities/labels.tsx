// Labels of a vulnerability: its severity as a word beside the colour, and other important facts.
import { Badge } from '@mantine/core';
import { severityValues } from '../api/described.ts';
import type { AdvisorySource, AdvisoryStatus } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { momentText } from '../elements/quantities.ts';
import { SEVERITY_WORDS, type Severity } from '../elements/words.ts';
import classes from './vulnerabilities.module.css';

const COLORS: Record<Severity, string> = {
  CRITICAL: 'red',
  HIGH: 'red',
  MEDIUM: 'brass',
  LOW: 'gray',
  NONE: 'gray',
  UNKNOWN: 'gray',
};

/** If no source states a score, the score is unknown, not low. */
export function SeverityBadge({ severity, score }: { severity: string; score?: number | 'N/A' }) {
  const known = severityValues.find((one) => one === severity.toUpperCase()) ?? 'UNKNOWN';
  return (
    <Badge size="sm" radius="sm" tt="none" variant={known === 'CRITICAL' ? 'filled' : 'light'} color={COLORS[known]}>
      {SEVERITY_WORDS[known]}
      {typeof score === 'number' && ` ${score.toFixed(1)}`}
    </Badge>
  );
}

interface FlagsProps {
  vulnerability: {
    isExploited: boolean;
    ssvc?: { exploitation: string } | null;
    vulnerabilityKind: string;
    isMatchedByCpe?: boolean;
    withdrawnOn?: string | null;
  };
}

export function Flags({
  vulnerability: { isExploited, ssvc, vulnerabilityKind, isMatchedByCpe, withdrawnOn },
}: FlagsProps) {
  return (
    <>
      {isExploited && <Label tone="bad">Exploited</Label>}
      {!isExploited && ssvc?.exploitation === 'active' && <Label tone="bad">Exploited (CISA analysis)</Label>}
      {vulnerabilityKind === 'malware' && <Label tone="bad">Malware</Label>}
      {withdrawnOn && <Label tone="wait">Withdrawn</Label>}
      {isMatchedByCpe && <Label tone="wait">Matched by CPE only</Label>}
    </>
  );
}

/** The age of the data for some items, and how many of these were compared with them. */
export type DataAge = Pick<AdvisoryStatus, 'dataAsOf' | 'dataIsStale' | 'dataByEcosystem' | 'coverage'>;

/** Only then is an empty list of vulnerabilities good news. */
export function isAllCompared({ dataAsOf, dataIsStale, coverage }: DataAge): boolean {
  return dataAsOf !== null && !dataIsStale && coverage.notCompared === 0 && coverage.compared > 0;
}

interface FreshnessProps {
  of: Pick<DataAge, 'dataAsOf' | 'dataIsStale'> &
    Partial<DataAge> & {
      /** If the sources are known, the label names the oldest one, because it needs an update first. */
      sources?: readonly Pick<AdvisorySource, 'name' | 'dataAsOf' | 'isEnabled'>[];
    };
}

/** Shown beside every figure, because a count of 0 proves nothing if the data is old or missing, or if nothing was compared. */
export function Freshness({
  of: { dataAsOf, dataIsStale, dataByEcosystem = [], coverage, sources = [] },
}: FreshnessProps) {
  const isUnread = dataByEcosystem.length > 0 || sources.some((one) => one.isEnabled && one.dataAsOf === null);
  return (
    <span className={classes.freshness}>
      {dataAsOf === null && (
        <Label tone="bad">
          {isUnread
            ? 'No advisories imported from some sources: vulnerabilities may be missing'
            : 'No advisories imported: vulnerabilities are unknown'}
        </Label>
      )}
      {dataByEcosystem.length > 0 ? (
        <AgesByEcosystem of={dataByEcosystem} />
      ) : (
        dataAsOf !== null && <Age dataAsOf={dataAsOf} isStale={dataIsStale} sources={sources} />
      )}
      {coverage && coverage.words !== '' && <Label tone="notice">{coverage.words}</Label>}
    </span>
  );
}

interface AgeProps {
  dataAsOf: string;
  isStale: boolean;
  sources: NonNullable<FreshnessProps['of']['sources']>;
}

/** One age of everything, where nothing was compared yet. */
function Age({ dataAsOf, isStale, sources }: AgeProps) {
  const oldest = sources.find((one) => one.isEnabled && one.dataAsOf === dataAsOf);
  return (
    <Label tone={isStale ? 'notice' : 'good'}>
      Advisories of {momentText(dataAsOf)}
      {isStale && TOO_OLD}
      {isStale && sources.length > 1 && oldest && ` (${oldest.name}, the oldest source)`}
    </Label>
  );
}

const TOO_OLD = ' (older than the limit of this site)';
/** More are folded; those that are too old come first. */
const MOST_AGES = 4;

function AgesByEcosystem({ of }: { of: DataAge['dataByEcosystem'] }) {
  const all = [...of].sort((a, b) => Number(b.dataIsStale) - Number(a.dataIsStale));
  const folded = all.slice(MOST_AGES);
  const old = folded.filter(({ dataIsStale }) => dataIsStale).length;
  return (
    <>
      {all.slice(0, MOST_AGES).map((one) => (
        <EcosystemAge key={one.ecosystem} of={one} />
      ))}
      {folded.length > 0 && (
        <details>
          <summary>
            Advisories for {folded.length} more{old > 0 && `, ${old} of them${TOO_OLD}`}
          </summary>
          {folded.map((one) => (
            <div key={one.ecosystem}>
              <EcosystemAge of={one} />
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function EcosystemAge({ of: { ecosystem, dataAsOf, dataIsStale } }: { of: DataAge['dataByEcosystem'][number] }) {
  return (
    <Label tone={dataIsStale ? 'notice' : 'good'}>
      Advisories for {ecosystem} {dataAsOf === null ? 'without a date' : `of ${momentText(dataAsOf)}`}
      {dataIsStale && TOO_OLD}
    </Label>
  );
}

export function fixedText(versions: readonly string[]): string {
  return versions.length === 0 ? 'no fix known' : versions.join(', ');
}
