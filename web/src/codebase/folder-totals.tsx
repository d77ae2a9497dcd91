// The files below a folder, beside its name in the tree: how many are open of how many.
import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { CodebaseEntry } from '../api/models.ts';
import { countOf, countText } from '../elements/quantities.ts';
import classes from './codebase-tree.module.css';

type Totals = NonNullable<CodebaseEntry['totals']>;

export function FolderTotals({ totals }: { totals: Totals }) {
  const { files, open, reviewed } = totals;
  return (
    <span className={classes.totals} title={totalsText(totals)}>
      {files > 0 && reviewed === files ? (
        <IconCircleCheckFilled size={14} className={classes.reviewed} aria-label="all reviewed" />
      ) : (
        open > 0 && <b>{countText(open)} open</b>
      )}
      <span>{countText(files)}</span>
    </span>
  );
}

function totalsText({ files, open, reviewed, inNoItem }: Totals): string {
  return `${countOf(files, 'file')}: ${countText(reviewed)} reviewed, ${countText(open)} open (not reviewed, with evidence), ${countText(inNoItem)} in no item`;
}
