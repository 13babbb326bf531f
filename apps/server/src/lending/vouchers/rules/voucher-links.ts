import { sameText, sign } from '../../../crypto/signature.ts'
import type { Deps } from '../../../deps.ts'

const LINK_SECONDS = 300

const nowSeconds = (deps: Deps) => Math.floor(deps.clock().epochMilliseconds / 1000)

const queryOf = (deps: Deps, id: string, expires: string) =>
  `expires=${expires}&signature=${sign(deps.secrets, `payment voucher ${id} until ${expires}`)}`

/** The signed address of a voucher's file, valid for 5 minutes; it opens this file and nothing else. */
export function signedVoucher(deps: Deps, origin: string, id: string): string {
  const expires = String(nowSeconds(deps) + LINK_SECONDS)
  return `${origin}${deps.env.base_path}/api/loan/payment-vouchers/${id}/file?${queryOf(deps, id, expires)}`
}

/** True if the server made the link, it is unchanged, and its 5 minutes have not passed. */
export function isVoucherLinkGood(deps: Deps, { id, query }: { id: string; query: string }): boolean {
  const expires = /^expires=([0-9]{1,12})&/.exec(query)?.[1]
  if (expires === undefined || Number(expires) < nowSeconds(deps)) return false
  return sameText(query, queryOf(deps, id, expires))
}
