import { z } from 'zod'

/** Settings that `PUT /admin/settings` changes while the simulator runs. */
export interface Settings {
  /** Address of the callbacks of orders; null: none are posted. */
  webhook: string | null
  /** Address of the callbacks of payments; null: derived from `webhook`. */
  payment_webhook: string | null
  /** Time until an order settles; null: orders stay in transit until a command settles them. */
  settle_ms: number | null
  /** Queries per hour; null: no limit. */
  hourly_limit: number | null
  /** Whether orders above the balance are taken; false: they are refused. */
  overdraft: boolean
  /** STP's read-only mode: orders are refused with -30. */
  read_only: boolean
}

/** Schema of `PUT /admin/settings`; omitted settings stay as they are. */
export const settingsInput = z.object({
  webhook: z.url().nullable().optional(),
  payment_webhook: z.url().nullable().optional(),
  settle_ms: z.int().min(0).nullable().optional(),
  hourly_limit: z.int().min(0).nullable().optional(),
  overdraft: z.boolean().optional(),
  read_only: z.boolean().optional(),
})
/** A change of settings. */
export type SettingsChange = z.infer<typeof settingsInput>

const stateEnd = /\/order-state$/
const folderEnd = /^https?:\/\/[^/]+\/.+\/$/

/** Address of the callbacks of orders: the webhook itself, or `order-state` in it when it is a folder. Null: none. */
export function stateUrl({ webhook }: Settings): string | null {
  return webhook !== null && folderEnd.test(webhook) ? `${webhook}order-state` : webhook
}

/** Address of the callbacks of payments: their own, else `payment` beside `order-state`. Null: none. */
export function paymentUrl(settings: Settings): string | null {
  if (settings.payment_webhook !== null) return settings.payment_webhook
  const state = stateUrl(settings)
  return state !== null && stateEnd.test(state) ? state.replace(stateEnd, '/payment') : null
}
