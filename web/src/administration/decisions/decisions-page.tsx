// Administration: the decisions of all projects.
import classes from '../../decisions/decisions.module.css';
import { DecisionsList } from '../../decisions/decisions-list.tsx';
import { PageHead } from '../../elements/page-head.tsx';

export function DecisionsPage() {
  return (
    <div className={classes.page}>
      <PageHead
        title="Decisions"
        intro="Of all projects. To change a decision or take it back, open the item or vulnerability that it is about."
      />
      <DecisionsList />
    </div>
  );
}
