// Both texts side by side, and the choice of one.
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Meeting, Question } from './both-texts.ts';
import classes from './both-texts-dialog.module.css';

/** @param asked the question of the dialog */
export function BothTextsModal({ asked }: { asked: Question }) {
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

function BothTexts({ meetings, onChoose }: { meetings: readonly Meeting[]; onChoose: Question['answer'] }) {
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
