import { z } from 'zod'
import { day, id, instant } from '../fields.ts'

/** Sealed letters: that a loan is paid off, and how much interest a worker paid in a calendar year. */
const LETTER_KINDS = ['no_debt', 'interest'] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

/** Why a letter is void: its payment was reversed, what it states changed, or one of a later day took its place. */
const VOID_REASONS = ['payment_reversed', 'data_changed', 'later_day'] as const
const voidReason = z.enum(VOID_REASONS)
export type VoidReason = z.infer<typeof voidReason>

/** A no-debt letter in the answer of `GET /loan/{id}/letters`. */
const letterRow = z.object({
  id,
  /** `CNA-000012`. */
  folio: z.string(),
  created_at: instant,
  /** Null while its file is being made. */
  sealed_at: instant.nullable(),
  voided_at: instant.nullable(),
  void_reason: voidReason.nullable(),
})
export type LetterRow = z.infer<typeof letterRow>

/** Answer of `GET /loan/{id}/letters`: the no-debt letters of a loan, newest first. */
export const loanLetters = z.object({ letters: z.array(letterRow) })

const WHOLE_PERIOD = 'Elige el inicio y el fin del periodo.'

/** Query of `GET /loan/{id}/statement`: without a period, the statement of the whole loan. */
export const statementQuery = z
  .object({ from: day.optional(), to: day.optional() })
  .refine(({ from, to }) => from !== undefined || to === undefined, { error: WHOLE_PERIOD, path: ['from'] })
  .refine(({ from, to }) => to !== undefined || from === undefined, { error: WHOLE_PERIOD, path: ['to'] })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'El fin del periodo no puede ser anterior a su inicio.',
    path: ['to'],
  })
