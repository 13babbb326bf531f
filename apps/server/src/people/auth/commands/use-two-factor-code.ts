import { isoOf } from '../../../command/clock.ts'
import { recoveryHash } from '../../../crypto/recovery-codes.ts'
import { unseal } from '../../../crypto/secret-box.ts'
import { stepOf } from '../../../crypto/totp.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

interface Code {
  user_id: number
  code: string
}

/** The purpose and the owner that a sealed two-factor secret is bound to. */
export const sealOf = (user_id: number) => ({ purpose: 'two-factor', owner: user_id })

/** The user's two-factor sign-in, locked, so that of several requests with the same code only one succeeds. */
export async function lockTwoFactor(trx: Trx, user_id: number) {
  return trx
    .selectFrom('two_factor')
    .selectAll()
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
}
type TwoFactorRow = NonNullable<Awaited<ReturnType<typeof lockTwoFactor>>>

/** Accepts an authenticator code once; codes of the same or an earlier time step are refused afterwards. */
export async function redeemStep(
  deps: Deps,
  trx: Trx,
  { row, code }: { row: TwoFactorRow; code: string },
): Promise<boolean> {
  const secret = unseal(deps.secrets, row.sealed_secret, sealOf(row.user_id))
  const step = stepOf(secret, code.replaceAll(/\s/g, ''), deps.clock())
  if (step === null || step <= (row.last_step ?? 0)) return false
  await trx.updateTable('two_factor').set({ last_step: step }).where('user_id', '=', row.user_id).execute()
  return true
}

async function redeemRecovery(deps: Deps, trx: Trx, { user_id, code }: Code): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: isoOf(deps.clock()) })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', recoveryHash(deps, { user_id, code }))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const isSixDigits = (code: string) => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))

/** Accepts an authenticator code or a recovery code, each once. Returns false if it is wrong or was used. */
export async function redeemCode(deps: Deps, trx: Trx, { user_id, code }: Code): Promise<boolean> {
  if (!isSixDigits(code)) return redeemRecovery(deps, trx, { user_id, code })
  const row = await lockTwoFactor(trx, user_id)
  if (row === undefined || row.confirmed_at === null) return false
  return redeemStep(deps, trx, { row, code })
}
