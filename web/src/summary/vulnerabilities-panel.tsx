// How many vulnerabilities the items of the project have, with the age of the advisory data. Without advisories there is no count.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countText } from '../elements/quantities.ts';
import { Freshness } from '../vulnerabilities/labels.tsx';
import { NoneKnown } from '../vulnerabilities/none-known.tsx';
import { advisoryStatusQuery, projectAgeQuery, projectExposureQuery } from '../vulnerabilities/queries.ts';
import type { VulnerabilitySearch } from '../vulnerabilities/search.ts';
import classes from './exposure.module.css';

export function VulnerabilitiesPanel({ projectId }: { projectId: number }) {
  const status = useQuery(advisoryStatusQuery);
  const age = useQuery(projectAgeQuery(projectId));
  const counts = useQuery(projectExposureQuery(projectId));
  return (
    <Panel title="Vulnerabilities">
      {age.data && <Freshness of={{ ...age.data, sources: status.data?.sources }} />}
      {!counts.data ? (
        <Waiting query={counts} rows={3} />
      ) : counts.data.all === 0 ? (
        <NoneKnown of="any item of this project" age={age.data} />
      ) : (
        <ul className={classes.legend}>
          <Line projectId={projectId} label="Critical" count={counts.data.critical} search={{ severity: 'CRITICAL' }} />
          <Line projectId={projectId} label="High" count={counts.data.high} search={{ severity: 'HIGH' }} />
          <Line
            projectId={projectId}
            label="Severity unknown"
            count={counts.data.unknown}
            search={{ severity: 'UNKNOWN' }}
          />
          <Line projectId={projectId} label="All" count={counts.data.all} search={{}} />
        </ul>
      )}
    </Panel>
  );
}

interface LineProps {
  projectId: number;
  label: string;
  count: number;
  search: VulnerabilitySearch;
}

function Line({ projectId, label, count, search }: LineProps) {
  return (
    <li>
      <Link to="/projects/$projectId/vulnerabilities" params={{ projectId }} search={search} className={classes.line}>
        <span className={classes.label}>{label}</span>
        <span className={classes.count}>{countText(count)}</span>
      </Link>
    </li>
  );
}
