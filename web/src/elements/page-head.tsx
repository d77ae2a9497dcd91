// The head of a page: its name, what it is for, and what can be done on it.
import type { ReactNode } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  /** None where the page stands under a heading already, such as a tab of a project. */
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
