import { sendInvitation } from '../../people/users/commands/invite-again.ts'
import { type AdminCommand, findUser, inTransaction, readEmail } from './command.ts'
import { mailAdmins } from './mail-admins.ts'

export const resendInvitation: AdminCommand = {
  args: 'EMAIL',
  does: 'mails a new invitation to a user who has no password yet',
  read(args) {
    const address = readEmail(args)
    return inTransaction(async (operation) => {
      const { deps, trx, context } = operation
      const { id: user_id, name } = await findUser(trx, address)
      await sendInvitation(deps, trx, { context, user_id })
      await mailAdmins(operation, {
        title: 'Se envió otra invitación',
        done: `envió otra invitación a ${name}`,
      })
      return `A new invitation to ${address} is queued; earlier links no longer work once it is sent.`
    })
  },
}
