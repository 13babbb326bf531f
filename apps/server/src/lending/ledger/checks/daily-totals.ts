import { sql } from 'kysely'
import { comparedAccounts, comparedTotals } from '../../../treasury/daily-totals/queries/kept-totals.ts'
import type { CheckGroup } from './check.ts'

/** Compares the kept totals of each day, account and kind with the entries that they hold. */
export const dailyTotals: CheckGroup = {
  rows: comparedTotals,
  checks: [
    {
      name: 'daily_debit',
      proves: 'los cargos de cada día son los de sus renglones',
      unit: 'cents',
      subject: sql`account || ' ' || kind`,
      expected: sql`debit`,
      found: sql`kept_debit`,
    },
    {
      name: 'daily_credit',
      proves: 'los abonos de cada día son los de sus renglones',
      unit: 'cents',
      subject: sql`account || ' ' || kind`,
      expected: sql`credit`,
      found: sql`kept_credit`,
    },
    {
      name: 'daily_entries',
      proves: 'los totales de cada día tienen todos sus renglones',
      unit: 'number',
      subject: sql`account || ' ' || kind`,
      expected: sql`entries`,
      found: sql`kept_entries`,
    },
  ],
}

/** Compares the kept totals of each bank account with the entries that they hold. */
export const accountTotals: CheckGroup = {
  rows: comparedAccounts,
  checks: [
    {
      name: 'bank_account_debit',
      proves: 'los cargos de cada cuenta de banco son los de sus renglones',
      unit: 'cents',
      subject: sql`'bank_cash'`,
      expected: sql`debit`,
      found: sql`kept_debit`,
    },
    {
      name: 'bank_account_credit',
      proves: 'los abonos de cada cuenta de banco son los de sus renglones',
      unit: 'cents',
      subject: sql`'bank_cash'`,
      expected: sql`credit`,
      found: sql`kept_credit`,
    },
    {
      name: 'bank_account_entries',
      proves: 'los totales de cada cuenta de banco tienen todos sus renglones',
      unit: 'number',
      subject: sql`'bank_cash'`,
      expected: sql`entries`,
      found: sql`kept_entries`,
    },
  ],
}
