/** The fields that hold something: what a list asks for beyond its usual. */
export function given(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
