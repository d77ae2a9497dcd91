// Above the list of files: search, filters, grouping and saved views. Filters that are set elsewhere or in the form stand as labels that can be removed.
import { Button, Pill, Select, TextInput } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { memo } from 'react';
import { fileGroupingValues, fileKindValues, licenseRoleValues } from '../api/described.ts';
import { SearchInput } from '../elements/search-input.tsx';
import { useSame, useStable } from '../elements/stable.ts';
import { FiltersPopover } from '../table/more-filters.tsx';
import { roleText } from './evidence.ts';
import { FileViews } from './file-views.tsx';
import classes from './files-tab.module.css';
import type { FileGrouping, FilesSearch } from './search.ts';

const REVIEWED = [
  { value: 'yes', label: 'Reviewed' },
  { value: 'no', label: 'Not reviewed' },
];
const EVIDENCE = [
  { value: 'yes', label: 'With evidence' },
  { value: 'no', label: 'Without evidence' },
];
const TIED = [
  { value: 'yes', label: 'In an item' },
  { value: 'no', label: 'In no item' },
];

const KINDS: Record<(typeof fileKindValues)[number], string> = {
  text: 'Text',
  binary: 'Program or data',
  archive: 'Archive',
  image: 'Image',
  document: 'Document',
  empty: 'Empty',
};

export const GROUPINGS: Record<FileGrouping, string> = {
  LICENSE: 'License',
  FOLDER: 'Folder',
  KIND: 'Kind',
  LANGUAGE: 'Language',
};

/** Above any of them, nothing changes what a group is; a change of another filter may leave none of it. */
const NO_GROUP = { group: undefined };

interface FiltersProps {
  search: FilesSearch;
  onSearch: (part: Partial<FilesSearch>) => void;
}

export function FileFilters({ search, isFinding, onSearch }: FiltersProps & { isFinding: boolean }) {
  // Another open file is no other filter.
  const { file: _file, line: _line, ...filter } = search;
  const shown = useSame<FilesSearch>(filter);
  const acts = useStable({ search: onSearch });
  return (
    <div className={classes.bar}>
      <Filters search={shown} isFinding={isFinding} onSearch={acts.search} />
      <FileViews search={search} onSearch={onSearch} />
      <LastFilters search={shown} onSearch={acts.search} />
    </div>
  );
}

const Filters = memo(({ search, isFinding, onSearch }: FiltersProps & { isFinding: boolean }) => {
  return (
    <>
      <SearchInput
        size="xs"
        className={classes.find}
        label="Search the files"
        autoFocus={isFinding}
        placeholder="Part of the path ( / )"
        find={search.find ?? ''}
        onFind={(find) => onSearch({ find: find || undefined })}
      />
      <LicenseFilter
        license={search.license ?? ''}
        onLicense={(license) => onSearch({ license: license || undefined, mentioned: undefined })}
      />
      <Select
        size="xs"
        aria-label="Review mark"
        placeholder="Reviewed or not"
        data={REVIEWED}
        clearable
        value={search.reviewed ?? null}
        onChange={(reviewed) => onSearch({ reviewed: (reviewed ?? undefined) as FilesSearch['reviewed'] })}
        w={130}
      />
      <Select
        size="xs"
        aria-label="In the inventory"
        placeholder="In an item or not"
        data={TIED}
        clearable
        value={search.tied ?? null}
        onChange={(tied) => onSearch({ tied: (tied ?? undefined) as FilesSearch['tied'] })}
        w={130}
      />
      <Select
        size="xs"
        aria-label="Evidence"
        placeholder="Evidence or not"
        data={EVIDENCE}
        clearable
        value={search.evidence ?? null}
        onChange={(evidence) => onSearch({ evidence: (evidence ?? undefined) as FilesSearch['evidence'] })}
        w={130}
      />
      <MoreFilters search={search} onSearch={onSearch} />
      <Select
        size="xs"
        aria-label="Group by"
        placeholder="Not grouped"
        data={fileGroupingValues.map((value) => ({ value, label: `By ${GROUPINGS[value].toLowerCase()}` }))}
        clearable
        value={search.groups ?? null}
        onChange={(groups) => onSearch({ ...NO_GROUP, groups: (groups ?? undefined) as FilesSearch['groups'] })}
        w={130}
      />
    </>
  );
});

const LastFilters = memo(({ search, onSearch }: FiltersProps) => {
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconListTree size={14} />}
        onClick={() => onSearch({ view: undefined })}
      >
        Show the tree
      </Button>
      <SetFilters search={search} onSearch={onSearch} />
    </>
  );
});

const moreCount = ({ role, kind, language }: FilesSearch) => [role, kind, language].filter(Boolean).length;

function MoreFilters({ search, onSearch }: FiltersProps) {
  return (
    <FiltersPopover count={moreCount(search)} columns={2} width={420}>
      <Select
        size="xs"
        label="A license of it"
        placeholder="Any role"
        data={licenseRoleValues.map((value) => ({ value, label: roleText(value) }))}
        clearable
        comboboxProps={{ withinPortal: false }}
        value={search.role ?? null}
        onChange={(role) => onSearch({ role: (role ?? undefined) as FilesSearch['role'] })}
      />
      <Select
        size="xs"
        label="Kind"
        placeholder="Any"
        data={fileKindValues.map((value) => ({ value, label: KINDS[value] }))}
        clearable
        comboboxProps={{ withinPortal: false }}
        value={search.kind ?? null}
        onChange={(kind) => onSearch({ kind: (kind ?? undefined) as FilesSearch['kind'] })}
      />
      <TypedFilter
        label="Language"
        placeholder="C, Python or NONE"
        value={search.language ?? ''}
        onDone={(language) => onSearch({ language: language || undefined })}
      />
    </FiltersPopover>
  );
}

/** What is set and has no field in the bar. */
function SetFilters({ search, onSearch }: FiltersProps) {
  const { role, kind, language, similar, by, mentioned, groups, group } = search;
  const set: [text: string, without: Partial<FilesSearch>][] = [];
  if (groups !== undefined && group !== undefined) set.push([`${GROUPINGS[groups]}: ${group || 'none'}`, NO_GROUP]);
  if (role !== undefined) set.push([`A license of it: ${roleText(role)}`, { role: undefined }]);
  if (kind !== undefined) set.push([`Kind: ${KINDS[kind]}`, { kind: undefined }]);
  if (language !== undefined) set.push([`Language: ${language}`, { language: undefined }]);
  if (mentioned !== undefined) set.push([`Mentions ${mentioned}`, { mentioned: undefined }]);
  if (similar !== undefined)
    set.push([
      by === 'TEXT'
        ? 'Same text as a file'
        : by === 'NEAR'
          ? 'Nearly the text of a file'
          : 'Same licenses and holders as a file',
      { similar: undefined, by: undefined },
    ]);
  if (set.length === 0) return null;
  return (
    <Pill.Group className={classes.setFilters}>
      {set.map(([text, without]) => (
        <Pill
          key={text}
          withRemoveButton
          onRemove={() => onSearch(without)}
          removeButtonProps={{ 'aria-label': `Remove the filter ${text}`, tabIndex: 0, 'aria-hidden': false }}
          title={text}
        >
          {text}
        </Pill>
      ))}
    </Pill.Group>
  );
}

interface TypedProps {
  label: string;
  placeholder: string;
  value: string;
  onDone: (value: string) => void;
}

/** Searches when the user presses Enter or leaves the field: a part of a name is no name. */
function TypedFilter({ label, placeholder, value, onDone }: TypedProps) {
  const done = (typed: string) => typed.trim() !== value && onDone(typed.trim());
  return (
    <TextInput
      key={value}
      size="xs"
      label={label}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={(event) => done(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && done(event.currentTarget.value)}
    />
  );
}

/** Searches when the user presses Enter or leaves the field: a part of a license is no license. */
function LicenseFilter({ license, onLicense }: { license: string; onLicense: (license: string) => void }) {
  return (
    <TextInput
      key={license}
      size="xs"
      w={120}
      aria-label="License of the files"
      placeholder="License or NONE"
      defaultValue={license}
      onBlur={(event) => event.currentTarget.value.trim() !== license && onLicense(event.currentTarget.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && onLicense(event.currentTarget.value.trim())}
    />
  );
}
