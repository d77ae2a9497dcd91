// The rule that a new password must meet. Apart from the hashes, so that the configuration can be read without loading them.

export const PASSWORD_RULE = 'at least 8 characters with a digit, a lower-case and a capital letter, and no blanks';
/** The rule as a regular expression, for the schemas of operations. */
export const PASSWORD_PATTERN = '^(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])(?=\\S+$).{8,}';
/** Hashing longer passwords would only keep the server busy. */
export const LONGEST_PASSWORD = 1024;

export function meetsPasswordRule(password: string): boolean {
  return password.length <= LONGEST_PASSWORD && new RegExp(PASSWORD_PATTERN).test(password);
}
