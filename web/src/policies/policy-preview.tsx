// What the rules would decide about the items of chosen projects, before they are saved.
import { Button, CloseButton, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PolicyPreview as Preview } from '../api/models.ts';
import { ProjectChoice } from '../choices/project-choice.tsx';
import { Refused } from '../elements/form-parts.tsx';
import { countOf } from '../elements/quantities.ts';
import classes from './policies.module.css';
import { type PolicyInput, projectNameQuery, tryRules } from './queries.ts';

const MOST_PROJECTS = 20;

interface PolicyPreviewProps {
  /** 0 for a new policy. */
  policyId: number;
  /** The rules as they are in the form now. */
  rulesNow: () => PolicyInput['rules'];
}

export function PolicyPreview({ policyId, rulesNow }: PolicyPreviewProps) {
  const [projects, setProjects] = useState<number[]>([]);
  const preview = useMutation({
    mutationFn: () => tryRules({ rules: rulesNow(), projectIds: projects, ...(policyId > 0 ? { policyId } : {}) }),
  });
  const choose = (id: string | null) => {
    if (id !== null && !projects.includes(Number(id))) setProjects([...projects, Number(id)].slice(0, MOST_PROJECTS));
  };
  return (
    <fieldset className={classes.preview}>
      <legend>Preview on projects</legend>
      <ProjectChoice key={projects.length} label="Add a project to the preview" onChange={choose} />
      {projects.length > 0 && (
        <Group gap={6}>
          {projects.map((id) => (
            <ChosenProject key={id} id={id} onRemove={() => setProjects(projects.filter((one) => one !== id))} />
          ))}
        </Group>
      )}
      <Group>
        <Button
          variant="default"
          disabled={projects.length === 0}
          loading={preview.isPending}
          onClick={() => preview.mutate()}
        >
          Preview the effect
        </Button>
      </Group>
      <Refused error={preview.error} />
      <div role="status">
        {preview.data?.map((one) => (
          <Result key={one.projectId} preview={one} />
        ))}
      </div>
    </fieldset>
  );
}

function ChosenProject({ id, onRemove }: { id: number; onRemove: () => void }) {
  const project = useQuery(projectNameQuery(id));
  const name = project.data ?? `Project ${id}`;
  return (
    <Group gap={2}>
      {name}
      <CloseButton size="xs" aria-label={`Leave out ${name}`} onClick={onRemove} />
    </Group>
  );
}

function Result({ preview }: { preview: Preview }) {
  const { projectId, projectName, items, isComplete, approved, rejected, undecided, changed, overturned } = preview;
  return (
    <section className={classes.result}>
      <h4>{projectName}</h4>
      <p>
        {isComplete ? '' : 'The first '}
        {countOf(items, 'published item')}: {approved} approved, {rejected} rejected, {undecided} meet no rule.{' '}
        {changed === 0 ? 'No status would change.' : `${countOf(changed, 'status', 'statuses')} would change.`}
      </p>
      {overturned > 0 && (
        <>
          <p className={classes.warning}>
            {countOf(overturned, 'decision')} of people would be overturned, unless manual statuses are kept:
          </p>
          <Items projectId={projectId} items={preview.overturnedItems} total={overturned} />
        </>
      )}
      {preview.examples.length > 0 && (
        <>
          <p>{overturned > 0 ? 'Of the others:' : 'For example:'}</p>
          <Items projectId={projectId} items={preview.examples} total={changed - overturned} />
        </>
      )}
    </section>
  );
}

interface ItemsProps {
  projectId: number;
  items: readonly (Preview['examples'][number] & Partial<Preview['overturnedItems'][number]>)[];
  total: number;
}

function Items({ projectId, items, total }: ItemsProps) {
  return (
    <ul>
      {items.map(({ inventoryId, inventoryName, reviewStatus, decision, reasons, decidedBy }) => (
        <li key={inventoryId}>
          <Link
            to="/projects/$projectId/inventory"
            params={{ projectId }}
            search={{ item: inventoryId }}
            target="_blank"
          >
            {inventoryName}
          </Link>
          : {reviewStatus}
          {decidedBy && ` by ${decidedBy}`} → {decision === 'APPROVED' ? 'Approved' : 'Rejected'}. {reasons.join(' ')}
        </li>
      ))}
      {total > items.length && <li>and {countOf(total - items.length, 'other')}</li>}
    </ul>
  );
}
