// Explains an empty list of vulnerabilities. Without advisories, an empty list proves nothing and must not look safe.
import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty } from '../elements/page-state.tsx';
import { useSystemPermission } from '../session/session.ts';
import { advisoryStatusQuery } from './queries.ts';

/** @param of what has no known vulnerabilities, such as "these components" */
export function NoneKnown({ of }: { of: string }) {
  const status = useQuery(advisoryStatusQuery);
  const isAdministrator = useSystemPermission('system_admin');
  if (status.data?.dataAsOf === null)
    return (
      <Empty icon={<IconShieldQuestion />} title="Unknown">
        Without advisories Assay cannot tell whether {of} has vulnerabilities.{' '}
        {isAdministrator ? (
          <Link to="/administration/advisories">Import advisories</Link>
        ) : (
          'An administrator has to import them.'
        )}
      </Empty>
    );
  return (
    <Empty icon={<IconShieldCheck />} title="No known vulnerability">
      No imported advisory names {of}. See above how old the advisories are.
    </Empty>
  );
}
