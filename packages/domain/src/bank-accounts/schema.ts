import { z } from 'zod'
import { statementColumns } from '../bank-statements/columns.ts'
import { day, id, instant, required } from '../fields.ts'
import { clabeProblem } from '../mexico/clabe.ts'
import { money } from '../money.ts'

const count = z.int().nonnegative()

/** An account of the lender at a bank, with what the ledger and its statements say. */
export const bankAccount = z.object({
  id,
  name: z.string(),
  bank: z.string().nullable(),
  clabe: z.string().nullable(),
  /** Payments outside STP reach it unless staff choose another. */
  is_default: z.boolean(),
  created_at: instant,
  closed_at: instant.nullable(),
  /** What the ledger says was collected in it. */
  balance: money,
  /** The latest day and balance that a statement says; null without one. */
  statement_day: day.nullable(),
  statement_balance: money.nullable(),
  /** Lines without a payment or an explanation, and payments that no line shows. */
  open_lines: count,
  open_payments: count,
  statement_columns: statementColumns.nullable(),
})
export type BankAccount = z.infer<typeof bankAccount>

/** Answer of `GET /treasury/bank-accounts`: the open ones first, the default one before all. */
export const bankAccounts = z.object({ results: z.array(bankAccount) })

/** Body of a new account and of a change: its name, and its bank's CLABE if it has one. */
export const bankAccountBody = z.object({
  name: required('Escribe el nombre de la cuenta', 80),
  /** Its bank follows from the first three digits. */
  clabe: z.codec(z.string().nullish(), z.string().nullable(), {
    decode: (text, context) => {
      const digits = (text ?? '').replace(/[\s-]/g, '')
      const message = digits === '' ? null : clabeProblem(digits)
      if (message !== null) {
        context.issues.push({ code: 'custom', message, input: text })
        return z.NEVER
      }
      return digits === '' ? null : digits
    },
    encode: (clabe) => clabe,
  }),
})
export type BankAccountBody = z.output<typeof bankAccountBody>
