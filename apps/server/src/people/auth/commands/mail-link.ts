import type { Deps } from '../../../deps.ts'
import type { Mail } from '../../../integrations/mail/mailer.ts'
import type { JobData } from '../../../jobs/queue.ts'
import { hasEnoughLinks, issueLink, type LinkKind } from './password-links.ts'

const subjects = {
  invitation: 'Tu acceso a Quincena',
  reset: 'Cambia tu contraseña de Quincena',
} satisfies Record<LinkKind, string>

const explanations = {
  invitation:
    'Te invitaron a usar Quincena. Elige tu contraseña en este enlace, válido por 7 días y una sola vez:',
  reset: 'Pediste cambiar tu contraseña. Hazlo en este enlace, válido por una hora y una sola vez:',
} satisfies Record<LinkKind, string>

const endings = {
  invitation: 'Si no esperabas este correo, ignóralo.',
  reset: 'Si no fuiste tú, ignora este correo: tu contraseña sigue igual.',
} satisfies Record<LinkKind, string>

/** Builds the mail with the link, addressed by first name. */
export function linkMail(
  { email, first_name }: { email: string; first_name: string },
  kind: LinkKind,
  link: string,
): Mail {
  const text = `Hola, ${first_name}:\n\n${explanations[kind]}\n\n${link}\n\n${endings[kind]}\n`
  return { to: email, subject: subjects[kind], text }
}

/**
 * Creates the link and mails it, so that the queue never stores the token. A second run mails a new link that replaces
 * the first. Does nothing if no active user has the address, or if three links of this kind were mailed to it within the
 * last hour: the answer to a guest is the same, so it does not reveal that.
 */
export async function mailLink(deps: Deps, { email, kind }: JobData['mail-link']): Promise<void> {
  const person = await deps.db
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (person === undefined) return
  const link = { user_id: person.id, email: person.email, kind }
  const address = await deps.db.transaction().execute(async (trx) => {
    if (await hasEnoughLinks(deps, trx, link)) return null
    return issueLink(deps, trx, link)
  })
  if (address !== null) await deps.mailer.send(linkMail(person, kind, address))
}
