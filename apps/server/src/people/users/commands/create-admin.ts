import { email as emailShape } from '@quincena/domain/fields'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { type Auditing, writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { addAccount } from '../../accounts/commands.ts'
import { issueLink } from '../../auth/commands/password-links.ts'

interface NewAdmin {
  email: string
  first_name: string
  last_name: string
}

/**
 * Creates an admin by invitation, without a signed-in user: for the first admin of an empty system. Returns the link to
 * choose a password. Throws if the e-mail address is invalid or already used.
 */
export async function createAdmin(
  deps: Pick<Deps, 'db' | 'env'> & Auditing,
  { email, first_name, last_name }: NewAdmin,
): Promise<{ email: string; first_name: string; link: string }> {
  const address = emailShape(`«${email}» is not an e-mail address`).parse(email)
  return deps.db.transaction().execute(async (trx) => {
    const values = { email: address, first_name, last_name, user_type: 'U0', is_staff: true } as const
    const id = await addAccount(trx, values, isoOf(deps.clock()))
    await writeAudit(deps, trx, {
      context: null,
      action: 'user.created',
      subject: ['user', id],
      after: { email: address, user_type: 'U0' },
    })
    const link = await issueLink(deps, trx, { user_id: id, email: address, kind: 'invitation' })
    return { email: address, first_name, link }
  })
}
