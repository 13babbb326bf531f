import { z } from 'zod'
import { instant } from '../fields.ts'

/** What can be tried, in the order of the page. */
export const DIAGNOSTIC_PARTS = [
  ...(['database', 'storage', 'queue', 'stp'] as const),
  ...(['mail', 'clock', 'ledger', 'process', 'contracts', 'seal', 'constancia', 'oidc'] as const),
] as const
export const diagnosticPart = z.enum(DIAGNOSTIC_PARTS, 'Esa parte no existe')
export type DiagnosticPart = z.infer<typeof diagnosticPart>

/** How a try ended, and what of it there is to say (`words.ts`). */
export const FINDINGS = {
  database_good: 'good',
  database_slow: 'warning',
  database_migrations: 'failed',
  database_failed: 'failed',
  storage_good: 'good',
  storage_differs: 'failed',
  storage_failed: 'failed',
  queue_good: 'good',
  queue_slow: 'warning',
  queue_jobs_fail: 'warning',
  queue_no_answer: 'failed',
  queue_failed: 'failed',
  stp_good: 'good',
  stp_closed: 'warning',
  stp_budget: 'warning',
  stp_no_answer: 'failed',
  stp_failed: 'failed',
  mail_sent: 'good',
  mail_kept: 'warning',
  mail_failed: 'failed',
  clock_good: 'good',
  clock_off: 'failed',
  clock_failed: 'failed',
  ledger_balanced: 'good',
  ledger_differs: 'failed',
  ledger_failed: 'failed',
  process_good: 'good',
  process_busy: 'warning',
  process_failed: 'failed',
  contracts_good: 'good',
  contracts_unsealed: 'failed',
  contracts_letters_unsealed: 'failed',
  contracts_failed: 'failed',
  seal_good: 'good',
  seal_own: 'warning',
  seal_expires: 'warning',
  seal_not_valid: 'failed',
  seal_failed: 'failed',
  constancia_good: 'good',
  constancia_none: 'good',
  constancia_stand_in: 'warning',
  constancia_unchecked: 'warning',
  constancia_refused: 'failed',
  constancia_failed: 'failed',
  oidc_good: 'good',
  oidc_none: 'good',
  oidc_other: 'failed',
  oidc_failed: 'failed',
} as const satisfies Record<`${DiagnosticPart}_${string}`, 'good' | 'warning' | 'failed'>
export type Finding = keyof typeof FINDINGS

const findings = z.custom<Finding>((value) => typeof value === 'string' && Object.hasOwn(FINDINGS, value))

export const STEPS = [
  ...(['connect', 'migrations', 'write', 'read', 'remove', 'send', 'answer', 'ask'] as const),
  ...(['deliver', 'compare_database', 'compare_stp', 'check', 'sample', 'count', 'open'] as const),
] as const
export const FACTS = [
  ...(['database_version', 'migrations', 'size_mb', 'connections', 'bytes', 'waiting', 'oldest_s'] as const),
  ...(['failed_day', 'institutions', 'connected', 'questions', 'questions_limit', 'address'] as const),
  ...([
    'database_ms',
    'stp_ms',
    'checks',
    'rows',
    'differences',
    'loop_ms',
    'memory_mb',
    'uptime_s',
    'backup',
    'retrying',
    'deliveries_failing',
    'deliveries_given_up',
    'deliveries_skipped',
    'unsealed',
    'unsealed_since',
    'letters_unsealed',
    'letters_unsealed_since',
    'valid_from',
    'valid_until',
    'anchors',
    'issuer',
    'keys',
    'refused',
    'refused_since',
  ] as const),
] as const

/** What a try did, how long each step took, and what it saw. */
export const diagnosticCheck = z.object({
  part: diagnosticPart,
  finding: z.enum(Object.keys(FINDINGS)).pipe(findings),
  took_ms: z.number().nonnegative(),
  tried_at: instant,
  steps: z.array(z.object({ step: z.enum(STEPS), took_ms: z.number().nonnegative() })),
  facts: z.array(z.object({ fact: z.enum(FACTS), value: z.union([z.string(), z.number()]).nullable() })),
  /** The error's own code, for the operator of the server. */
  detail: z.string().nullable(),
})
export type DiagnosticCheck = z.infer<typeof diagnosticCheck>

/** What this server is and what it is connected to. */
export const diagnostics = z.object({
  version: z.string(),
  node: z.string(),
  started_at: instant,
  now: instant,
  demo: z.boolean(),
  database: z.enum(['embedded', 'external']),
  storage: z.enum(['disk', 's3']),
  stp: z.enum(['simulator', 'stp']),
  mail: z.enum(['outbox', 'smtp']),
})
export type Diagnostics = z.infer<typeof diagnostics>
