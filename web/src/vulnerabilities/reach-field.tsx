// How far a decision about a vulnerability reaches.
import { Checkbox, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { AnalysisOfMany } from '../api/models.ts';
import { useSystemPermission } from '../session/session.ts';

type Reach = NonNullable<AnalysisOfMany['reach']>;

const REACHES: { value: Reach; label: string; isOfSite?: boolean }[] = [
  { value: 'ITEMS', label: 'Only here' },
  { value: 'PROJECT', label: 'This project, also items that come later' },
  { value: 'RELEASES', label: 'This project, and projects copied or branched from it' },
  { value: 'FOLDER', label: 'All projects in the folder of this project', isOfSite: true },
  { value: 'SITE', label: 'All projects', isOfSite: true },
];

export interface ReachValues {
  reach: Reach;
  allVersions: boolean;
}

export const ONLY_HERE: ReachValues = { reach: 'ITEMS', allVersions: false };

export const reachOf = ({ reach, allVersions }: ReachValues) => (reach === 'ITEMS' ? {} : { reach, allVersions });

export function ReachField<Values extends ReachValues>({ form }: { form: UseFormReturnType<Values> }) {
  const mayEverywhere = useSystemPermission('system_admin');
  return (
    <>
      <Select
        label="How far it reaches"
        description={
          form.getValues().reach === 'ITEMS' ? undefined : 'It is kept as a rule, and can be withdrawn among the rules.'
        }
        data={REACHES.filter(({ isOfSite }) => mayEverywhere || !isOfSite)}
        allowDeselect={false}
        {...form.getInputProps('reach')}
      />
      {form.getValues().reach !== 'ITEMS' && (
        <Checkbox
          label="For all versions of the component"
          {...form.getInputProps('allVersions', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
