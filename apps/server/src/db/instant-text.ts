const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

/**
 * The ISO 8601 text of an instant as PostgreSQL writes it, in UTC and cut to milliseconds. A page has hundreds of them,
 * so the usual text, of a session in UTC, is only rearranged.
 */
export function isoOfText(text: string): string {
  if (!inUtc.test(text)) return new Date(text).toISOString()
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}
