// The head of a page: its title, its purpose, and its actions.
import type { ReactNode } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  /** Left out if the page already has a heading, as tabs of a project do. */
  title?: string;
  intro?: string;
  /** Buttons and fields that concern the whole page. */
  children?: ReactNode;
}

export function PageHead({ title, intro, children }: PageHeadProps) {
  const introLine = intro && <p className={classes.intro}>{intro}</p>;
  return (
    <header className={classes.head}>
      <div className={classes.bar}>
        {title === undefined ? introLine : <h1 className={classes.title}>{title}</h1>}
        <div className={classes.actions}>{children}</div>
      </div>
      {title !== undefined && introLine}
    </header>
  );
}
