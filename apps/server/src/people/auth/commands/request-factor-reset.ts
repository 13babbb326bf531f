import { id } from '@quincena/domain/fields'
import { z } from 'zod'
import type { CommandLine } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Trx } from '../../../db/types.ts'
import type { CommandLineDeps } from '../../../deps.ts'
import { requestOfCommandLine } from '../../../platform/approvals/commands/request-approval.ts'
import type { SystemAction } from '../../../platform/approvals/handlers.ts'
import { hasFactor } from '../queries/two-factor.ts'
import { removeFactors } from './disable-two-factor.ts'
import { isBound } from './oidc-identities.ts'

/** `email`: the address of the person, which is another after somebody changed it. */
const reset = z.object({ user_id: id, email: z.string() })
type Reset = z.output<typeof reset>

async function lockPerson(trx: Trx, user_id: number) {
  return trx
    .selectFrom('app_user')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', user_id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether there is a second factor or a bond to an identity of a provider, which a reset removes. */
const canBeReset = async (trx: Trx, user_id: number) =>
  (await hasFactor(trx, user_id)) || (await isBound(trx, { user_id }))

/** Removing the second factors of a person of the staff, which the command line asks an admin. */
export const factorResetAction: SystemAction<typeof reset> = {
  ...{ name: 'factor.reset', payload: reset, deciders: 'admin', is_single: true },
  requesters: 'command line',
  subjectOf: ({ user_id }: Reset) => ['user', user_id],
  async describe(trx, { user_id }: Reset) {
    const found = await lockPerson(trx, user_id)
    if (found === undefined) throw new AppError('user.not_found', 404)
    const lines = [{ label: 'Correo', value: found.email }]
    const person = `${found.first_name} ${found.last_name}`
    return { title: 'Restablecer la verificación en dos pasos', amount: null, person, lines }
  },
  async isUnchanged(trx, { user_id, email }: Reset) {
    const found = await lockPerson(trx, user_id)
    return found?.email === email && (await canBeReset(trx, user_id))
  },
  async execute(deps, trx, { context, payload: { user_id } }) {
    await removeFactors(deps, trx, { context, user_id })
    return { user_id }
  },
}

/** Asks another admin to remove the second factors of a person of the staff. Throws `two_factor.off` (409). */
export async function requestFactorReset(
  deps: CommandLineDeps,
  trx: Trx,
  { context, ...payload }: Reset & { context: CommandLine },
): Promise<number> {
  if (!(await canBeReset(trx, payload.user_id))) throw new AppError('two_factor.off', 409)
  return requestOfCommandLine(deps, trx, { context, action: factorResetAction, payload })
}
