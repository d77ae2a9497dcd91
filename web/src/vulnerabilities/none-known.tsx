// Explains an empty list of vulnerabilities. Without advisories, or without a comparison with them, an empty list proves nothing and must not look safe.
import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Empty } from '../elements/page-state.tsx';
import { useSystemPermission } from '../session/session.ts';
import type { DataAge } from './labels.tsx';

interface NoneKnownProps {
  /** What has no known vulnerabilities, such as "these components". */
  of: string;
  /** The age of the data for it, and how much of it was compared. Undefined while it is not known: then nothing is claimed. */
  age: DataAge | undefined;
}

export function NoneKnown({ of, age }: NoneKnownProps) {
  const isAdministrator = useSystemPermission('system_admin');
  if (age === undefined) return null;
  const imported = isAdministrator ? (
    <Link to="/administration/advisories">Import advisories</Link>
  ) : (
    'An administrator has to import them.'
  );
  if (age.dataAsOf === null)
    return (
      <Empty icon={<IconShieldQuestion />} title="Unknown">
        Without advisories Assay cannot tell whether {of} has vulnerabilities. {imported}
      </Empty>
    );
  const { notCompared, compared, words } = age.coverage;
  if (notCompared > 0 && compared === 0)
    return (
      <Empty icon={<IconShieldQuestion />} title="Not compared">
        Assay cannot tell whether {of} has vulnerabilities: {words}. {imported}
      </Empty>
    );
  if (compared === 0)
    return (
      <Empty icon={<IconShieldQuestion />} title="Nothing to compare">
        There is no item that could be compared with advisories. A scan that finds no package says so in its log.
      </Empty>
    );
  if (notCompared > 0)
    return (
      <Empty icon={<IconShieldQuestion />} title="Not all compared">
        {words}. No imported advisory names any of the others.
      </Empty>
    );
  if (age.dataIsStale)
    return (
      <Empty icon={<IconShieldQuestion />} title="None in old advisories">
        No imported advisory names {of}, but the advisories are older than this site allows. {imported}
      </Empty>
    );
  return (
    <Empty icon={<IconShieldCheck />} title="No known vulnerability">
      No imported advisory names {of}. See above how old the advisories are.
    </Empty>
  );
}
