// The dialog of the search everywhere. One request when the user stops typing; kinds that were late are asked for alone,
// so that a slow one does not keep the others back.
import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { visible } from '../elements/hidden-characters.ts';
import { useSession } from '../session/session.ts';
import { type Action, actionsFor } from './actions.ts';
import { type SearchGroup, type SearchKind, searchQuery } from './queries.ts';
import classes from './search-everywhere.module.css';

const TYPING_MS = 200;
/** In the order in which they are shown. */
const KINDS: Readonly<Record<SearchKind, string>> = {
  PROJECTS: 'Projects',
  COMPONENTS: 'Components',
  LICENSES: 'Licenses',
  VULNERABILITIES: 'Vulnerabilities',
  TASKS: 'Tasks',
  FILES: 'Files',
  HOLDERS: 'Copyright holders',
};
const DIGEST = /^(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})$/i;

interface SearchDialogProps {
  isOpen: boolean;
  /** What was typed before the dialog was there. */
  text: string;
  onClose: () => void;
}

export function SearchDialog({ isOpen, text, onClose }: SearchDialogProps) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size="lg"
      yOffset="8vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search everywhere">
        <Search typed={text} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

interface Option {
  value: string;
  title: string;
  detail: string;
  open: () => void;
}

interface OptionGroup {
  label: string;
  options: Option[];
  isMore: boolean;
}

function Search({ typed, onClose }: { typed: string; onClose: () => void }) {
  const [text, setText] = useState(typed);
  const [find] = useDebouncedValue(text.trim(), TYPING_MS);
  const { groups, late, isWaiting, error } = useGroups(find);
  const offered = useOptions(find, groups);
  // The list keeps Escape from the dialog around it, and would close alone.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const field = useRef<HTMLInputElement>(null);
  // The dialog itself gives the focus a moment later, and the first letters of a quick typist would be lost.
  useLayoutEffect(() => field.current?.focus(), []);
  const values = offered.flatMap(({ options }) => options.map(({ value }) => value)).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first option
  useEffect(() => {
    combobox.selectFirstOption();
  }, [values]);
  const submit = (value: string) => {
    const option = offered.flatMap(({ options }) => options).find((one) => one.value === value);
    onClose();
    option?.open();
  };
  const count = offered.reduce((sum, { options }) => sum + options.length, 0);
  return (
    <Combobox store={combobox} onOptionSubmit={submit} withinPortal={false}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={field}
          data-autofocus
          role="combobox"
          aria-autocomplete="list"
          size="md"
          variant="unstyled"
          className={classes.field}
          aria-label="Search everywhere"
          placeholder="Projects, components, files, licenses, vulnerabilities …"
          leftSection={<IconSearch size={17} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <div className={classes.results}>
        <Combobox.Options aria-label="What was found">
          {offered.map(({ label, options, isMore }) => (
            <Combobox.Group key={label} label={isMore ? `${label} (the first ones)` : label}>
              {options.map(({ value, title, detail }) => (
                <Combobox.Option key={value} value={value} className={classes.option}>
                  <span className={classes.title}>{visible(title)}</span>
                  {detail && <span className={classes.detail}>{visible(detail)}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        <p className={classes.state} role="status">
          {stateOf({ find, count, isWaiting, late, error })}
        </p>
      </div>
    </Combobox>
  );
}

interface State {
  find: string;
  count: number;
  isWaiting: boolean;
  late: readonly SearchKind[];
  error: Error | null;
}

function stateOf({ find, count, isWaiting, late, error }: State): string {
  if (error) return `The search failed: ${error.message}`;
  if (isWaiting) return 'Searching…';
  if (late.length > 0) return `It takes too long to search: ${late.map((kind) => KINDS[kind]).join(', ')}.`;
  if (count === 0) return `Nothing that you may see goes by "${find}".`;
  return '';
}

function useGroups(find: string) {
  const all = useQuery(searchQuery(find));
  const late = find === '' || all.isPlaceholderData ? [] : (all.data?.late ?? []);
  const patient = useQueries({ queries: late.map((kind) => searchQuery(find, kind)) });
  const groups = find === '' ? [] : [...(all.data?.groups ?? []), ...patient.flatMap(({ data }) => data?.groups ?? [])];
  const kinds = Object.keys(KINDS);
  return {
    groups: groups.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
    isWaiting: find !== '' && (all.isFetching || patient.some(({ isFetching }) => isFetching)),
    late: patient.flatMap(({ data }) => data?.late ?? []),
    error: all.error ?? patient.find(({ error }) => error)?.error ?? null,
  };
}

function useOptions(find: string, groups: readonly SearchGroup[]): OptionGroup[] {
  const { permissions } = useSession();
  const navigate = useNavigate();
  const open = (action: Action) => {
    if (action.to !== 'new-project') return void navigate({ to: action.to });
    // The form is loaded only when it is needed.
    void import('../projects-page/project-form.tsx').then(({ openNewProject }) =>
      openNewProject({ id: 1, name: 'Projects' }),
    );
  };
  const goTo = (kind: SearchKind, { id, title, projectId = 0 }: SearchGroup['rows'][number]) => {
    switch (kind) {
      case 'PROJECTS':
        return navigate({ to: '/projects/$projectId', params: { projectId: id } });
      case 'COMPONENTS':
        return navigate({ to: '/library/components/$componentId', params: { componentId: id } });
      case 'LICENSES':
        return navigate({ to: '/licenses/$license', params: { license: String(id) } });
      case 'VULNERABILITIES':
        return navigate({ to: '/vulnerabilities/$name', params: { name: title } });
      case 'TASKS':
        return navigate({ to: '/projects/$projectId/tasks', params: { projectId } });
      case 'FILES':
        return navigate({ to: '/projects/$projectId/files', params: { projectId }, search: { file: id } });
      case 'HOLDERS':
        return navigate({ to: '/uses', search: { holder: title } });
    }
  };
  const found = groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, rows, isMore }) => ({
      label: KINDS[kind],
      isMore,
      options: rows.map((row) => ({
        value: `${kind} ${row.id} ${row.title}`,
        title: row.title,
        detail: row.detail,
        open: () => void goTo(kind, row),
      })),
    }));
  const actions: Option[] = actionsFor(find, permissions).map((action) => ({
    value: `action ${action.title}`,
    title: action.title,
    detail: '',
    open: () => open(action),
  }));
  if (DIGEST.test(find))
    actions.unshift({
      value: 'digest',
      title: 'Show all projects with this file',
      detail: 'digest',
      open: () => void navigate({ to: '/uses', search: { digest: find.toLowerCase() } }),
    });
  return actions.length === 0 ? found : [...found, { label: 'Actions', isMore: false, options: actions }];
}
