// The open tasks of the user, in all projects.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countText, dateText } from '../elements/quantities.ts';
import { useSession } from '../session/session.ts';
import classes from './home.module.css';
import { ownTasksQuery } from './queries.ts';

export function OwnTasks() {
  const tasks = useQuery(ownTasksQuery(useSession().id));
  return (
    <Panel title="My open tasks">
      {!tasks.data ? (
        <Waiting query={tasks} rows={4} title="Your tasks could not be loaded" />
      ) : tasks.data.total === 0 ? (
        <p className={classes.soft}>Nothing is assigned to you.</p>
      ) : (
        <>
          <ul className={classes.tasks}>
            {tasks.data.rows.map(
              ({ id, projectId, inventoryId, inventoryName, summary, taskName, priority, createdDate }) => (
                <li key={id}>
                  <Link
                    to="/projects/$projectId/inventory"
                    params={{ projectId }}
                    search={{ item: inventoryId, tab: 'tasks' }}
                  >
                    {summary || taskName}
                  </Link>
                  <span className={classes.soft}>
                    {inventoryName} · {priority.charAt(0) + priority.slice(1).toLowerCase()} · {dateText(createdDate)}
                  </span>
                </li>
              ),
            )}
          </ul>
          {tasks.data.total > tasks.data.rows.length && (
            <p className={classes.soft}>
              The first {tasks.data.rows.length} of {countText(tasks.data.total)}.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
