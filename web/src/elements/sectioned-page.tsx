// A page with several sections: their names on the left, the open section beside them.
import { Link, type LinkProps, Outlet } from '@tanstack/react-router';
import classes from './sectioned-page.module.css';

export interface Section {
  to: NonNullable<LinkProps['to']>;
  label: string;
}

export function SectionedPage({ label, sections }: { label: string; sections: readonly Section[] }) {
  return (
    <div className={classes.page}>
      <nav className={classes.sections} aria-label={label}>
        {sections.map((section) => (
          <Link
            key={section.to}
            to={section.to}
            className={classes.section}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'data-active': true }}
          >
            {section.label}
          </Link>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
