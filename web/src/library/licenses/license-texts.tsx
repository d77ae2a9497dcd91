// The texts of a license as scans found them, each with the words that differ from the text of the library.
import { Anchor, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LicenseTextFound } from '../../api/models.ts';
import { Label } from '../../elements/badges.tsx';
import { DifferingWords } from '../../elements/differing-words.tsx';
import { Waiting } from '../../elements/page-state.tsx';
import { Panel } from '../../elements/panel.tsx';
import { countOf } from '../../elements/quantities.ts';
import classes from './license-page.module.css';
import { licenseTextsQuery } from './queries.ts';

/** Words of both texts beside a difference; the others are folded. */
const WORDS_AROUND = 12;

export function LicenseTexts({ licenseId }: { licenseId: number }) {
  const texts = useInfiniteQuery(licenseTextsQuery(licenseId));
  const rows = texts.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Panel title="Texts as found">
      {!texts.isSuccess ? (
        <Waiting query={texts} rows={3} title="The texts could not be loaded" />
      ) : rows.length === 0 ? (
        <p className={classes.soft}>No scan has found a text of this license alone in the projects that you may see.</p>
      ) : (
        <>
          {rows.map((text) => (
            <Found key={text.sha256} text={text} />
          ))}
          {texts.hasNextPage && (
            <Button
              variant="default"
              size="compact-sm"
              loading={texts.isFetchingNextPage}
              onClick={() => texts.fetchNextPage()}
            >
              Show more texts
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function Found({ text }: { text: LicenseTextFound }) {
  const { difference, projectId, inventoryId } = text;
  const isSame = difference !== undefined && difference.added + difference.removed === 0;
  return (
    <section className={classes.found} aria-label={`Text of ${text.path}`}>
      <header className={classes.foundHead}>
        <Label tone={isSame ? 'good' : text.hasSameWords ? 'good' : 'notice'}>{verdictOn(text)}</Label>
        <span>
          <Anchor
            size="sm"
            component={Link}
            to={`/projects/${projectId}/inventory`}
            search={{ item: inventoryId } as never}
          >
            {text.path}
          </Anchor>{' '}
          <span className={classes.soft}>
            {countOf(text.items, 'item')} in {countOf(text.projects, 'project')}
          </span>
        </span>
      </header>
      {difference ? !isSame && <Differences pieces={difference.pieces} /> : <Whole text={text.text ?? ''} />}
    </section>
  );
}

function verdictOn({ difference, hasSameWords }: LicenseTextFound): string {
  if (difference === undefined) return 'Another text';
  const { added, removed } = difference;
  if (added + removed === 0) return 'The same text';
  const counts = `${countOf(added, 'word')} more, ${countOf(removed, 'word')} less`;
  return hasSameWords ? `Same words, other years or signs (${counts})` : `Differs: ${counts}`;
}

function Differences({ pieces }: { pieces: NonNullable<LicenseTextFound['difference']>['pieces'] }) {
  const [isWhole, setIsWhole] = useState(false);
  const last = pieces.length - 1;
  const short = pieces.map(({ piece, text }, at) => ({
    piece,
    text: piece === 'SAME' ? folded(text, { isFirst: at === 0, isLast: at === last }) : text,
  }));
  return (
    <>
      <DifferingWords pieces={isWhole ? pieces : short} />
      <Button variant="subtle" size="compact-xs" onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole}>
        {isWhole ? 'Show only the differences' : 'Show the whole text'}
      </Button>
    </>
  );
}

/** The words next to differences. */
function folded(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const words = text.split(' ');
  if (words.length <= 2 * WORDS_AROUND + 1) return text;
  const before = isFirst ? [] : words.slice(0, WORDS_AROUND);
  const after = isLast ? [] : words.slice(-WORDS_AROUND);
  return [...before, '…', ...after].join(' ');
}

function Whole({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the text is scrolled by keyboard
    <pre className={classes.text} tabIndex={0}>
      {text}
    </pre>
  );
}
