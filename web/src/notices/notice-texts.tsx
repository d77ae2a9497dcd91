// The license texts of the notices, each once. One edit changes the text for all items that share it.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NoticeGroup } from '../api/models.ts';
import type { NamedItem } from '../choices/item-choice.tsx';
import { useSaveOver } from '../editing/save-over.ts';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { SearchInput } from '../elements/search-input.tsx';
import classes from './notices-tab.module.css';
import { noticeTextsQuery, TEXTS_SHOWN, useChangeText } from './queries.ts';

const MODAL = 'notice-text';
const close = () => modals.close(MODAL);

interface NoticeTextsProps {
  projectId: number;
  mayEdit: boolean;
  /** Shows the texts of this item only. */
  item?: NamedItem;
}

export function NoticeTexts({ projectId, mayEdit, item }: NoticeTextsProps) {
  const [find, setFind] = useState('');
  const texts = useQuery({
    ...noticeTextsQuery(projectId, { find: find || undefined, item: item?.id }),
    placeholderData: keepPreviousData,
  });
  if (!texts.isSuccess) return <Waiting query={texts} rows={4} title="The texts could not be loaded" />;
  const { rows, total } = texts.data;
  const open = (props: Omit<TextFormProps, 'projectId' | 'mayEdit'>, title: string) =>
    modals.open({
      modalId: MODAL,
      title,
      size: 'xl',
      children: <TextForm projectId={projectId} mayEdit={mayEdit} {...props} />,
    });
  return (
    <section className={classes.texts} aria-label="License texts">
      <Group gap="md">
        <h2>
          {countOf(total, 'license text')}
          {item && ` of ${item.name}`}
          {total > TEXTS_SHOWN && ` (the first ${TEXTS_SHOWN} are shown; search to find others)`}
        </h2>
        <SearchInput
          label="Find texts"
          placeholder="Title, words, or item"
          find={find}
          onFind={setFind}
          size="xs"
          w={220}
        />
        {item && mayEdit && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => open({ items: [item.id], about: item.name, text: '' }, `A text for ${item.name} alone`)}
          >
            Write a text for this item
          </Button>
        )}
      </Group>
      {rows.length === 0 && (
        <p className={classes.none}>
          {find === ''
            ? 'No published item of this selection has a license text, neither its own nor one of the library.'
            : 'No text matches the search.'}
        </p>
      )}
      {rows.map((group) => (
        <div key={group.number} className={classes.text}>
          <span>
            {group.number}. {group.title}
          </span>
          <Text size="sm" c="dimmed">
            {countOf(group.items, 'item')}, {group.isLibraryText ? 'text of the library' : 'own text'}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${mayEdit ? 'Read or edit' : 'Read'} text ${group.number}`}
            onClick={() => open(item ? ofItem(group, item) : ofAll(group), group.title)}
          >
            {mayEdit ? 'Read or edit' : 'Read'}
          </Button>
        </div>
      ))}
    </section>
  );
}

const ofItem = ({ text, entityVersion }: NoticeGroup, item: NamedItem) => ({
  items: [item.id],
  about: item.name,
  text,
  entityVersion,
});

const ofAll = ({ text, itemIds, items, examples, entityVersion }: NoticeGroup) => ({
  items: itemIds,
  about: `${examples.map(({ name }) => name).join(', ')}${items > examples.length ? ` and ${countText(items - examples.length)} more` : ''}`,
  text,
  entityVersion,
});

interface TextFormProps {
  projectId: number;
  mayEdit: boolean;
  items: number[];
  /** The names of the items, or of the first ones. */
  about: string;
  text: string;
  entityVersion?: string;
}

function TextForm({ projectId, mayEdit, items, about, ...known }: TextFormProps) {
  const change = useChangeText(projectId);
  const shown = { noticeText: known.text, entityVersion: known.entityVersion };
  const saveOver = useSaveOver(shown, { noticeText: { label: 'Text' } });
  const [text, setText] = useState(known.text);
  const save = useMutation({
    mutationFn: () => saveOver({ noticeText: text }, (body) => change.mutateAsync({ ...body, inventoryIds: items })),
    onSuccess: close,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== known.text) save.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{about}</Text>
        <Textarea
          label="Text"
          description={
            mayEdit
              ? 'If it is blank, notices print the license text found in the code or, if there is none, the text of the library.'
              : undefined
          }
          autosize
          minRows={8}
          maxRows={22}
          readOnly={!mayEdit}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Refused error={save.error} />
        {mayEdit && (
          <Buttons
            action={`Save for ${countOf(items.length, 'item')}`}
            isPending={save.isPending}
            isReady={text !== known.text}
            onCancel={close}
          />
        )}
      </Stack>
    </form>
  );
}
