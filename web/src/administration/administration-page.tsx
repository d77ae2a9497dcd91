// Settings of the whole installation for system administrators. Each heading listed here has a page.
import { IconLock } from '@tabler/icons-react';
import { Empty } from '../elements/page-state.tsx';
import { SectionedPage } from '../elements/sectioned-page.tsx';
import { useSystemPermission } from '../session/session.ts';

const SECTIONS = [
  { to: '/administration/operations', label: 'Operations' },
  { to: '/administration/users', label: 'Users' },
  { to: '/administration/ldap', label: 'LDAP' },
  { to: '/administration/email', label: 'E-mail' },
  { to: '/administration/project-defaults', label: 'Project defaults' },
  { to: '/administration/carried-decisions', label: 'Decisions that carry' },
  { to: '/administration/custom-fields', label: 'Custom fields' },
  { to: '/administration/scan-profiles', label: 'Scan profiles' },
  { to: '/administration/custom-reports', label: 'Custom reports' },
  { to: '/administration/webhooks', label: 'Webhooks' },
  { to: '/administration/issue-trackers', label: 'Issue trackers' },
  { to: '/administration/advisories', label: 'Advisories' },
  { to: '/administration/registries', label: 'Package registries' },
  { to: '/administration/curations', label: 'Curated facts' },
  { to: '/administration/decisions', label: 'Decisions' },
  { to: '/administration/audit-log', label: 'Audit log' },
  { to: '/administration/installation', label: 'Installation' },
] as const;

export function AdministrationPage() {
  const administrates = useSystemPermission('system_admin');
  if (!administrates) {
    return (
      <Empty icon={<IconLock />} title="For system administrators">
        Only system administrators may open these pages.
      </Empty>
    );
  }
  return <SectionedPage label="Administration" sections={SECTIONS} />;
}
