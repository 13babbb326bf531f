import { z } from 'zod'
import { id, idText, instant, required } from '../fields.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import {
  ACCOUNT_OBSTACLES,
  IDENTITY_RESULTS,
  OWNER_RESULTS,
  VERIFICATION_FAILURES,
  VERIFICATION_MODES,
  VERIFICATION_SOURCES,
  VERIFICATION_STATES,
} from './verification-rules.ts'

const state = z.enum(VERIFICATION_STATES)

/**
 * The verification of the account that receives a loan's money, as its worker may see it. `state` is `none` before the
 * first order. `holder`: the name that the bank gave, with only the first letters.
 */
export const accountCheck = z.object({
  /** The verification; null if there is none. Staff read its evidence by it. */
  id: id.nullable(),
  state: z.enum([...VERIFICATION_STATES, 'none']),
  source: z.enum(VERIFICATION_SOURCES).nullable(),
  /** Two people of the lender accepted the account in spite of the result. */
  is_accepted: z.boolean(),
  /** Why the offer cannot be accepted with this account; null if it can. */
  obstacle: z.enum(ACCOUNT_OBSTACLES).nullable(),
  holder: z.string().nullable(),
  requested_at: instant.nullable(),
  decided_at: instant.nullable(),
})
export type AccountCheck = z.infer<typeof accountCheck>

/** Both names and RFCs as they were compared; `score` (0 to 1) is the names'. */
const evidence = {
  registered_name: z.string().nullable(),
  registered_rfc: z.string().nullable(),
  holder_name: z.string().nullable(),
  holder_rfc: z.string().nullable(),
  score: z.number().min(0).max(1).nullable(),
  identity: z.enum(IDENTITY_RESULTS).nullable(),
  result: z.enum(OWNER_RESULTS).nullable(),
}

const facts = {
  state,
  source: z.enum(VERIFICATION_SOURCES).nullable(),
  failure: z.enum(VERIFICATION_FAILURES).nullable(),
  /** The STP order that the state follows from. */
  transfer: id.nullable(),
  ...evidence,
  accepted_by: z.string().nullable(),
  accepted_reason: z.string().nullable(),
}

/** The verification of an account of a worker, for staff. */
export const accountVerification = z.object({
  id,
  user: id,
  worker: z.string(),
  company_name: z.string().nullable(),
  bank_name: z.string(),
  account_last4: z.string(),
  /** Money of the worker goes to this account now. */
  is_current: z.boolean(),
  ...facts,
  /** Orders of one centavo so far. */
  orders: z.int().nonnegative(),
  accepted_at: instant.nullable(),
  /** An approval to accept the account waits for a second person. */
  approval: id.nullable(),
  requested_at: instant,
  decided_at: instant.nullable(),
})
export type AccountVerification = z.infer<typeof accountVerification>

/** The verification with every earlier state, newest first. */
export const accountVerificationDetail = accountVerification.extend({
  history: z.array(z.object({ ...facts, at: instant })),
})
export type AccountVerificationDetail = z.infer<typeof accountVerificationDetail>

/**
 * Filters of the list. Mismatch and unanswered (failed, or pending for ten minutes) wait for staff and concern current
 * accounts only; accepted: by two people.
 */
export const VERIFICATION_FILTERS = ['mismatch', 'unanswered', 'pending', 'verified', 'accepted'] as const
export type VerificationFilter = (typeof VERIFICATION_FILTERS)[number]

export const accountVerificationQuery = listQuery(['requested_at'], 20).extend({
  status: z.enum(VERIFICATION_FILTERS).optional(),
  user: idText.optional(),
})

/** The lender's setting, with the version that a change must name. */
export const verificationSetting = z.object({
  mode: z.enum(VERIFICATION_MODES, 'Elige qué hacer con las cuentas sin confirmar'),
  version: z.int().nonnegative(),
})
export type VerificationSetting = z.infer<typeof verificationSetting>

/** Why staff want money to go to an account in spite of its result. */
export const acceptAccountBody = z.object({
  reason: required('Explica por qué se puede usar la cuenta', TEXT_LIMITS.reason),
})
