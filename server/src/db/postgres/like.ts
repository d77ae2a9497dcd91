// Patterns for `like`, from texts in which a percent sign is a percent sign. Case is folded by the database on both sides, `lower(…) like
// lower(…)`: JavaScript and PostgreSQL do not agree about every letter.

export function anywhere(text: string): string {
  return `%${escapeLike(text)}%`;
}

export function beginning(text: string): string {
  return `${escapeLike(text)}%`;
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
