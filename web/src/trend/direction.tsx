// Whether something is getting better, as an arrow with a word. The whole sentence is for screen readers and the mouse.
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, IconQuestionMark } from '@tabler/icons-react';
import type { ProjectTrend } from '../api/models.ts';
import classes from './trend.module.css';

type Value = ProjectTrend['direction'];

const SHOWN: Record<Value, { word: string; Icon: typeof IconArrowRight }> = {
  WORSE: { word: 'Worse', Icon: IconArrowUpRight },
  BETTER: { word: 'Better', Icon: IconArrowDownRight },
  SAME: { word: 'Same', Icon: IconArrowRight },
  UNCLEAR: { word: 'Unclear', Icon: IconQuestionMark },
  UNKNOWN: { word: 'Too new', Icon: IconQuestionMark },
};

export function Direction({ of, words }: { of: Value; words: string }) {
  const { word, Icon } = SHOWN[of];
  return (
    <span className={classes.direction} data-direction={of} title={words}>
      <Icon size={15} aria-hidden /> {word}
    </span>
  );
}
