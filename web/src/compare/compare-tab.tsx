// Compares the project with another one, with an SBOM, or with a former scan. The address has both sides, so that it can be sent to others.
import { Anchor, Button, Checkbox, FileButton } from '@mantine/core';
import { IconArrowsExchange, IconGitCompare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CopyButton } from '../elements/copy.tsx';
import { Empty } from '../elements/page-state.tsx';
import { useProjectId } from '../project/queries.ts';
import classes from './compare.module.css';
import { Comparison } from './comparison.tsx';
import { aboutQuery, type Compared, tableAddress } from './queries.ts';
import type { CompareSearch } from './search.ts';
import { SideChoice } from './side-choice.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/compare');
const CHOOSING = 'other';

export function CompareTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = (next: CompareSearch) =>
    void navigate({ to: '/projects/$projectId/compare', params: { projectId }, search: next });
  return <ComparePanel key={projectId} {...{ projectId, search, go }} />;
}

interface ComparePanelProps {
  projectId: number;
  search: CompareSearch;
  go: (search: CompareSearch) => void;
}

export function ComparePanel({ projectId, search, go }: ComparePanelProps) {
  const [file, setFile] = useState<File>();
  /** A side of which only "another project" is chosen so far. */
  const [choosing, setChoosing] = useState<'of' | 'with'>();
  const openFile = useRef<() => void>(null);
  const compared: Compared = { projectId, search, ...(file && { file }) };
  const about = useQuery(aboutQuery(compared)).data;
  const choose = (side: 'of' | 'with') => (value: string | undefined) => {
    if (side === 'with') setFile(undefined);
    if (value === CHOOSING) return setChoosing(side);
    setChoosing(undefined);
    go({ ...search, kind: undefined, [side]: value });
  };
  const chosen = (side: 'of' | 'with', value: string | undefined) => (choosing === side ? CHOOSING : value);
  const isReady = choosing === undefined && (file !== undefined || search.with !== undefined);
  return (
    <div className={classes.page}>
      <div className={classes.sides}>
        <div className={classes.side}>
          <SideChoice
            label="Before"
            projectId={projectId}
            value={chosen('of', search.of ?? 'inventory')}
            title={about?.before.title}
            onChange={choose('of')}
          />
        </div>
        <div className={classes.side}>
          <FileButton
            onChange={(picked) => {
              if (picked === null) return;
              setChoosing(undefined);
              setFile(picked);
              go({ ...search, with: undefined, kind: undefined });
            }}
          >
            {({ onClick }) => {
              openFile.current = onClick;
              return null;
            }}
          </FileButton>
          <SideChoice
            label="After"
            projectId={projectId}
            value={chosen('with', search.with)}
            title={about?.after.title}
            onChange={choose('with')}
            onFile={() => openFile.current?.()}
            {...(file && choosing !== 'with' && { fileName: file.name })}
          />
        </div>
        <div className={classes.more}>
          <Checkbox
            label="Published items only"
            checked={search.published === true}
            onChange={(event) => go({ ...search, published: event.currentTarget.checked || undefined })}
          />
          {isReady && file === undefined && (
            <>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconArrowsExchange size={14} />}
                onClick={() => go({ ...search, kind: undefined, of: search.with, with: search.of ?? 'inventory' })}
              >
                Swap
              </Button>
              <CopyButton text={window.location.href} label="Copy address" />
              <Anchor size="sm" href={tableAddress(compared, 'csv')} download>
                CSV
              </Anchor>
              <Anchor size="sm" href={tableAddress(compared, 'xlsx')} download>
                Excel
              </Anchor>
            </>
          )}
        </div>
      </div>
      {isReady ? (
        <Comparison compared={compared} />
      ) : (
        <Empty icon={<IconGitCompare />} title="Choose what to compare with">
          Another project, an SBOM, or a former scan of this project: what was added, removed, upgraded or decided
          otherwise.
        </Empty>
      )}
    </div>
  );
}
