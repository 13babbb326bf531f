import type { Filled } from './column.ts'

type Figure = 'state' | 'requested' | 'sent' | 'owed' | 'approved' | 'worker' | 'unreviewed'

/** How many loans or workers a figure counts and how many centavos it adds; which key it uses, migration 099 says. */
interface DashboardSum {
  figure: Figure
  day: Filled<string>
  type: Filled<string>
  state: Filled<string>
  part: Filled<number>
  loans: number
  amount_cents: number
}

/** What a statement added to a figure or took away; of `offers` only that the worker in `part` must be counted anew. */
interface DashboardChange {
  figure: Figure | 'offers'
  day: Filled<string>
  type: Filled<string>
  state: Filled<string>
  part: Filled<number>
  loans: Filled<number>
  amount_cents: Filled<number>
}

interface DashboardFigure {
  figure: Figure
  day: string
  type: string
  state: string
  part: number
  loans: number
  amount_cents: number
}

/** A worker's offers of advances that nobody can sign before staff accept documents. */
interface UnreviewedOffer {
  user_id: number
  loans: number
}

/** The tables and the view of migration 099. */
export interface DashboardTables {
  dashboard_sum: DashboardSum
  dashboard_change: DashboardChange
  dashboard_figure: DashboardFigure
  unreviewed_offer: UnreviewedOffer
}
