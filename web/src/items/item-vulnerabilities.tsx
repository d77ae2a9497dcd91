// The vulnerabilities of an item, why each matches, and what was decided about them.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InventoryItem, Vulnerability, VulnerabilityAnalysis } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { useMayIn } from '../project/queries.ts';
import { useSystemPermission } from '../session/session.ts';
import { openExplanation } from '../vulnerabilities/explain-match.tsx';
import { Flags, Freshness, fixedText, SeverityBadge } from '../vulnerabilities/labels.tsx';
import { NoneKnown } from '../vulnerabilities/none-known.tsx';
import { advisoryStatusQuery, itemAnalysisQuery, itemVulnerabilitiesQuery } from '../vulnerabilities/queries.ts';
import { openLiftSuppression, openSuppression, type SuppressedVersion } from '../vulnerabilities/suppression-forms.tsx';
import classes from './inventory-tab.module.css';

interface ItemVulnerabilitiesProps {
  item: InventoryItem;
  projectId: number;
}

export function ItemVulnerabilities({ item, projectId }: ItemVulnerabilitiesProps) {
  const version = useAnalysable(item, projectId);
  const found = useQuery(itemVulnerabilitiesQuery(item.id));
  const analyses = useQuery(itemAnalysisQuery(item.id));
  const status = useQuery(advisoryStatusQuery);
  if (!found.isSuccess) return <Waiting query={found} rows={4} title="The vulnerabilities could not be loaded" />;
  const suppressed = (analyses.data ?? []).filter((one) => one.suppressed);
  return (
    <>
      {status.data && <Freshness of={status.data} />}
      {found.data.rows.length + suppressed.length === 0 ? (
        <NoneKnown of="this component in this version" />
      ) : (
        <ol className={classes.history}>
          {found.data.rows.map((one) => (
            <Found key={one.vulnerabilityName} purl={item.purl} version={version} vulnerability={one} />
          ))}
          {suppressed.map((one) => (
            <Suppressed key={one.vulnerabilityName} version={version} analysis={one} />
          ))}
        </ol>
      )}
    </>
  );
}

interface FoundProps {
  purl: string;
  /** undefined where the reader may not decide about it. */
  version: SuppressedVersion | undefined;
  vulnerability: Vulnerability;
}

function Found({ purl, version, vulnerability: one }: FoundProps) {
  return (
    <li>
      <div className={classes.historyHead}>
        <NameOf name={one.vulnerabilityName} />
        <Group gap={6}>
          <Flags vulnerability={one} />
          <SeverityBadge severity={one.vulnerabilityCvssV3Severity} score={one.vulnerabilityCvssV3Score} />
        </Group>
      </div>
      <p>{one.vulnerabilityDescription}</p>
      <small>Fixed in: {fixedText(one.fixedVersions)}</small>
      <Group gap={6} mt={4}>
        <Button size="compact-xs" variant="default" onClick={() => openExplanation(purl, one.vulnerabilityName)}>
          Why?
        </Button>
        {version && (
          <Button size="compact-xs" variant="default" onClick={() => openSuppression(version, one.vulnerabilityName)}>
            Analyse or suppress…
          </Button>
        )}
      </Group>
    </li>
  );
}

interface SuppressedProps {
  version: SuppressedVersion | undefined;
  analysis: VulnerabilityAnalysis;
}

function Suppressed({ version, analysis: one }: SuppressedProps) {
  const words = [one.analysis.state, one.analysis.justification, one.analysis.response, one.analysis.detail];
  return (
    <li>
      <div className={classes.historyHead}>
        <NameOf name={one.vulnerabilityName} />
        <Label tone="wait">Suppressed</Label>
      </div>
      <small>{words.filter((word) => word !== '' && word !== 'N/A').join(' · ')}</small>
      {version && (
        <Group gap={6} mt={4}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => openLiftSuppression(version, one.vulnerabilityName)}
          >
            Lift the suppression…
          </Button>
        </Group>
      )}
    </li>
  );
}

/** The component and version that the reader may decide about; undefined for those who may not, and for items without a component. */
function useAnalysable(item: InventoryItem, projectId: number): SuppressedVersion | undefined {
  const may = useMayIn(projectId);
  const administrates = useSystemPermission('system_admin');
  const { name: itemName, componentId, componentVersionId: versionId } = item;
  if (componentId === 'N/A' || versionId === 'N/A') return undefined;
  return administrates || may('ANALYZE_VULNERABILITIES') ? { projectId, itemName, componentId, versionId } : undefined;
}

function NameOf({ name }: { name: string }) {
  return (
    <Link to="/vulnerabilities/$name" params={{ name }}>
      {name}
    </Link>
  );
}
