// Labels of a vulnerability: its severity as a word beside the colour, and other important facts.
import { Badge } from '@mantine/core';
import type { AdvisorySource, AdvisoryStatus } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { momentText } from '../elements/quantities.ts';
import classes from './vulnerabilities.module.css';

const COLORS: Record<string, string> = { CRITICAL: 'red', HIGH: 'red', MEDIUM: 'brass', LOW: 'gray', NONE: 'gray' };

/** If no source states a score, the score is unknown, not low. */
export function SeverityBadge({ severity, score }: { severity: string; score?: number | 'N/A' }) {
  const known = severity === '' || severity === 'N/A' ? 'UNKNOWN' : severity.toUpperCase();
  const word = `${known.charAt(0)}${known.slice(1).toLowerCase()}`;
  return (
    <Badge
      size="sm"
      radius="sm"
      tt="none"
      variant={known === 'CRITICAL' ? 'filled' : 'light'}
      color={COLORS[known] ?? 'gray'}
    >
      {word}
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
  const isUnread = sources.some((one) => one.isEnabled && one.dataAsOf === null);
  const oldest = sources.find((one) => one.isEnabled && one.dataAsOf === dataAsOf);
  const old = dataByEcosystem.filter((one) => one.dataIsStale).map(({ ecosystem }) => ecosystem);
  return (
    <span className={classes.freshness}>
      {dataAsOf === null ? (
        <Label tone="bad">
          {isUnread
            ? 'No advisories imported from some sources: vulnerabilities may be missing'
            : 'No advisories imported: vulnerabilities are unknown'}
        </Label>
      ) : (
        <Label tone={dataIsStale ? 'notice' : 'good'}>
          Advisories{old.length > 0 && ` for ${old.join(', ')}`} of {momentText(dataAsOf)}
          {dataIsStale && ' (older than the limit of this site)'}
          {dataIsStale && sources.length > 1 && oldest && ` (${oldest.name}, the oldest source)`}
        </Label>
      )}
      {coverage && coverage.words !== '' && <Label tone="notice">{coverage.words}</Label>}
    </span>
  );
}

export function fixedText(versions: readonly string[]): string {
  return versions.length === 0 ? 'no fix known' : versions.join(', ');
}
