import { isStaff } from '../../command/context.ts'
import { removeFactors } from '../../people/auth/commands/disable-two-factor.ts'
import { factorResetAction, requestFactorReset } from '../../people/auth/commands/request-factor-reset.ts'
import { hasAdmin } from '../../people/staff-access/queries.ts'
import { expireApprovals } from '../../platform/approvals/commands/expire-approvals.ts'
import { type AdminCommand, findUser, inTransaction, type Operation, readEmail } from './command.ts'
import { mailAdmins } from './mail-admins.ts'

type User = Awaited<ReturnType<typeof findUser>>

async function ask(operation: Operation, { id: user_id, email, name }: User): Promise<string> {
  const { deps, trx, context } = operation
  const request = await requestFactorReset(deps, trx, { context, user_id, email })
  await mailAdmins(operation, {
    title: 'Se pidió restablecer la verificación en dos pasos',
    done: `pidió restablecer la verificación en dos pasos de ${name}. Otra persona lo decide en Autorizaciones`,
  })
  return `Nothing has changed yet: another administrator decides it in the app, in «Autorizaciones» (request ${request}).`
}

async function remove(operation: Operation, { id: user_id, name, ...user }: User): Promise<string> {
  const { deps, trx, context } = operation
  await removeFactors(deps, trx, { context, user_id })
  const { name: action } = factorResetAction
  await expireApprovals(deps, trx, { context, action, subject: 'user', subject_ids: [user_id] })
  await mailAdmins(operation, {
    title: 'Se restableció una verificación en dos pasos',
    done: `restableció la verificación en dos pasos de ${name} y cerró sus sesiones`,
  })
  const alone = isStaff(user) ? ' No other administrator could decide it, so it was done at once.' : ''
  return `The second factors of ${user.email} are removed and the sessions have ended.${alone}`
}

export const resetFactor: AdminCommand = {
  args: 'EMAIL',
  does: 'removes the second factors of a user and ends the sessions; of staff, another administrator decides it',
  read(args) {
    const address = readEmail(args)
    return inTransaction(async (operation) => {
      const user = await findUser(operation.trx, address)
      const isAsked = isStaff(user) && (await hasAdmin(operation.trx, { except: user.id }))
      return isAsked ? ask(operation, user) : remove(operation, user)
    })
  },
}
