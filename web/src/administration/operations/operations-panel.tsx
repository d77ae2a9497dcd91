// Administration: how the installation is, what needs attention and what to do about it.
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Installation } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import pageClasses from '../../elements/page.module.css';
import { PageHead } from '../../elements/page-head.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countText, durationText, momentOf, momentText, sizeText } from '../../elements/quantities.ts';
import { Freshness } from '../../vulnerabilities/labels.tsx';
import { advisoryStatusQuery } from '../../vulnerabilities/queries.ts';
import { separationQuery } from '../custom-reports/queries.ts';
import { Facts, Time } from './facts.tsx';
import { findingsOf } from './findings.ts';
import { Keys } from './keys-panel.tsx';
import classes from './operations.module.css';
import { installationQuery } from './queries.ts';
import { Storage } from './storage-panel.tsx';
import { StoreWorks } from './store-works.tsx';
import { Tokens } from './tokens-panel.tsx';

export function OperationsPanel() {
  const query = useQuery(installationQuery);
  if (!query.isSuccess) return <Waiting query={query} title="The state of the installation could not be loaded" />;
  const state = query.data;
  return (
    <div className={pageClasses.column}>
      <PageHead title="Operations" intro={`As of ${momentText(new Date(query.dataUpdatedAt).toISOString())}.`} />
      <Findings of={state} />
      <div className={classes.two}>
        <Server of={state} />
        <Queue of={state} />
      </div>
      <Storage state={state} />
      <Vulnerabilities />
      <StoreWorks state={state} />
      <AuditLog of={state.auditLog} />
      <div className={classes.two}>
        <Keys />
        <Isolation />
      </div>
      <Tokens />
    </div>
  );
}

function Findings({ of: state }: { of: Installation }) {
  const findings = findingsOf(state, new Date());
  return (
    <Panel title="What needs attention">
      {findings.length === 0 ? (
        <Label tone="good">Nothing: all that is checked here is as it should be.</Label>
      ) : (
        <ul className={classes.findings}>
          {findings.map(({ tone, what, todo }) => (
            <li key={what}>
              <Label tone={tone}>{tone === 'bad' ? 'Fault' : 'Notice'}</Label>
              <div>
                <p>{what}</p>
                <p className={classes.soft}>{todo}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Server({ of: { version, nodeVersion, host, startedOn, memoryBytes, database } }: { of: Installation }) {
  const started = momentOf(startedOn);
  const running = started ? durationText((Date.now() - started.getTime()) / 1000) : 'an unknown time';
  return (
    <Panel title="Server and database">
      <Facts
        of={[
          ['Version', `${version}, Node.js ${nodeVersion}`],
          ['Machine', host],
          ['Running for', `${running}, since ${momentText(startedOn)}`],
          ['Memory', `${sizeText(memoryBytes)} (this process, without its database)`],
          [
            'Database',
            `PostgreSQL ${database.version}, ${database.isEmbedded ? 'part of this server' : 'at DATABASE_URL'}`,
          ],
          ['Size of database', sizeText(database.sizeBytes)],
          ['Connections', `${database.connections} of ${database.mostConnections}`],
        ]}
      />
    </Panel>
  );
}

function Queue({ of: { workers, queue } }: { of: Installation }) {
  return (
    <Panel title="Workers and jobs" isFlush actions={<Link to="/jobs">All jobs</Link>}>
      <div style={{ padding: 14 }}>
        <Facts
          of={
            workers.length === 0
              ? [['Workers', 'none']]
              : workers.map(({ address, since, runningJobs }, at) => [
                  `Worker ${at + 1}`,
                  `${address === '' ? 'on this machine' : address}, since ${momentText(since)}, ${runningJobs} running`,
                ])
          }
        />
      </div>
      {queue.length === 0 ? (
        <Text size="sm" p={14} pt={0}>
          No job waits or runs, and none failed within seven days.
        </Text>
      ) : (
        <table className={pageClasses.table}>
          <thead>
            <tr>
              <th scope="col">Jobs</th>
              <th scope="col" className={classes.number}>
                Waiting
              </th>
              <th scope="col" className={classes.number}>
                Running
              </th>
              <th scope="col" className={classes.number}>
                Failed in 7 days
              </th>
              <th scope="col">Oldest waits since</th>
            </tr>
          </thead>
          <tbody>
            {queue.map(({ type, waiting, running, failed, oldestWaitingOn }) => (
              <tr key={type}>
                <td>{type}</td>
                <td className={classes.number}>{countText(waiting)}</td>
                <td className={classes.number}>{countText(running)}</td>
                <td className={classes.number}>{countText(failed)}</td>
                <td>
                  <Time on={oldestWaitingOn} without="–" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Vulnerabilities() {
  const status = useQuery(advisoryStatusQuery);
  return (
    <Panel title="Data of vulnerabilities" isFlush actions={<Link to="/administration/advisories">Advisories</Link>}>
      {!status.isSuccess ? (
        <Waiting query={status} rows={3} title="The state of advisories could not be loaded" />
      ) : (
        <>
          <Group p={14}>
            <Freshness of={status.data} />
          </Group>
          {status.data.sources.length > 0 && (
            <table className={pageClasses.table}>
              <thead>
                <tr>
                  <th scope="col">Source</th>
                  <th scope="col" className={classes.number}>
                    Records
                  </th>
                  <th scope="col">Data of</th>
                  <th scope="col">Last update</th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>
                {status.data.sources.map(({ name, records, dataAsOf, updatedOn, isEnabled, lastError }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td className={classes.number}>{countText(records)}</td>
                    <td>
                      <Time on={dataAsOf ?? ''} without="unknown: nothing imported yet" />
                    </td>
                    <td>
                      <Time on={updatedOn ?? ''} without="never" />
                    </td>
                    <td>
                      {lastError !== '' ? (
                        <Label tone="bad">{lastError}</Label>
                      ) : (
                        <Label tone={isEnabled ? 'good' : 'wait'}>{isEnabled ? 'Updated' : 'Updates paused'}</Label>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Panel>
  );
}

function AuditLog({ of }: { of: Installation['auditLog'] }) {
  return (
    <Panel title="Audit log" actions={<Link to="/administration/audit-log">Open and check</Link>}>
      <Facts
        of={[
          ['Lines', countText(of.lines)],
          [
            'Sealed',
            of.sealedUpTo === 0 ? 'no line yet' : `up to line ${countText(of.sealedUpTo)}, ${momentText(of.sealedOn)}`,
          ],
          ['Head exported', headText(of)],
          ...of.witnesses.map(({ address, toldOn, line }): [string, string] => [
            'Witness',
            `${address}: ${toldOn === '' ? 'unknown what it knows, as this server has told it nothing since its start' : `knows line ${countText(line)} of ${momentText(toldOn)}`}`,
          ]),
          ...(of.witnesses.length === 0 ? [['Witness', 'none'] as [string, string]] : []),
        ]}
      />
    </Panel>
  );
}

function headText({ headProblem, headOn, headMinutes }: Installation['auditLog']): string {
  if (headProblem !== '') return `unknown: ${headProblem}`;
  if (headOn !== '') return momentText(headOn);
  return headMinutes === 0 ? 'never, as ASSAY_AUDIT_HEAD_MINUTES is 0' : 'not yet';
}

function Isolation() {
  const separation = useQuery(separationQuery);
  return (
    <Panel title="Report scripts" actions={<Link to="/administration/custom-reports">Custom reports</Link>}>
      {!separation.isSuccess ? (
        <Waiting query={separation} rows={1} title="The isolation of scripts could not be loaded" />
      ) : (
        <Stack gap={6} align="flex-start">
          <Label tone={separation.data.isSeparated ? 'good' : 'notice'}>
            {separation.data.isSeparated ? `Separated by ${separation.data.by}` : 'Not separated'}
          </Label>
          <Text size="sm">{separation.data.words}</Text>
        </Stack>
      )}
    </Panel>
  );
}
