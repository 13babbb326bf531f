import { z } from 'zod'
import { id } from '../fields.ts'

export const uploadAnswer = z.union([
  z.object({ ok: z.literal(true), message: z.string(), job: id }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
export type UploadAnswer = z.infer<typeof uploadAnswer>

export const importJob = z.object({
  state: z.enum(['queued', 'running', 'done', 'failed']),
  rows_total: z.int().nonnegative(),
  rows_done: z.int().nonnegative(),
  created: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  rejected: z.array(z.object({ row: z.int().positive(), field: z.string().nullable(), message: z.string() })),
})
export type ImportJob = z.infer<typeof importJob>
