// The project in a pyproject.toml, the same type for the tables of all tools. Types only.
import type { ManifestRequirement } from '../../shared/identity.ts';

export interface PythonProject {
  /** '' if the file only configures tools. */
  fullName: string;
  version: string;
  description: string;
  declaredLicense: string;
  homepageUrl: string;
  /** '' if nobody is named. */
  supplier: string;
  repositoryUrl: string;
  requirements: ManifestRequirement[];
}
