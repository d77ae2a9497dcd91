// The words of the audit log: value lists.

/** How the one who acted came in. */
export const auditWays = ['session', 'token', 'login', 'job', 'command line', 'system'] as const;
export type AuditWay = (typeof auditWays)[number];
