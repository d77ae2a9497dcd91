// The upgrades that a project needs, item by item, the most severe vulnerabilities first.
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import { isAllCompared } from './labels.tsx';
import { NoneKnown } from './none-known.tsx';
import { fetchProjectRemedies, projectAgeQuery, REMEDIES_OF_A_PAGE, VULNERABILITIES_KEY } from './queries.ts';
import { RemedyWords } from './remedies.tsx';
import classes from './vulnerabilities.module.css';

export function ProjectRemedies({ projectId }: { projectId: number }) {
  const age = useQuery(projectAgeQuery(projectId));
  const pages = useInfiniteQuery({
    queryKey: [...VULNERABILITIES_KEY, 'remedies', projectId],
    queryFn: ({ pageParam }) => fetchProjectRemedies(projectId, pageParam),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * REMEDIES_OF_A_PAGE < last.total ? all.length + 1 : undefined),
  });
  if (!pages.isSuccess) return <Waiting query={pages} rows={8} title="The remedies could not be computed" />;
  const remedies = pages.data.pages.flatMap(({ rows }) => rows);
  const total = pages.data.pages[0]?.total ?? 0;
  if (remedies.length === 0)
    return age.data && isAllCompared(age.data) ? (
      <Empty icon={<IconShieldCheck />} title="No upgrade needed">
        No item has a known vulnerability, except suppressed ones. See above how old the advisories are.
      </Empty>
    ) : (
      <NoneKnown of="any item of this project" age={age.data} />
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls is scrolled by keys
    <section className={classes.list} aria-label="Upgrades" tabIndex={0}>
      <p className="number">{countOf(total, 'item with vulnerabilities', 'items with vulnerabilities')}</p>
      {remedies.map((remedy) => (
        <section key={remedy.inventoryId} aria-label={remedy.inventoryName} className={classes.remedy}>
          <Link
            to="/projects/$projectId/inventory"
            params={{ projectId }}
            search={{ item: remedy.inventoryId, tab: 'vulnerabilities' }}
          >
            {remedy.inventoryName}
          </Link>
          <RemedyWords remedy={remedy} projectId={projectId} />
        </section>
      ))}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}
