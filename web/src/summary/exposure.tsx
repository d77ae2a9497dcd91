// A bar divided into the shares of a whole, with a legend. Each part is a link to the items that it counts.
import { Link } from '@tanstack/react-router';
import { countText } from '../elements/quantities.ts';
import type { InventorySearch } from '../items/search.ts';
import classes from './exposure.module.css';

export interface Part {
  label: string;
  count: number;
  color: string;
  search?: InventorySearch;
}

export function Exposure({ projectId, parts, emptyText }: { projectId: number; parts: Part[]; emptyText: string }) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <div className={classes.bar} aria-hidden="true">
        {total > 0 &&
          parts.map(
            ({ label, count, color }) => count > 0 && <i key={label} style={{ flexGrow: count, background: color }} />,
          )}
      </div>
      {total === 0 ? (
        <p className={classes.empty}>{emptyText}</p>
      ) : (
        <ul className={classes.legend}>
          {parts.map((part) => (
            <li key={part.label}>
              <LegendLine projectId={projectId} part={part} share={part.count / total} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function LegendLine({ projectId, part, share }: { projectId: number; part: Part; share: number }) {
  const content = (
    <>
      <i className={classes.dot} style={{ background: part.color }} />
      <span className={classes.label}>{part.label}</span>
      <span className={classes.count}>{countText(part.count)}</span>
      <span className={classes.share}>{Math.round(share * 100)} %</span>
    </>
  );
  if (!part.search) return <span className={classes.line}>{content}</span>;
  return (
    <Link to="/projects/$projectId/inventory" params={{ projectId }} search={part.search} className={classes.line}>
      {content}
    </Link>
  );
}
