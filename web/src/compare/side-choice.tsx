// A field that chooses a side of a comparison: the project as it is now, one of its former scans, releases or imported SBOMs, or another project.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProjectChoice } from '../choices/project-choice.tsx';
import { momentText } from '../elements/quantities.ts';
import { releaseChoicesQuery, sbomChoicesQuery, scanChoicesQuery } from './queries.ts';

const NOW = 'inventory';
const OTHER = 'other';

interface SideChoiceProps {
  label: string;
  projectId: number;
  value: string | undefined;
  onChange: (side: string | undefined) => void;
  /** The title of the chosen side, for a choice that the list does not have. */
  title?: string;
  /** Offers a file. */
  onFile?: () => void;
  fileName?: string;
}

const FILE = 'file';

/** `value`: as in the address; undefined if nothing is chosen. */
export function SideChoice({ label, projectId, value, onChange, title, onFile, fileName }: SideChoiceProps) {
  const scans = useQuery(scanChoicesQuery(projectId));
  const releases = useQuery(releaseChoicesQuery(projectId));
  const sboms = useQuery(sbomChoicesQuery(projectId));
  const groups = [
    {
      group: 'This project',
      items: [
        { value: NOW, label: 'As it is now' },
        ...(scans.data ?? []).map(({ id, completedOn }) => ({
          value: `scan:${id}`,
          label: `After the scan of ${momentText(completedOn ?? '')}`,
        })),
      ],
    },
    {
      group: 'Releases',
      items: (releases.data ?? []).map(({ id, name }) => ({ value: `release:${id}`, label: `Release ${name}` })),
    },
    {
      group: 'Imported SBOMs',
      items: (sboms.data ?? []).map(({ id, subject, subjectVersion, fileName: name, importedOn }) => ({
        value: `sbom:${id}`,
        label: `${[subject || name, subjectVersion].filter(Boolean).join(' ')}, ${momentText(importedOn)}`,
      })),
    },
    {
      group: 'Elsewhere',
      items: [
        { value: OTHER, label: 'Another project…' },
        ...(onFile ? [{ value: FILE, label: fileName ? `File ${fileName}` : 'An SBOM in a file…' }] : []),
      ],
    },
  ];
  const shown = fileName ? FILE : value?.startsWith('project:') || value === OTHER ? OTHER : (value ?? null);
  const isListed = shown === null || groups.some(({ items }) => items.some((one) => one.value === shown));
  const data = isListed ? groups : [{ group: 'Chosen', items: [{ value: shown, label: title ?? shown }] }, ...groups];
  return (
    <>
      <Select
        label={label}
        placeholder="Choose what to compare"
        data={data.filter(({ items }) => items.length > 0)}
        value={shown}
        allowDeselect={false}
        onChange={(chosen) => (chosen === FILE ? onFile?.() : onChange(chosen ?? undefined))}
        comboboxProps={{ withinPortal: true }}
      />
      {shown === OTHER && (
        <ProjectChoice
          label={`${label}: project`}
          value={value?.startsWith('project:') ? value.slice('project:'.length) : null}
          except={projectId}
          showsIds
          onChange={(id) => id !== null && onChange(`project:${id}`)}
        />
      )}
    </>
  );
}
