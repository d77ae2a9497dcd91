// Other files of the project that say the same as a file. They are listed with the bar that decides about all of them at once.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countOf } from '../elements/quantities.ts';
import { Section } from './evidence-section.tsx';
import { similarCountQuery } from './file-list-queries.ts';
import classes from './file-view.module.css';
import { SIMILARITIES } from './search.ts';

const WORDS: Record<(typeof SIMILARITIES)[number], string> = {
  TEXT: 'with the same text, but for years and versions',
  NEAR: 'with nearly the same text, some lines of which differ',
  EVIDENCE: 'with the same licenses, words and holders',
};

export function SimilarFiles({ projectId, fileId }: { projectId: number; fileId: number }) {
  const text = useQuery(similarCountQuery(projectId, fileId, 'TEXT'));
  const near = useQuery(similarCountQuery(projectId, fileId, 'NEAR'));
  const evidence = useQuery(similarCountQuery(projectId, fileId, 'EVIDENCE'));
  const counts = { TEXT: text.data ?? 0, NEAR: near.data ?? 0, EVIDENCE: evidence.data ?? 0 };
  const some = SIMILARITIES.filter((by) => counts[by] > 0);
  return (
    <Section title="Similar files" count={Math.max(counts.TEXT, counts.NEAR, counts.EVIDENCE)}>
      {some.map((by) => (
        <Link
          key={by}
          className={classes.similar}
          to="/projects/$projectId/files"
          params={{ projectId }}
          search={{ view: 'list', similar: fileId, by, file: fileId }}
        >
          {countOf(counts[by], 'file')} {WORDS[by]}
        </Link>
      ))}
    </Section>
  );
}
