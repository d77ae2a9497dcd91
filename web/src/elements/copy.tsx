// Copies a text. Browsers allow the clipboard API only over https and on localhost; elsewhere this uses the older
// command.
import { Button, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './copy.module.css';
import { notifyRefused } from './notify.ts';

const THANKS_MS = 1500;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button
      variant={isCopied ? 'light' : 'default'}
      size="compact-sm"
      leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      onClick={copy}
    >
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

/** Shows the text on one line. A click copies it. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <UnstyledButton className={classes.text} onClick={copy} aria-label={`Copy ${label} ${text}`} title={text}>
      <span className="ellipsis mono">{text}</span>
      {isCopied ? <IconCheck size={13} /> : <IconCopy size={13} />}
    </UnstyledButton>
  );
}

export function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await writeClipboard(text);
      setCopied(true);
    } catch (error) {
      notifyRefused('The text could not be copied. Select it and copy it by hand.', error);
    }
  };
  return { isCopied, copy };
}

async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  // Inside a dialog the focus must not leave the dialog, so the field is added there.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (!isDone) throw new Error('The browser does not allow copying.');
}
