import { businessDay } from '@quincena/domain/dates'
import type { FactorBody } from '@quincena/domain/sessions/factors'
import type { PasskeyAnswer } from '@quincena/domain/sessions/passkeys'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { findUser } from '../../accounts/queries.ts'
import { checkPasskey } from './check-passkey.ts'
import type { RelyingParty } from './passkey-challenges.ts'
import { recordFailure } from './record-failure.ts'
import { attempt, factorScope } from './sign-in-attempts.ts'
import { redeemCode } from './use-two-factor-code.ts'

interface Use {
  context: CommandContext
  body: FactorBody
  party: RelyingParty
}

/** Stores that the caller's session used a second factor now. */
export async function markFactor(deps: Deps, trx: Trx, { session_id }: CommandContext): Promise<void> {
  const factor_at = isoOf(deps.clock())
  await trx
    .updateTable('session')
    .set({ factor_at })
    .where('id', '=', session_id ?? 0)
    .execute()
}

/** A passkey of the caller; another user's is refused like an unknown one. */
async function requirePasskey(deps: Deps, { context, party }: Use, answer: PasskeyAnswer): Promise<void> {
  const refuse = () => new AppError('passkey_invalid', 422)
  const { user_id } = await checkPasskey(deps, { answer, party }).catch((error: unknown) => {
    // 401 would end the session in the web app.
    throw error instanceof AppError ? refuse() : error
  })
  if (user_id !== context.user.id) throw refuse()
}

async function checkFactor(deps: Deps, use: Use): Promise<void> {
  const { context, body } = use
  const user_id = context.user.id
  if ('passkey' in body) await requirePasskey(deps, use, body.passkey)
  await deps.db.transaction().execute(async (trx) => {
    if ('code' in body && !(await redeemCode(deps, trx, { user_id, code: body.code })))
      throw new AppError('code_invalid', 422, { fields: { code: 'code_invalid' } })
    await markFactor(deps, trx, context)
    await writeAudit(deps, trx, { context, action: 'factor.used', subject: ['user', user_id] })
  })
}

/**
 * Uses a second factor in the caller's session, for calls that need a recent one. Throws `code_invalid` and
 * `passkey_invalid` (422); wrong ones count in this session, apart from passwords, until a right one
 * (`account_locked`, 423).
 */
export async function useFactor(deps: Deps, use: Use): Promise<void> {
  const { context } = use
  const user = await findUser(deps.db, { id: context.user.id, today: businessDay(deps.clock()) })
  if (user === undefined) throw new AppError('session.required', 401)
  const { email } = user
  await attempt(deps, { email, scope: factorScope(context.session_id) }, () => checkFactor(deps, use)).catch(
    async (error: unknown) => {
      const { ip, user_agent } = context
      if (error instanceof AppError && error.status === 422)
        await recordFailure(deps, { email, outcome: 'wrong_code', origin: { ip, user_agent } })
      throw error
    },
  )
}
