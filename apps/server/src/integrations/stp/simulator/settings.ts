import { z } from 'zod'

/** Changed while running by `PUT /admin/settings`. */
export interface Settings {
  /** Where changes of state are told. */
  webhook: string | null
  /** Where incoming payments are told; null: derived from `webhook`. */
  payment_webhook: string | null
  /** Time until an order settles; null: orders wait until told. */
  settle_ms: number | null
  /** Queries an hour; null: no limit. */
  hourly_limit: number | null
  /** STP's own pause: orders are refused with -30. */
  read_only: boolean
}

export const settingsInput = z.object({
  webhook: z.url().nullable().optional(),
  payment_webhook: z.url().nullable().optional(),
  settle_ms: z.int().min(0).nullable().optional(),
  hourly_limit: z.int().min(0).nullable().optional(),
  read_only: z.boolean().optional(),
})
export type SettingsChange = z.infer<typeof settingsInput>

const stateEnd = /\/order-state$/
const folderEnd = /^https?:\/\/[^/]+\/.+\/$/

/** Where changes of state go: the webhook itself, or `order-state` under it when it is a folder. */
export function stateUrl({ webhook }: Settings): string | null {
  return webhook !== null && folderEnd.test(webhook) ? `${webhook}order-state` : webhook
}

/** Where payments go: their own address, else `payment` beside `order-state`; null: nowhere. */
export function paymentUrl(settings: Settings): string | null {
  if (settings.payment_webhook !== null) return settings.payment_webhook
  const state = stateUrl(settings)
  return state !== null && stateEnd.test(state) ? state.replace(stateEnd, '/payment') : null
}
