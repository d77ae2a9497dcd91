// Numbers of the advisory locks that whole servers compete for. Each must be no other's: 7220811 is the migrations', 7220813 the audit log's
// (inside its trigger). The workers' (7220812 with a second number) live in a space of their own.
export const LDAP_SYNC_LOCK = 7_220_820;
export const ALM_SYNC_LOCK = 7_220_821;
