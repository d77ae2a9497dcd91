// The code base as a picture: its folders and files by size, coloured by license, review or vulnerabilities. A click leads into a folder or to a file.
import { Button, SegmentedControl } from '@mantine/core';
import { IconFolderOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Fragment, useMemo, useState } from 'react';
import type { MapEntry } from '../api/models.ts';
import { folderLicensesQuery } from '../codebase/queries.ts';
import { Empty, Waiting } from '../elements/page-state.tsx';
import { countOf, sizeText } from '../elements/quantities.ts';
import { useProjectId } from '../project/queries.ts';
import { Freshness } from '../vulnerabilities/labels.tsx';
import { categoriesOf, reviewWords } from './categories.ts';
import type { Shown } from './layout.ts';
import classes from './map.module.css';
import { MapTable } from './map-table.tsx';
import { codebaseMapQuery } from './queries.ts';
import type { Coloring, MapSearch } from './search.ts';
import { Treemap } from './treemap.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/map');

const COLORED_BY: { value: Coloring; label: string }[] = [
  { value: 'license', label: 'License' },
  { value: 'review', label: 'Review' },
  { value: 'vulnerabilities', label: 'Vulnerabilities' },
];
const AREAS = [
  { value: 'size', label: 'Size' },
  { value: 'files', label: 'Number of files' },
];

export function MapTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const map = useQuery(codebaseMapQuery(projectId, search));
  // The licenses of the whole code base, so that a license has the same colour in every folder.
  const all = useQuery(folderLicensesQuery(projectId, ''));
  const licenses = useMemo(
    () => (all.data?.licenses ?? []).filter((one) => one.license !== '' && !one.isMention).map((one) => one.license),
    [all.data],
  );
  if (map.data === undefined) return <Waiting query={map} title="The map could not be loaded" />;
  const { data, ...age } = map.data;
  const [folder] = data.entries;
  if (folder === undefined)
    return (
      <Empty icon={<IconFolderOff />} title="No code yet">
        Upload an archive on the Summary tab. Then this page shows its folders and files as areas.
      </Empty>
    );
  return (
    <div className={classes.tab}>
      <MapBar search={search} folder={folder} />
      <MapBody entries={data.entries} search={search} licenses={licenses}>
        {search.color === 'vulnerabilities' && <Freshness of={age} />}
      </MapBody>
    </div>
  );
}

function MapBar({ search, folder }: { search: MapSearch; folder: MapEntry }) {
  const navigate = route.useNavigate();
  const go = (part: MapSearch) => void navigate({ search: (old) => ({ ...old, ...part }) });
  return (
    <div className={classes.bar}>
      <nav className={classes.trail} aria-label="Folders around">
        {trailOf(folder.path).map(({ name, below }, at) => (
          <Fragment key={below ?? ''}>
            {at > 0 && <span aria-hidden>/</span>}
            {(below ?? '') === folder.path ? (
              <b aria-current="page">{name}</b>
            ) : (
              <Button size="compact-xs" variant="subtle" onClick={() => go({ below })}>
                {name}
              </Button>
            )}
          </Fragment>
        ))}
        <span className={classes.amount} role="status">
          {countOf(folder.files, 'file')}, {sizeText(folder.sizeBytes)}, {reviewWords(folder)}
        </span>
      </nav>
      <div className={classes.choice}>
        <span id="map-color">Colour</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="map-color"
          data={COLORED_BY}
          value={search.color ?? 'license'}
          onChange={(value) => go({ color: value === 'license' ? undefined : (value as MapSearch['color']) })}
        />
      </div>
      <div className={classes.choice}>
        <span id="map-area">Area</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="map-area"
          data={AREAS}
          value={search.area ?? 'size'}
          onChange={(value) => go({ area: value === 'files' ? 'files' : undefined })}
        />
      </div>
    </div>
  );
}

/** The folders from the root to this one. */
function trailOf(path: string): { name: string; below: string | undefined }[] {
  const names = path === '' ? [] : path.split('/');
  return [
    { name: 'Code base', below: undefined },
    ...names.map((name, at) => ({ name, below: names.slice(0, at + 1).join('/') })),
  ];
}

interface MapBodyProps {
  entries: readonly MapEntry[];
  search: MapSearch;
  licenses: readonly string[];
  children: React.ReactNode;
}

function MapBody({ entries, search, licenses, children }: MapBodyProps) {
  const [only, setOnly] = useState<string>();
  const coloring: Coloring = search.color ?? 'license';
  const links = useEntryLinks(search);
  const shared = { entries, coloring, licenses, isByFiles: search.area === 'files', ...links };
  return (
    <>
      <div className={classes.legendBar}>
        <ul className={classes.legend} aria-label="Meaning of the colours">
          {categoriesOf(coloring, licenses).map(({ key, label, token }) => (
            <li key={key}>
              <button
                type="button"
                aria-pressed={only === key}
                title={`Show ${label} alone`}
                onClick={() => setOnly(only === key ? undefined : key)}
              >
                <i className={classes.dot} style={{ background: `var(--map-${token})` }} />
                {label}
              </button>
            </li>
          ))}
        </ul>
        {children}
      </div>
      <div className={classes.body}>
        <Treemap {...shared} only={only} />
        <MapTable {...shared} />
      </div>
    </>
  );
}

/** Where an area leads: into a folder, to a file, or to the list of the files that are too small. */
function useEntryLinks(search: MapSearch) {
  const projectId = useProjectId();
  const router = useRouter();
  const targetOf = (entry: Shown) => {
    if (entry.kind === 'folder')
      return {
        to: '/projects/$projectId/map',
        params: { projectId },
        search: { ...search, below: entry.path },
      } as const;
    const below = entry.parentPath || undefined;
    const shown = entry.kind === 'file' ? { file: entry.id, below } : { view: 'list' as const, below };
    return { to: '/projects/$projectId/files', params: { projectId }, search: shown } as const;
  };
  return {
    hrefOf: (entry: Shown) => router.buildLocation(targetOf(entry)).href,
    onGo: (entry: Shown) => void router.navigate(targetOf(entry)),
  };
}
