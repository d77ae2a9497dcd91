// The project in a pyproject.toml, for any tool's table. Types only.
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
