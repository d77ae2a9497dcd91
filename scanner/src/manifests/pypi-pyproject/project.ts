// What a pyproject.toml says of its project, whichever tool's table says it. Types only.
import type { Requirement } from '../identity.ts';

export interface PythonProject {
  /** '' when the file only configures tools. */
  fullName: string;
  version: string;
  description: string;
  declaredLicense: string;
  homepageUrl: string;
  repositoryUrl: string;
  requirements: Requirement[];
}
