// The vulnerabilities of an item, why each matches, and the decisions about them.
import { Button, Group, Text } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InventoryItem, Vulnerability, VulnerabilityAnalysis } from '../api/models.ts';
import { Label } from '../elements/badges.tsx';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { momentText } from '../elements/quantities.ts';
import { useMayIn } from '../project/queries.ts';
import { useSystemPermission } from '../session/session.ts';
import { stateLabel } from '../vulnerabilities/analysis-fields.tsx';
import { openExplanation } from '../vulnerabilities/explain-match.tsx';
import { type DataAge, Flags, Freshness, fixedText, SeverityBadge } from '../vulnerabilities/labels.tsx';
import { NoneKnown } from '../vulnerabilities/none-known.tsx';
import { itemAnalysisQuery, itemVulnerabilitiesQuery } from '../vulnerabilities/queries.ts';
import { ItemRemedy } from '../vulnerabilities/remedies.tsx';
import { openLiftSuppression, openSuppression, type SuppressedVersion } from '../vulnerabilities/suppression-forms.tsx';
import { openVulnerableCode } from '../vulnerabilities/vulnerable-code.tsx';
import classes from './inventory-tab.module.css';

interface ItemVulnerabilitiesProps {
  item: InventoryItem;
  projectId: number;
}

export function ItemVulnerabilities({ item, projectId }: ItemVulnerabilitiesProps) {
  const version = useAnalysable(item, projectId);
  const may = useMayIn(projectId);
  const found = useQuery(itemVulnerabilitiesQuery(item.id));
  const analyses = useQuery(itemAnalysisQuery(item.id));
  if (!found.isSuccess) return <Waiting query={found} rows={4} title="The vulnerabilities could not be loaded" />;
  const age = ageOfItem(item, found.data.age);
  const decided = analyses.data ?? [];
  const suppressed = decided.filter((one) => one.suppressed);
  const analysisOf = (name: string) => decided.find((one) => !one.suppressed && one.vulnerabilityName === name);
  return (
    <>
      <Freshness of={age} />
      {item.coverage.state === 'not-compared' && <NotCompared coverage={item.coverage} />}
      {item.coverage.note !== '' && (
        <Text size="sm" c="dimmed">
          {item.coverage.note}
        </Text>
      )}
      {found.data.rows.length > 0 && (
        <ItemRemedy itemId={item.id} projectId={projectId} mayAsk={may('EDIT_INVENTORY')} />
      )}
      {found.data.rows.length + suppressed.length === 0 ? (
        item.coverage.state === 'compared' && <NoneKnown of="this component in this version" age={age} />
      ) : (
        <ol className={classes.history}>
          {found.data.rows.map((one) => (
            <Found
              key={one.vulnerabilityName}
              itemId={item.id}
              purl={item.purl}
              version={version}
              vulnerability={one}
              analysis={analysisOf(one.vulnerabilityName)}
            />
          ))}
          {suppressed.map((one) => (
            <Suppressed key={one.vulnerabilityName} version={version} analysis={one} />
          ))}
        </ol>
      )}
    </>
  );
}

/** The age of the data that this item was compared with. */
function ageOfItem(
  { coverage: { state } }: InventoryItem,
  { dataAsOf, dataIsStale, staleFor }: { dataAsOf: string | null; dataIsStale: boolean; staleFor: string },
): DataAge {
  const compared = state === 'compared' ? 1 : 0;
  return {
    dataAsOf,
    dataIsStale,
    dataByEcosystem: staleFor === '' ? [] : [{ ecosystem: staleFor, dataAsOf, dataIsStale }],
    coverage: { items: 1, compared, notCompared: 1 - compared, reasons: [], words: '' },
  };
}

function NotCompared({ coverage }: Pick<InventoryItem, 'coverage'>) {
  return (
    <Empty icon={<IconShieldQuestion />} title={`Not compared: ${coverage.inShort}`}>
      {coverage.sentence} So it is not known whether this item has vulnerabilities.
    </Empty>
  );
}

interface FoundProps {
  itemId: number;
  purl: string;
  /** Undefined if the user may not decide about it. */
  version: SuppressedVersion | undefined;
  vulnerability: Vulnerability;
  /** A decision about it other than a suppression. */
  analysis: VulnerabilityAnalysis | undefined;
}

function Found({ itemId, purl, version, vulnerability: one, analysis }: FoundProps) {
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
      {analysis && (
        <div>
          <small>{wordsOf(analysis)}</small>
        </div>
      )}
      <Group gap={6} mt={4}>
        <Button size="compact-xs" variant="default" onClick={() => openExplanation(purl, one.vulnerabilityName)}>
          Explain match
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            openVulnerableCode({
              itemId,
              vulnerabilityName: one.vulnerabilityName,
              mayAccept: version !== undefined,
            })
          }
        >
          Check for vulnerable code
        </Button>
        {version && (
          <Button size="compact-xs" variant="default" onClick={() => openSuppression(version, one.vulnerabilityName)}>
            Analyse or suppress…
          </Button>
        )}
        {version && analysis && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => openLiftSuppression(version, one.vulnerabilityName, false)}
          >
            Withdraw the decision…
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
  const administrates = useSystemPermission('system_admin');
  const mayLift = version !== undefined && (administrates || !one.suppressedEverywhere);
  return (
    <li>
      <div className={classes.historyHead}>
        <NameOf name={one.vulnerabilityName} />
        <Label tone="wait">{one.suppressedEverywhere ? 'Suppressed in all projects' : 'Suppressed'}</Label>
      </div>
      <small>{wordsOf(one)}</small>
      {mayLift && (
        <Group gap={6} mt={4}>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => openLiftSuppression(version, one.vulnerabilityName, one.suppressedEverywhere)}
          >
            Lift the suppression…
          </Button>
        </Group>
      )}
    </li>
  );
}

/**
 * The component and version about which the user may decide. Undefined if the user may not, or if the item has no
 * component.
 */
function useAnalysable(item: InventoryItem, projectId: number): SuppressedVersion | undefined {
  const may = useMayIn(projectId);
  const administrates = useSystemPermission('system_admin');
  const { name: itemName, componentId, componentVersionId: versionId } = item;
  if (componentId === 'N/A' || versionId === 'N/A') return undefined;
  return administrates || may('ANALYZE_VULNERABILITIES')
    ? { projectId, itemId: item.id, itemName, componentId, versionId }
    : undefined;
}

function wordsOf({ analysis, analyzedBy, analyzedOn, expiresOn }: VulnerabilityAnalysis): string {
  const { state, justification, response, detail } = analysis;
  const until = expiresOn === '' ? '' : `valid until ${momentText(expiresOn)}`;
  return [stateLabel(state), justification, response, detail, `${analyzedBy}, ${momentText(analyzedOn)}`, until]
    .filter((word) => word !== '' && word !== 'N/A')
    .join(' · ');
}

function NameOf({ name }: { name: string }) {
  return (
    <Link to="/vulnerabilities/$name" params={{ name }}>
      {name}
    </Link>
  );
}
