/** A count with its noun, `1 orden` or `2,345 órdenes`; for undefined a no-break space, which keeps the line. */
export function pluralize(count: number | undefined, one: string, many: string): string {
  if (count === undefined) return '\u00a0'
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('es-MX')} ${many}`
}

/** The number of rows of a list with its noun; of a capped count, `más de 10,000 órdenes`. */
export function countText(
  { count, isCapped }: { count: number | undefined; isCapped: boolean },
  one: string,
  many: string,
): string {
  const text = pluralize(count, one, many)
  return isCapped ? `más de ${text}` : text
}
