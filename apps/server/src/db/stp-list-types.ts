import type { StpOutcome } from '@quincena/domain/mexico/stp-states'
import type { StpOrder } from '../integrations/stp/wire.ts'
import type { Json } from './column.ts'

type OrderType = 'E' | 'R'

interface StpList {
  operation_date: string
  order_type: OrderType
  reading: number
  started_at: string
  total: number | null
  whole_reading: number | null
  whole_at: string | null
}

interface StpListPage {
  operation_date: string
  order_type: OrderType
  page: number
  reading: number
  orders: number
}

interface StpListedOrder {
  operation_date: string
  order_type: OrderType
  stp_id: number
  page: number
  reading: number
  read_at: string
  tracking_key: string
  amount_cents: number
  beneficiary_account: string
  state: StpOutcome | null
  stp_state: string
  settled_at: string | null
  facts: Json<StpOrder>
}

/** The tables of STP's lists, of migration 038. */
export interface StpListTables {
  stp_list: StpList
  stp_list_page: StpListPage
  stp_listed_order: StpListedOrder
}
