import { notifyOfSecurityChange } from '../../people/auth/notices/security-change.ts'
import type { Operation } from './command.ts'

interface News {
  title: string
  /** What was done, after the operator's name: «pausó los envíos de dinero». */
  done: string
}

/** Notifies every active admin in the app and by mail of what an operator did, inside the command's transaction. */
export async function mailAdmins({ deps, trx, context }: Operation, { title, done }: News): Promise<void> {
  const admins = await trx
    .selectFrom('app_user')
    .select('id')
    .where('user_type', '=', 'U0')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  const message = `Alguien con acceso al servidor, por ${context.user_agent}, ${done}. Si no estaba acordado, avisa hoy a quien opera el servidor.`
  for (const { id: user_id } of admins) await notifyOfSecurityChange(deps, trx, { user_id, title, message })
}
