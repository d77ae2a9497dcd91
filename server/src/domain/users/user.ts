// The values of users. Their permissions are in permissions.ts.

/** Who keeps the password: this server, or the LDAP directory. */
export const userSources = ['LOCAL', 'LDAP'] as const;
export type UserSource = (typeof userSources)[number];
