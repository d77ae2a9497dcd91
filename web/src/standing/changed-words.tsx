// In which words a file or the license texts of an item differ from what was decided on.
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import type { ToDecideAgain } from '../api/models.ts';
import { DifferingWords } from '../elements/differing-words.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { changedWordsQuery } from './queries.ts';

type Asked = Pick<ToDecideAgain, 'projectId' | 'decisionId' | 'kind' | 'inventoryName' | 'filePath'>;

/** Whether the decision rests on words. */
export const restsOnWords = ({ kind, changes }: Pick<ToDecideAgain, 'kind' | 'changes'>) =>
  kind === 'file-reviewed' || kind === 'file-tied' || changes.some(({ what }) => what === 'license texts');

export function openChangedWords(asked: Asked): void {
  modals.open({
    title: `What is said in other words: ${asked.filePath || asked.inventoryName}`,
    size: 'xl',
    children: <ChangedWords {...asked} />,
  });
}

export function ChangedWords({ projectId, decisionId }: Pick<Asked, 'projectId' | 'decisionId'>) {
  const words = useQuery(changedWordsQuery(projectId, decisionId));
  if (!words.isSuccess) return <Waiting query={words} rows={4} title="The words could not be compared" />;
  const { texts, missing } = words.data;
  return (
    <>
      {texts.map(({ path, difference }) => (
        <section key={`${path} ${difference?.pieces[0]?.text}`}>
          <Text size="sm" fw={600}>
            {path || 'A text that is gone'}
          </Text>
          {difference === undefined ? (
            <Text size="sm">It differs in more than 500 words, or is too long to compare.</Text>
          ) : (
            <DifferingWords pieces={difference.pieces} />
          )}
        </section>
      ))}
      {texts.length === 0 && missing === '' && <Text size="sm">No words that count are others.</Text>}
      {missing !== '' && <Text size="sm">{missing}</Text>}
    </>
  );
}
