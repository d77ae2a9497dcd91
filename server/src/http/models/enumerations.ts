// The value lists that several features use in their schemas, each with one name in the API description.

import { decisionKinds, decisionScopes } from '../../domain/decisions/decision.ts';
import { confidences, inventoryStatuses, inventoryTypes } from '../../domain/inventories/inventory.ts';
import { jobStatuses } from '../../domain/jobs/job.ts';
import { mailSecurities, mailStates } from '../../domain/messages/mail-delivery.ts';
import { risks } from '../../domain/projects/project.ts';
import { projectStatuses } from '../../domain/projects/project-status.ts';
import { lapseSubjects } from '../../domain/reviews/review-lapse.ts';
import { syncTriggers } from '../../domain/scm/schedule.ts';
import { projectRoles, systemPermissions } from '../../domain/users/permissions.ts';
import { userSources } from '../../domain/users/user.ts';
import { coverageStates, notComparedReasons } from '../../domain/vulnerabilities/coverage.ts';
import { Enumeration } from './models.ts';

export const CodebaseEntryKind = Enumeration('CodebaseEntryKind', ['folder', 'file'] as const);
export const Confidence = Enumeration('Confidence', confidences);
export const CoverageStateValue = Enumeration('CoverageState', coverageStates);
export const NotComparedReasonValue = Enumeration('NotComparedReason', notComparedReasons);
export const InventoryStatus = Enumeration('InventoryStatus', inventoryStatuses);
export const InventoryType = Enumeration('InventoryType', inventoryTypes);
export const JobStatusValue = Enumeration('JobStatus', jobStatuses);
export const MailSecurity = Enumeration('MailSecurity', mailSecurities);
export const MailState = Enumeration('MailState', mailStates);
export const ProjectRole = Enumeration('ProjectRole', projectRoles);
export const ProjectStatus = Enumeration('ProjectStatus', projectStatuses);
export const Risk = Enumeration('Risk', risks);
export const SyncTrigger = Enumeration('SyncTrigger', syncTriggers);
export const SystemPermission = Enumeration('SystemPermission', systemPermissions);
export const UserSource = Enumeration('UserSource', userSources);

export const DecisionKindValue = Enumeration('DecisionKind', decisionKinds);
export const DecisionScopeValue = Enumeration('DecisionScope', decisionScopes);
export const LapseSubject = Enumeration('LapseSubject', lapseSubjects);
