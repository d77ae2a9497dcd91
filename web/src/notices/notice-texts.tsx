// The license texts of the notices, each once; giving all items of one another text.
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NoticeGroup } from '../api/models.ts';
import { useSaveOver } from '../editing/save-over.ts';
import { Buttons, Refused } from '../elements/form-parts.tsx';
import { Waiting } from '../elements/page-state.tsx';
import { countOf } from '../elements/quantities.ts';
import classes from './notices-tab.module.css';
import { noticeTextsQuery, TEXTS_SHOWN, useChangeText } from './queries.ts';

const MODAL = 'notice-text';
const close = () => modals.close(MODAL);

export function NoticeTexts({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const texts = useQuery(noticeTextsQuery(projectId));
  if (!texts.isSuccess) return <Waiting query={texts} rows={4} title="The texts could not be loaded" />;
  const { rows, total } = texts.data;
  const open = (group: NoticeGroup) =>
    modals.open({
      modalId: MODAL,
      title: group.title,
      size: 'xl',
      children: <TextForm projectId={projectId} group={group} mayEdit={mayEdit} />,
    });
  return (
    <section className={classes.texts} aria-label="License texts">
      <h2>
        {countOf(total, 'license text')}
        {total > TEXTS_SHOWN && `, the first ${TEXTS_SHOWN} of them`}
      </h2>
      {rows.map((group) => (
        <div key={group.number} className={classes.text}>
          <span>
            {group.number}. {group.title}
          </span>
          <Text size="sm" c="dimmed">
            {countOf(group.items, 'item')}, {group.isLibraryText ? 'text of the library' : 'text of its own'}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => open(group)}>
            {mayEdit ? 'Read or edit' : 'Read'}
          </Button>
        </div>
      ))}
    </section>
  );
}

function TextForm(props: { projectId: number; group: NoticeGroup; mayEdit: boolean }) {
  const { projectId, group, mayEdit } = props;
  const change = useChangeText(projectId);
  const shown = { noticeText: group.text, entityVersion: group.entityVersion };
  const saveOver = useSaveOver(shown, { noticeText: { label: 'Text' } });
  const [text, setText] = useState(group.text);
  const save = useMutation({
    mutationFn: () =>
      saveOver({ noticeText: text }, (body) => change.mutateAsync({ ...body, inventoryIds: group.itemIds })),
    onSuccess: close,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {group.examples.map(({ name }) => name).join(', ')}
          {group.items > group.examples.length && ` and ${group.items - group.examples.length} more`}
        </Text>
        <Textarea
          label="Text"
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
            action={`Save for ${countOf(group.items, 'item')}`}
            isPending={save.isPending}
            isReady={text !== group.text}
            onCancel={close}
          />
        )}
      </Stack>
    </form>
  );
}
