import type { Deps } from '../../../deps.ts'
import type { Mail } from '../../../integrations/mail/mail.ts'
import type { JobData } from '../../../jobs/queue.ts'
import { hasEnoughLinks, issueLink, type LinkKind } from './password-links.ts'

const words = {
  invitation: {
    subject: 'Tu acceso a Quincena',
    text: 'Te invitaron a usar Quincena. Elige tu contraseña para entrar. El enlace vale 7 días y una sola vez.',
    label: 'Elegir mi contraseña',
    ending: 'Si no esperabas este correo, ignóralo.',
  },
  reset: {
    subject: 'Cambia tu contraseña de Quincena',
    text: 'Pediste cambiar tu contraseña. El enlace vale una hora y una sola vez.',
    label: 'Cambiar mi contraseña',
    ending: 'Si no fuiste tú, ignora este correo: tu contraseña sigue igual.',
  },
} as const satisfies Record<LinkKind, object>

/** Builds the mail with the link, addressed by first name. */
export function linkMail(
  { email, first_name }: { email: string; first_name: string },
  kind: LinkKind,
  url: string,
): Mail {
  const { subject, text, label, ending } = words[kind]
  return {
    to: email,
    subject,
    preheader: text,
    greeting: first_name,
    paragraphs: [text],
    button: { label, url },
    closing: [ending],
  }
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
