import type { CommissionStep } from '@quincena/domain/loans/advance-price'
import type { JSONColumnType } from 'kysely'
import type { Always, Filled } from './column.ts'

interface Company {
  id: Always<number>
  key: string
  name: string
  industry: string
  headquarters_address: Filled<string>
  website: Filled<string>
  email: string
  phone: string
  interest_rate: number | null
  commission_cents: Filled<number>
  commission_steps_cents: JSONColumnType<CommissionStep[]> | null
  advance_share: Filled<number>
  advance_cap_cents: number | null
  advance_cost_ceiling: Filled<number>
  advance_minimum_cents: Filled<number>
  grace_bank_days: Filled<number>
  tax_added: Filled<boolean>
  tax_exempt_reason: string | null
  tax_rate: Filled<number>
  deleted_at: string | null
  created_at: Filled<string>
  updated_at: Filled<string>
  version: Always<number>
  search: Always<string>
}

/** The table of partner companies. */
export interface CompanyTables {
  company: Company
}
