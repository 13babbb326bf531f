/** `1 orden`, `2,345 órdenes`; a blank that keeps its line while nobody knows. */
export function counted(count: number | undefined, one: string, many: string): string {
  if (count === undefined) return '\u00a0'
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('es-MX')} ${many}`
}
