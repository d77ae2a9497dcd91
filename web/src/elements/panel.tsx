// A box with a title. Pages consist of panels.
import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Without padding, for lists that extend to the edges. */
  isFlush?: boolean;
  className?: string;
}

export function Panel({ title, actions, children, isFlush = false, className = '' }: PanelProps) {
  return (
    <section className={`${classes.panel} ${className}`}>
      {(title || actions) && (
        <header className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          <div className={classes.actions}>{actions}</div>
        </header>
      )}
      <div className={isFlush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
