// The rules of a policy of one kind and decision: a list from which each can be taken, or the same as text for who pastes many at once.
import { CloseButton, Input, Textarea } from '@mantine/core';
import { countOf } from '../elements/quantities.ts';
import classes from './policies.module.css';
import { linesOf } from './rule-lines.ts';

interface RuleListProps {
  label: string;
  description?: string;
  /** One rule per line. */
  lines: string;
  onChange: (lines: string) => void;
  isText: boolean;
  isReadOnly: boolean;
}

export function RuleList({ label, description, lines, onChange, isText, isReadOnly }: RuleListProps) {
  if (isText)
    return (
      <Textarea
        label={label}
        description={description}
        value={lines}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={isReadOnly}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    );
  const rules = linesOf(lines);
  return (
    <Input.Wrapper
      label={rules.length === 0 ? label : `${label}: ${countOf(rules.length, 'rule')}`}
      description={description}
    >
      {rules.length === 0 ? (
        <p className={classes.none}>None</p>
      ) : (
        <ul className={classes.rules} aria-label={label}>
          {rules.map((rule) => (
            <li key={rule}>
              <code>{rule}</code>
              {!isReadOnly && (
                <CloseButton
                  size="xs"
                  aria-label={`Remove ${rule} from ${label.toLowerCase()}`}
                  onClick={() => onChange(rules.filter((one) => one !== rule).join('\n'))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}
