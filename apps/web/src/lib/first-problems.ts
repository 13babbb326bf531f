import type { z } from 'zod'

/** The first message of a schema for each invalid field, by field name. */
export function firstProblems(schema: z.ZodType, values: object): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}
