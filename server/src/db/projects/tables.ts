// The tables of projects, as TypeScript types.
import type { Generated } from 'kysely';
import type { CarrySettings } from '../../domain/decisions/carry-settings.ts';
import type { Confidence } from '../../domain/inventories/inventory.ts';
import type { ProjectType, Risk } from '../../domain/projects/project.ts';
import type { ProjectStatus } from '../../domain/projects/project-status.ts';
import type { ReviewSettings } from '../../domain/reviews/review-settings.ts';
import type { ProjectRole } from '../../domain/users/permissions.ts';
import type { Json, Timestamp } from '../postgres/columns.ts';

export interface ProjectTables {
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  project_links: ProjectLinksTable;
  project_days: ProjectDaysTable;
  open_findings: OpenFindingsTable;
  changed_projects: ChangedProjectsTable;
}

export interface ProjectsTable {
  type: Generated<ProjectType>;
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  folder_id: number;
  contact_id: number;
  legal_contact_id: number | null;
  security_contact_id: number | null;
  developer_contact_id: number | null;
  is_private: Generated<boolean>;
  risk: Generated<Risk>;
  status: Generated<ProjectStatus>;
  scan_profile_id: number;
  policy_profile_id: number | null;
  auto_publish: Generated<boolean>;
  minimum_confidence: Generated<Confidence>;
  mark_associated_files_as_reviewed: Generated<boolean>;
  do_not_publish_unknown_license: Generated<boolean>;
  delete_empty_inventory: Generated<boolean>;
  review_settings: Json<Partial<ReviewSettings>>;
  /** CarrySettings that differ from the site's. */
  carry_settings: Json<Partial<CarrySettings>>;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_scan_id: number | null;
  search_set_id: number | null;
  evidence_version: string | null;
  primary_license: Json<{ expression: string; reasons: string[] }> | null;
  file_count: Generated<number>;
  codebase_bytes: Generated<number>;
  line_count: Generated<number>;
  tags: Generated<string[]>;
  origin_ids: Generated<number[]>;
  inventory_rollup: Json<Record<string, unknown>>;
}

interface ProjectMembersTable {
  project_id: number;
  role: ProjectRole;
  user_id: number;
}

interface ProjectLinksTable {
  parent_id: number;
  child_id: number;
}

/** What was noted of a project on a day: see migration 0150. */
export interface ProjectDaysTable {
  project_id: number;
  /** `2026-11-29`, UTC. */
  day: string;
  until: string;
  noted_at: Date;
  counted_at: Date;
  critical: number;
  high: number;
  medium: number;
  low: number;
  none: number;
  unknown: number;
  exploited: number;
  malware: number;
  draft: number;
  approved: number;
  rejected: number;
  lapsed: number;
  gone: number;
  p1: number;
  p2: number;
  p3: number;
  no_license: number;
  compared: number;
  not_compared: number;
  fixed: number;
  fixed_seconds: number;
  dismissed: number;
  decided: number;
  decided_seconds: number;
}

interface OpenFindingsTable {
  project_id: number;
  vulnerability_id: number;
  since: Date;
  version_ids: number[];
}

interface ChangedProjectsTable {
  project_id: number;
  xid: Generated<string>;
}
