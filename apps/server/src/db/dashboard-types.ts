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

/** The requests or payouts of a month, whose first day it is. */
interface DashboardMonth {
  figure: 'requested' | 'sent'
  month: string
  type: string
  part: number
  loans: number
  amount_cents: number
}

/** The same as the months and the changes of days that no sweep has moved, each on its day. */
interface DashboardMonthFigure {
  figure: 'requested' | 'sent'
  day: string
  type: string
  part: number
  loans: number
  amount_cents: number
}

/** A worker's offers of advances that nobody can sign before staff accept documents. */
interface UnreviewedOffer {
  user_id: number
  loans: number
}

/** The tables and views of the migrations 099 and 115. */
export interface DashboardTables {
  dashboard_sum: DashboardSum
  dashboard_change: DashboardChange
  dashboard_figure: DashboardFigure
  dashboard_month: DashboardMonth
  dashboard_month_figure: DashboardMonthFigure
  unreviewed_offer: UnreviewedOffer
}
