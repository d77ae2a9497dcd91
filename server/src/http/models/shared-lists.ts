// Value lists that models of several features share, each with one name.
import { taskPriorities } from '../../domain/task-priority.ts';
import { severities } from '../../domain/vulnerabilities/severity.ts';
import { ssvcExploitations } from '../../domain/vulnerabilities/vulnerability.ts';
import { Enumeration } from './schemas.ts';

export const TaskPriority = Enumeration('TaskPriority', taskPriorities);
export const Severity = Enumeration('Severity', severities);
export const SsvcExploitation = Enumeration('SsvcExploitation', ssvcExploitations);
