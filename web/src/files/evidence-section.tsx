// A list with a title in the panel beside a file. Long lists are shown in parts.
import { Button } from '@mantine/core';
import { Children, type ReactNode, useState } from 'react';
import { countText } from '../elements/quantities.ts';
import classes from './file-view.module.css';

/** More of them keep the keys waiting on a slow machine. */
const ENTRIES_AT_ONCE = 50;

export function Section({
  title,
  count,
  swatch,
  children,
}: {
  title: string;
  count: number;
  swatch?: 'license' | 'copyright';
  children: ReactNode;
}) {
  const [shown, setShown] = useState(ENTRIES_AT_ONCE);
  if (count === 0) return null;
  const entries = Children.toArray(children);
  return (
    <section>
      <h3 className={classes.sectionTitle}>
        {swatch && <i className={classes.swatch} data-kind={swatch} />}
        {title} <span className={classes.count}>{countText(count)}</span>
      </h3>
      <div className={classes.list}>{entries.slice(0, shown)}</div>
      {shown < entries.length && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setShown(shown + 5 * ENTRIES_AT_ONCE)}>
          Show more ({countText(entries.length - shown)} not listed)
        </Button>
      )}
    </section>
  );
}
