// All jobs that the user may see.
import { Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { jobStatusValues } from '../api/described.ts';
import classes from './jobs-table.module.css';
import { JobsTable } from './jobs-table.tsx';

const route = getRouteApi('/signed-in/jobs');

export function JobsPage() {
  const { status, job } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <h1>Jobs</h1>
        <Select
          aria-label="Filter by state"
          placeholder="Any state"
          data={[...jobStatusValues]}
          value={status ?? null}
          onChange={(value) => navigate({ search: { status: value ?? undefined } })}
          clearable
          w={190}
        />
      </div>
      <JobsTable
        status={status}
        chosenJobId={job}
        onChoose={(id) => navigate({ search: (old) => ({ ...old, job: id }), replace: true })}
      />
    </div>
  );
}
