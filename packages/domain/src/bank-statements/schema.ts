import { z } from 'zod'
import { day, flag, id, idText, instant, required } from '../fields.ts'
import { money } from '../money.ts'
import { listQuery } from '../page.ts'
import { PAYMENT_CHANNELS } from '../payments/channels.ts'
import { PROOF_STATES } from '../payments/proof.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { owner } from '../treasury/owner.ts'
import { STATEMENT_FIELDS, statementColumns } from './columns.ts'
import { LINE_EXPLANATIONS, LINE_STATES, MATCH_RULES } from './rules.ts'

/** Largest number of lines of a statement, and largest size of its file in bytes. */
export const STATEMENT_ROWS_LIMIT = 60_000
export const STATEMENT_LIMIT_BYTES = 25 * 1024 * 1024

const count = z.int().nonnegative()
const problem = z.object({ field: z.string(), message: z.string() })

/** The first rows of a file as the chosen columns read them; nothing is stored. */
const statementPreview = z.object({
  headers: z.array(z.string()),
  columns: statementColumns,
  /** What is wrong with the columns, by field. */
  column_problems: z.partialRecord(z.enum(STATEMENT_FIELDS), z.string()),
  rows_total: count,
  rejected_count: count,
  rows: z.array(
    z.object({
      row: z.int().positive(),
      cells: z.array(z.string().nullable()),
      day: day.nullable(),
      description: z.string(),
      reference: z.string(),
      amount: money.nullable(),
      balance: money.nullable(),
      problems: z.array(problem),
    }),
  ),
  /** The first rows that cannot be read. */
  rejected: z.array(problem.extend({ row: z.int().positive() })),
})
export type StatementPreview = z.infer<typeof statementPreview>

/** An uploaded statement and how far it is. */
export const bankStatement = z.object({
  id,
  bank_account: id,
  file_name: z.string(),
  uploaded_by: z.string(),
  state: z.enum(['waiting', 'running', 'finished']),
  rows_total: count,
  rows_done: count,
  /** Lines that are new, and those that an earlier file already brought. */
  added: count,
  known: count,
  rejected_count: count,
  /** Payments that the lines of this file proved by themselves. */
  matched: count,
  created_at: instant,
  finished_at: instant.nullable(),
})
export type BankStatement = z.infer<typeof bankStatement>

/** Answer of an upload: a preview, or the statement whose job began. */
export const statementUpload = z.object({
  preview: statementPreview.nullable(),
  statement: bankStatement.nullable(),
})

/** Query of `POST …/statements`. */
export const statementUploadQuery = z.object({ preview: z.string().optional() })

export const statementQuery = listQuery([], 10).omit({ ordering: true, search: true })

/** A row of a statement that could not be read, with a problem for each of its fields. */
export const rejectedRow = z.object({ row: z.int().positive(), problems: z.array(problem) })
export type RejectedRow = z.infer<typeof rejectedRow>

export const rejectedQuery = listQuery(['row'], 10).omit({ search: true })

/** A payment outside STP, as the screens of the banks show it. */
export const bankPayment = z.object({
  id,
  loan_request: id,
  folio: z.string(),
  borrower: z.string(),
  amount: money,
  value_date: day,
  channel: z.enum(PAYMENT_CHANNELS),
  reference: z.string().nullable(),
  proof: z.enum(PROOF_STATES).nullable(),
  created_at: instant,
  owner: owner.nullable(),
})
export type BankPayment = z.infer<typeof bankPayment>

/** A payment and why it may belong to a line, in Spanish. */
export const matchSuggestion = bankPayment.extend({ reasons: z.array(z.string()) })
export type MatchSuggestion = z.infer<typeof matchSuggestion>

/** A line of a statement. The amount is negative for a withdrawal. */
export const bankLine = z.object({
  id,
  bank_account: id,
  day,
  description: z.string(),
  reference: z.string(),
  amount: money,
  balance: money.nullable(),
  matched: money,
  state: z.enum(LINE_STATES),
  explained_as: z.enum(LINE_EXPLANATIONS).nullable(),
  explanation: z.string().nullable(),
  explained_by: z.string().nullable(),
  owner: owner.nullable(),
  created_at: instant,
  payments: z.array(bankPayment.extend({ rule: z.enum(MATCH_RULES), matched_by: z.string().nullable() })),
})
export type BankLine = z.infer<typeof bankLine>

export const bankLineQuery = listQuery(['day', 'amount'], 10).extend({
  bank_account: idText,
  /** `waiting`: open or partly matched. */
  state: z.enum([...LINE_STATES, 'waiting']).optional(),
})

/** Payments of an account that no line shows. */
export const openPaymentQuery = listQuery(['value_date', 'amount'], 10).extend({
  bank_account: idText,
})

/** Body of a match by hand: the payments that a line brought. */
export const matchBody = z.object({
  payments: z.array(id, 'Elige los pagos').min(1, 'Elige los pagos').max(500, 'Elige hasta 500 pagos'),
})

/** Body that says why a line is no payment. */
export const explanationBody = z.object({
  explained_as: z.enum(LINE_EXPLANATIONS, 'Elige qué es este movimiento'),
  explanation: required('Escribe el motivo', TEXT_LIMITS.reason),
})

/** Query of the payments to prove: `late` are those that wait for longer than the setting says. */
export const proofQuery = listQuery(['created_at', 'amount', 'value_date'], 10).extend({
  state: z.enum(PROOF_STATES).optional(),
  late: flag.optional(),
  loan: idText.optional(),
  payment: idText.optional(),
})

/** A payment outside STP with what proves it. `file` is a signed URL, good for 5 minutes. */
export const paymentProof = bankPayment.extend({
  bank_account: z.object({ id, name: z.string() }),
  registered_by: z.string(),
  proof_by: z.string().nullable(),
  proof_at: instant.nullable(),
  proof_reason: z.string().nullable(),
  line: z.object({ id, day }).nullable(),
  voucher: z
    .object({ id: z.uuid(), file: z.string(), media_type: z.string(), file_name: z.string() })
    .nullable(),
  /** The open request that a second person decides. */
  approval: id.nullable(),
  reversed_at: instant.nullable(),
})
export type PaymentProof = z.infer<typeof paymentProof>

/** Answer of a voucher's upload: the id goes into the payment's `voucher`. */
export const voucherAnswer = z.object({
  voucher: z.uuid(),
  file_name: z.string(),
  media_type: z.string(),
  size_bytes: count,
})
export type VoucherAnswer = z.infer<typeof voucherAnswer>

/** Body that adds a voucher to a registered payment that is still to be proved. */
export const addVoucherBody = z.object({ voucher: z.uuid('Elige el comprobante') })

/** After how many days a payment that is still to be proved is late. */
export const proofSettings = z.object({
  proof_days: z.int('Debe ser un número entero').min(1, 'El mínimo es 1').max(60, 'El máximo es 60'),
})
export type ProofSettings = z.infer<typeof proofSettings>
