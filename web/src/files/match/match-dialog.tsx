// A license match beside the text of the license in the library, with the words marked that differ, and why it matches.
import { Alert, SegmentedControl, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { FileDetails } from '../../api/models.ts';
import { Waiting } from '../../elements/page-state.tsx';
import { countOf, countText } from '../../elements/quantities.ts';
import { licenseQuery } from '../../library/licenses/queries.ts';
import { linesText, mentionText, roleText, round } from '../evidence.ts';
import { type Comparison, compareTexts, idsOfExpression } from './compare.ts';
import classes from './match.module.css';
import type { Piece } from './word-differences.ts';

type License = FileDetails['licenses'][number];

interface Match {
  fileId: number;
  match: License;
  place: { startLine: number; endLine: number };
}

export function openMatch(match: Match): void {
  const { expression } = match.match;
  modals.open({
    modalId: 'match',
    title: `${expression} in ${linesText(match.place.startLine, match.place.endLine)}`,
    size: 'min(1200px, 96vw)',
    children: <MatchView {...match} />,
  });
}

/** The lines of a match alone. */
function foundQuery(fileId: number, { startLine, endLine }: Match['place']) {
  return queryOptions({
    queryKey: ['files', fileId, 'match', startLine, endLine],
    queryFn: async () => {
      const query = { startLine, maxLines: endLine - startLine + 1 };
      return (await bodyOf(api.GET('/files/{fileId}/content', { params: { path: { fileId }, query } }))).data;
    },
  });
}

function ruleQuery(name: string) {
  return queryOptions({
    queryKey: ['license rules', name],
    queryFn: async () => (await bodyOf(api.GET('/licenseRules/rule', { params: { query: { name } } }))).data,
    retry: false,
  });
}

/** In place of the id of a license. No id has a blank. */
const RULE = 'the rule';

function MatchView({ fileId, match, place }: Match) {
  const ids = idsOfExpression(match.expression);
  const [id, setId] = useState(ids[0] ?? match.expression);
  const isOfRule = id === RULE;
  const found = useQuery(foundQuery(fileId, place));
  const license = useQuery({ ...licenseQuery(id), retry: false, enabled: !isOfRule });
  const rule = useQuery({ ...ruleQuery(match.rule), enabled: isOfRule });
  const [foundText, licenseText] = [found.data?.text, isOfRule ? rule.data?.text : license.data?.text];
  const compared = useMemo(
    () => (foundText === undefined || !licenseText ? undefined : compareTexts(foundText, licenseText)),
    [foundText, licenseText],
  );
  return (
    <Stack gap="sm">
      <Why match={match} />
      <SegmentedControl
        size="xs"
        data={[...ids, { value: RULE, label: 'Rule' }]}
        value={id}
        onChange={setId}
        aria-label="What to compare with"
      />
      {foundText !== undefined && foundText.split('\n').length <= place.endLine - place.startLine && (
        <Alert color="brass" variant="light">
          The lines are too long to be shown whole: only their beginning is compared.
        </Alert>
      )}
      {isOfRule && rule.isError && (
        <Alert color="gray" variant="light">
          {rule.error.message}
        </Alert>
      )}
      {!isOfRule && (license.isError || license.data?.text === '') && (
        <Alert color="gray" variant="light">
          The library has no text of {id}, so there is nothing to compare with.
        </Alert>
      )}
      {compared && <Summary compared={compared} id={id} />}
      <div className={classes.sides}>
        <Side title={`In the file, ${linesText(place.startLine, place.endLine)}`}>
          {foundText === undefined ? (
            <Waiting query={found} rows={6} title="The text could not be loaded" />
          ) : (
            <Pieces pieces={compared?.inFile ?? [{ text: foundText, isSame: true }]} />
          )}
        </Side>
        {compared && (
          <Side title={isOfRule ? `Words of the rule ${match.rule}` : `Text of ${id} in the library`}>
            {compared.wordsBefore > 0 && <Left count={compared.wordsBefore} where="before" />}
            <Pieces pieces={compared.inLicense} />
            {compared.wordsAfter > 0 && <Left count={compared.wordsAfter} where="after" />}
          </Side>
        )}
      </div>
    </Stack>
  );
}

function Why({ match }: { match: License }) {
  const { why, rule, score, coverage, role, kind } = match;
  return (
    <Text size="sm">
      {why.charAt(0).toUpperCase() + why.slice(1)}. Score {round(score)}, {round(coverage)} % of the words of the rule{' '}
      <code>{rule}</code>.
      {kind === 'mention' ? ` The license is ${mentionText(match)}.` : role && ` Role: ${roleText(role)}.`}
    </Text>
  );
}

function Summary({ compared, id }: { compared: Comparison; id: string }) {
  const { onlyInFile, onlyInLicense, words, wordsBefore, wordsAfter } = compared;
  const rest = wordsBefore + wordsAfter;
  return (
    <Text size="sm" role="status" fw={600}>
      {onlyInFile === 0
        ? `All ${countOf(words, 'word')} are in the text of ${id}, in order`
        : `${countText(onlyInFile)} of ${countOf(words, 'word')} here ${onlyInFile === 1 ? 'is' : 'are'} not in the text of ${id}`}
      {onlyInLicense === 0
        ? '.'
        : `; ${countOf(onlyInLicense, 'word')} of it ${onlyInLicense === 1 ? 'is' : 'are'} not here.`}
      {rest > 0 && ` ${countText(rest)} more before and after are not compared.`}
    </Text>
  );
}

function Side({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.side} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard alone scrolls it */}
      <pre className={classes.text} tabIndex={0}>
        {children}
      </pre>
    </section>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ text, isSame }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    isSame ? <span key={at}>{text}</span> : <mark key={at}>{text}</mark>,
  );
}

function Left({ count, where }: { count: number; where: 'before' | 'after' }) {
  return (
    <span className={classes.left}>
      {where === 'after' && '\n'}… {countOf(count, 'word')} {where} …{where === 'before' && '\n'}
    </span>
  );
}
