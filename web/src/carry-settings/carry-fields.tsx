// One field for each kind of decision that can count for what it was not made on.
import { Select, Stack } from '@mantine/core';
import { type CarrySubject, type Mode, type ProjectMode, subjects, WORDS } from './queries.ts';

const MODES: { value: Mode; label: string }[] = [
  { value: 'APPLY', label: 'Applied: it counts by itself' },
  { value: 'PROPOSE', label: 'Proposed: a person accepts it' },
  { value: 'NEVER', label: 'Off: a person decides anew' },
];
const IN_WORDS: Record<Mode, string> = { APPLY: 'applied', PROPOSE: 'proposed', NEVER: 'off' };

interface FieldsProps {
  inputProps: (subject: CarrySubject) => object;
  /** Settings of the installation, which a project may follow. */
  ofSite?: Record<CarrySubject, Mode>;
  isDisabled?: boolean;
}

export function CarryFields({ inputProps, ofSite, isDisabled = false }: FieldsProps) {
  return (
    <Stack gap="md">
      {subjects.map((subject) => {
        const asSite: { value: ProjectMode; label: string }[] =
          ofSite === undefined ? [] : [{ value: 'SITE', label: `As the installation: ${IN_WORDS[ofSite[subject]]}` }];
        return (
          <Select
            key={subject}
            {...WORDS[subject]}
            data={[...asSite, ...MODES]}
            allowDeselect={false}
            disabled={isDisabled}
            maw={640}
            {...inputProps(subject)}
          />
        );
      })}
    </Stack>
  );
}
