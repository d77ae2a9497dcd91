// The values of the audit log.

/** How the user signed in. */
export const auditWays = ['session', 'token', 'login', 'job', 'command line', 'system'] as const;
export type AuditWay = (typeof auditWays)[number];
