// Dates and times on the wire, always UTC, with one blank between date and time because clients split there.

/** `2026-11-21 05:51:09` */
export function wireTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** `2026-11-21 05:51:09.0`, the form in jobs and inventory items. */
export function wireTimeWithTenths(date: Date): string {
  return `${wireTime(date)}.${date.toISOString()[20]}`;
}

/** Reads `YYYY-MM-DD HH:MM:SS` or only the date; undefined for other texts. */
export function parseWireTime(text: string): Date | undefined {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const date = new Date(`${day}T${time}Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day) ? undefined : date;
}
