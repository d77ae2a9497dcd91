// Patterns for `like` from texts in which a percent sign means itself. The database folds the case on both sides, `lower(…) like lower(…)`, because
// JavaScript and PostgreSQL differ for some letters.

export function anywhere(text: string): string {
  return `%${escapeLike(text)}%`;
}

export function beginning(text: string): string {
  return `${escapeLike(text)}%`;
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
