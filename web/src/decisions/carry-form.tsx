// Which decisions count by themselves where they could count: for all projects, or for one.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CarryChange, ProjectCarryChange, ProjectCarrySettings } from '../api/models.ts';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import classes from './decisions.module.css';
import { projectCarryQuery, siteCarryQuery, useSetProjectCarry, useSetSiteCarry } from './queries.ts';

const WAYS = [
  ['unchangedBytes', 'Same bytes under another name'],
  ['sameEvidence', 'Other bytes, same licenses and holders'],
  ['versionBump', 'Another version, same license and use'],
] as const;

const MODES = [
  { value: 'APPLY', label: 'Count at once' },
  { value: 'PROPOSE', label: 'Are proposed' },
  { value: 'NEVER', label: 'Never count' },
];

export function SiteCarryForm() {
  const settings = useQuery(siteCarryQuery);
  const set = useSetSiteCarry();
  if (!settings.isSuccess) return <Waiting query={settings} rows={1} title="The settings could not be loaded" />;
  return <Modes of={settings.data} modes={MODES} set={(next) => set.mutateAsync(next as CarryChange)} />;
}

export function ProjectCarryForm({ projectId, isLocked }: { projectId: number; isLocked: boolean }) {
  const settings = useQuery(projectCarryQuery(projectId));
  const set = useSetProjectCarry(projectId);
  if (!settings.isSuccess) return <Waiting query={settings} rows={1} title="The settings could not be loaded" />;
  const modes = [{ value: 'SITE', label: 'As in all projects' }, ...MODES];
  return <Modes {...{ modes, isLocked }} of={settings.data} set={set.mutateAsync} />;
}

interface ModesProps {
  of: Omit<ProjectCarrySettings, 'inForce'>;
  modes: { value: string; label: string }[];
  isLocked?: boolean;
  set: (next: ProjectCarryChange) => Promise<unknown>;
}

function Modes({ of, modes, isLocked = false, set }: ModesProps) {
  const change = (way: (typeof WAYS)[number][0], mode: string | null) => {
    if (mode === null || mode === of[way]) return;
    const next = { [way]: mode, entityVersion: of.entityVersion } as ProjectCarryChange;
    set(next).then(
      () => notifyDone('Saved.'),
      (error) => notifyRefused('The setting was not saved', error),
    );
  };
  return (
    <Panel title="Earlier decisions">
      <div className={classes.modes}>
        {WAYS.map(([way, label]) => (
          <Select
            key={way}
            label={label}
            size="xs"
            w={270}
            data={modes}
            value={of[way]}
            allowDeselect={false}
            disabled={isLocked}
            onChange={(mode) => change(way, mode)}
          />
        ))}
      </div>
    </Panel>
  );
}
