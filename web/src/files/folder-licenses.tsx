// The licenses of the chosen folder with their numbers of files, beside the tree. A click lists the files of a license, where one decision is about all.
import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import type { FolderLicense } from '../api/models.ts';
import { folderLicensesQuery } from '../codebase/queries.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countOf, countText } from '../elements/quantities.ts';
import { useSame, useStable } from '../elements/stable.ts';
import { useProjectId } from '../project/queries.ts';
import classes from './folder-licenses.module.css';
import type { FilesSearch } from './search.ts';

/** The server's word for files without a license. */
const NO_LICENSE = 'NONE';

interface FolderLicensesProps {
  search: FilesSearch;
  onSearch: (part: Partial<FilesSearch>) => void;
}

export function FolderLicenses({ search, onSearch }: FolderLicensesProps) {
  // Another open file changes nothing in them.
  const { file: _file, line: _line, ...place } = search;
  const acts = useStable({ search: onSearch });
  return <DrawnLicenses search={useSame<FilesSearch>(place)} onSearch={acts.search} />;
}

const DrawnLicenses = memo(({ search, onSearch }: FolderLicensesProps) => {
  const projectId = useProjectId();
  const [isOpen, setOpen] = useState(true);
  const { below = '' } = search;
  const licenses = useQuery(folderLicensesQuery(projectId, below));
  const { data } = licenses;
  const [granted, mentioned] = [false, true].map((isMention) =>
    (data?.licenses ?? []).filter((one) => one.isMention === isMention),
  );
  const rows = (some: FolderLicense[] = []) =>
    some.map((one) => <LicenseRow key={one.license} one={one} search={search} onSearch={onSearch} />);
  return (
    <section className={classes.panel} data-open={isOpen || undefined} aria-label="Licenses of the folder">
      <div className={classes.head}>
        <UnstyledButton className={classes.title} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={13} className={classes.toggle} data-open={isOpen || undefined} aria-hidden />
          <span className={classes.folder} title={below}>
            Licenses in {below === '' ? 'the code base' : below}
          </span>
        </UnstyledButton>
        {below !== '' && (
          <Button size="compact-xs" variant="subtle" onClick={() => onSearch({ below: undefined })}>
            All folders
          </Button>
        )}
      </div>
      {isOpen && data === undefined && (
        <Waiting query={licenses} rows={4} title="The licenses of the folder could not be loaded" />
      )}
      {isOpen && data !== undefined && (
        <div className={classes.list}>
          <p className={classes.totals} role="status">
            {countOf(data.totals.files, 'file')}, {countText(data.totals.reviewed)} reviewed,{' '}
            {countText(data.totals.open)} open, {countText(data.totals.inNoItem)} in no item
          </p>
          {rows(granted)}
          {(mentioned?.length ?? 0) > 0 && <h3 className={classes.part}>Only mentioned</h3>}
          {rows(mentioned)}
          {data.moreLicenses > 0 && (
            <p className={classes.totals}>
              {countText(data.moreLicenses)} more with fewer files: choose a folder, or search in the list of files.
            </p>
          )}
        </div>
      )}
    </section>
  );
});

function LicenseRow({ one, search, onSearch }: FolderLicensesProps & { one: FolderLicense }) {
  const { license, isMention, files, open } = one;
  const part = isMention
    ? { mentioned: license, license: undefined }
    : { license: license || NO_LICENSE, mentioned: undefined };
  const isChosen = search.view === 'list' && search.license === part.license && search.mentioned === part.mentioned;
  return (
    <UnstyledButton
      className={classes.row}
      aria-pressed={isChosen}
      title={`${license || 'No license'}: ${countOf(files, 'file')}, ${countText(open)} open`}
      onClick={() => onSearch(isChosen ? { license: undefined, mentioned: undefined } : { view: 'list', ...part })}
    >
      <span className={classes.license}>{license || 'No license'}</span>
      {open > 0 && <b>{countText(open)} open</b>}
      <span className={classes.files}>{countText(files)}</span>
    </UnstyledButton>
  );
}
