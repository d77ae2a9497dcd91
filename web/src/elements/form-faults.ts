// Checks for data about a person. They return null if the input is valid. The server makes the same checks.
export const PASSWORD_HELP =
  'Enter at least 8 characters with a digit, a lower-case and a capital letter, and no blanks.';

export const required = (text: string) => (text.trim() === '' ? 'Required.' : null);

export const atLeastThree = (text: string) => (text.trim().length < 3 ? 'Enter at least 3 characters.' : null);

export const emailFault = (email: string) =>
  /^[^\s@]+@[^\s@]+$/.test(email) ? null : 'Enter an address such as ada@example.org.';

export const passwordFault = (password: string) =>
  /^(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])\S{8,}$/.test(password) ? null : PASSWORD_HELP;
