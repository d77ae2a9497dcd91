// What the whole house knows and looks for: licenses, detection rules, license rules. Everybody may read; library managers change.
import { Link, Outlet } from '@tanstack/react-router';
import classes from '../administration/administration-page.module.css';

const SECTIONS = [
  { to: '/library/licenses', label: 'Licenses' },
  { to: '/library/detection-rules', label: 'Detection rules' },
  { to: '/library/license-rules', label: 'License rules' },
] as const;

export function LibraryPage() {
  return (
    <div className={classes.page}>
      <nav className={classes.sections} aria-label="Library">
        {SECTIONS.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={classes.section}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'data-active': true }}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
