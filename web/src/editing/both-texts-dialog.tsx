// The dialog if somebody else saved the object during editing: shows both texts side by side and asks which one to
// keep.
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { Meeting } from './both-texts.ts';
import classes from './both-texts-dialog.module.css';

/** The names of the fields for which the user keeps the other person's value. Undefined if nothing is to be saved. */
export type Choice = ReadonlySet<string> | undefined;

interface Question {
  meetings: readonly Meeting[];
  answer: (choice: Choice) => void;
}

let question: Question | undefined;
const watchers = new Set<() => void>();

function show(next: Question | undefined): void {
  question = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** Opens the dialog. Resolves when the user presses a button or closes it. */
export function askWhoseText(meetings: readonly Meeting[]): Promise<Choice> {
  return new Promise((resolve) => {
    question?.answer(undefined);
    show({
      meetings,
      answer: (choice) => {
        show(undefined);
        resolve(choice);
      },
    });
  });
}

/** The page renders this once, outside of all dialogs, so that a form in a dialog stays open during the question. */
export function BothTextsDialog() {
  const asked = useSyncExternalStore(watch, () => question);
  if (!asked) return null;
  return (
    <Modal
      opened
      title="Somebody else has saved this in the meantime"
      size="xl"
      zIndex={400}
      onClose={() => asked.answer(undefined)}
    >
      <BothTexts meetings={asked.meetings} onChoose={asked.answer} />
    </Modal>
  );
}

function BothTexts({ meetings, onChoose }: { meetings: readonly Meeting[]; onChoose: (choice: Choice) => void }) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(
    () => new Set(meetings.filter(({ isContested }) => !isContested).map(({ name }) => name)),
  );
  const choose = (name: string, isTheirs: boolean) => {
    const chosen = new Set(theirs);
    if (isTheirs) chosen.add(name);
    else chosen.delete(name);
    setTheirs(chosen);
  };
  return (
    <Stack gap="sm">
      <Text size="sm">
        Nothing is lost. Choose which text to keep for each field. Fields that only one of you changed are kept as
        changed.
      </Text>
      {meetings.map((meeting) => (
        <Radio.Group
          key={meeting.name}
          label={meeting.label}
          value={theirs.has(meeting.name) ? 'theirs' : 'mine'}
          onChange={(whose) => choose(meeting.name, whose === 'theirs')}
        >
          <div className={classes.pair}>
            <OneText whose="mine" title="Yours" text={meeting.mineText} />
            <OneText whose="theirs" title="Theirs (saved)" text={meeting.theirsText} />
          </div>
        </Radio.Group>
      ))}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => onChoose(undefined)}>
          Keep theirs
        </Button>
        <Button variant="default" onClick={() => onChoose(new Set())}>
          Overwrite with mine
        </Button>
        <Button onClick={() => onChoose(theirs)} data-autofocus>
          Save as chosen
        </Button>
      </Group>
    </Stack>
  );
}

function OneText({ whose, title, text }: { whose: string; title: string; text: string }) {
  return (
    <Radio.Card value={whose} className={classes.card} aria-label={`${title}: ${text === '' ? 'empty' : text}`}>
      <Group gap={8} mb={4}>
        <Radio.Indicator />
        <Text size="sm" fw={500}>
          {title}
        </Text>
      </Group>
      <pre className={classes.text}>{text === '' ? '(empty)' : text}</pre>
    </Radio.Card>
  );
}
