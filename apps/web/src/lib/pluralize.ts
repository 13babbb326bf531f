/** A count with its noun, `1 orden` or `2,345 órdenes`; for undefined a no-break space, which keeps the line. */
export function pluralize(count: number | undefined, one: string, many: string): string {
  if (count === undefined) return '\u00a0'
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('es-MX')} ${many}`
}
