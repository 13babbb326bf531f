import type { z } from 'zod'

/** What a schema says of each field first, by the field's name; nothing where all is well. */
export function firstProblems(schema: z.ZodType, values: object): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}
