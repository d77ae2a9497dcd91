// The text in the field of a searchable Select. Mantine writes the label of the chosen value into it whenever that label
// becomes known, also over what somebody has typed while the list was on its way.
import { type FormEvent, useRef, useState } from 'react';

/**
 * Props of a Select, whose text is that of the user from the first letter until an option is chosen or the field is left.
 * @param onText told of each text that is shown, also of labels
 */
export function useTypedSearch(onText?: (text: string) => void) {
  const [text, setText] = useState('');
  const typed = useRef<string>(undefined);
  const end = () => {
    typed.current = undefined;
  };
  return {
    text,
    props: {
      searchValue: text,
      onSearchChange: (next: string) => {
        if (typed.current !== undefined && typed.current !== next) return;
        setText(next);
        onText?.(next);
      },
      onInput: (event: FormEvent<HTMLInputElement>) => {
        typed.current = event.currentTarget.value;
      },
      onOptionSubmit: end,
      // Before the Select hears of it and writes the label of its value.
      onBlurCapture: end,
    },
  };
}
