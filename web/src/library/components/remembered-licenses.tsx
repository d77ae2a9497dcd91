// The licenses that people remembered for versions of a component: who, when and why. Hidden while there are none.

import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, pageOf } from '../../api/client.ts';
import classes from '../../elements/page.module.css';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf, countText, momentText } from '../../elements/quantities.ts';
import own from './component-page.module.css';

const SHOWN = 20;
const MOST_SHOWN = 1000;

function rememberedQuery(componentId: number, limit: number) {
  const params = { path: { componentId }, query: { offset: 1, limit } };
  return {
    queryKey: ['library', 'component', componentId, 'remembered', limit],
    queryFn: () => pageOf(api.GET('/components/{componentId}/rememberedLicenses', { params })),
    placeholderData: keepPreviousData,
  };
}

export function RememberedLicenses({ componentId }: { componentId: number }) {
  const [limit, setLimit] = useState(SHOWN);
  const remembered = useQuery(rememberedQuery(componentId, limit));
  if (!remembered.data)
    return remembered.isError ? (
      <Waiting query={remembered} title="The remembered licenses could not be loaded" />
    ) : null;
  const { rows, total } = remembered.data;
  if (total === 0) return null;
  return (
    <Panel isFlush title={countOf(total, 'remembered license')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">License</th>
            <th scope="col">Found then</th>
            <th scope="col">Reason</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ versionId, versionName, shortName, licenseName, author, rememberedOn, ground }) => (
            <tr key={versionId}>
              <td>{versionName}</td>
              <td>
                <Link to="/licenses/$license" params={{ license: shortName }} title={licenseName}>
                  {shortName}
                </Link>
              </td>
              <td>{textOf(ground.concluded)}</td>
              <td>{textOf(ground.words)}</td>
              <td>
                {author === '' ? 'Somebody' : author}, {momentText(rememberedOn)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <div className={own.note}>
          {limit < MOST_SHOWN ? (
            <Button size="compact-sm" variant="subtle" onClick={() => setLimit(MOST_SHOWN)}>
              Show {countText(Math.min(total, MOST_SHOWN) - rows.length)} more
            </Button>
          ) : (
            `The newest ${countText(rows.length)} of ${countText(total)}.`
          )}
        </div>
      )}
    </Panel>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
