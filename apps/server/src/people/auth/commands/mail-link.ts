import { wordsOf } from '@quincena/domain/texts/notice-words'
import type { Deps } from '../../../deps.ts'
import type { Mail } from '../../../integrations/mail/mail.ts'
import type { JobData } from '../../../jobs/queue.ts'
import { wordedMail } from '../../../platform/mail/presenters.ts'
import { hasEnoughLinks, issueLink, type LinkKind } from './password-links.ts'

/** The text and the button of each kind. */
const mails = {
  invitation: { words: wordsOf('notice_invitation', {}), label: 'Elegir mi contraseña' },
  reset: { words: wordsOf('notice_password_reset', {}), label: 'Cambiar mi contraseña' },
} as const satisfies Record<LinkKind, object>

interface Link {
  person: { email: string; first_name: string }
  kind: LinkKind
  url: string
}

/** Builds the mail with the link, addressed by first name. */
export function linkMail({ texts }: Pick<Deps, 'texts'>, { person, kind, url }: Link): Mail {
  const { words, label } = mails[kind]
  const { email: to, first_name: greeting } = person
  return { to, greeting, button: { label, url }, ...wordedMail(texts, words) }
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
  if (address !== null) await deps.mailer.send(linkMail(deps, { person, kind, url: address }))
}
