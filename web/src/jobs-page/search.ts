// The search parameters of the jobs page and of a project's jobs.
import { idIn, type RawSearch, textIn } from '../address/parameters.ts';

export interface ProjectJobsSearch {
  /** The job whose details are open. */
  job?: number;
}

export interface JobsSearch extends ProjectJobsSearch {
  status?: string;
}

export function readProjectJobsSearch({ job }: RawSearch): ProjectJobsSearch {
  return { job: idIn(job) };
}

export function readJobsSearch({ status, job }: RawSearch): JobsSearch {
  return { status: textIn(status), job: idIn(job) };
}
