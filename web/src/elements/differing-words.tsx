// Words of two texts, with those that only one of them has marked.
import classes from './differing-words.module.css';

interface Piece {
  piece: 'SAME' | 'ADDED' | 'REMOVED';
  text: string;
}

const TAGS = { SAME: 'span', ADDED: 'ins', REMOVED: 'del' } as const;

export function DifferingWords({ pieces }: { pieces: readonly Piece[] }) {
  let at = 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the text is scrolled by keyboard
    <p className={classes.words} tabIndex={0}>
      {pieces.map(({ piece, text }) => {
        const Tag = TAGS[piece];
        const key = at;
        at += text.length + 1;
        return <Tag key={key}>{text} </Tag>;
      })}
    </p>
  );
}
