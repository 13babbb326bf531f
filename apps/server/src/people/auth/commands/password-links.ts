import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { siteOf } from '../../../integrations/mail/layout.ts'

export type LinkKind = 'invitation' | 'reset'

const validHours = { invitation: 7 * 24, reset: 1 } satisfies Record<LinkKind, number>

/** The address of the page that asks for a new password. The token is in the fragment, which browsers never send. */
function linkOf(deps: Pick<Deps, 'env'>, token: string): string {
  return `${siteOf(deps.env)}/auth/contrasena#token=${token}`
}

/** Mails with a link of one kind that an address can receive in an hour. */
const LINKS_PER_HOUR = 3

interface Addressee {
  user_id: number
  email: string
  kind: LinkKind
}

/**
 * True if three links of this kind were mailed to the address within the last hour: otherwise anybody could fill
 * another's mailbox. A corrected address starts anew, and resets, which anybody can ask for, use up no invitations.
 * Locks the person, so that parallel requests do not exceed the limit.
 */
export async function hasEnoughLinks(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { user_id, email, kind }: Addressee,
): Promise<boolean> {
  await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const { recent } = await trx
    .selectFrom('password_token')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('user_id', '=', user_id)
    .where('email', '=', email)
    .where('kind', '=', kind)
    .where('created_at', '>', isoOf(deps.clock().subtract({ hours: 1 })))
    .executeTakeFirstOrThrow()
  return recent >= LINKS_PER_HOUR
}

/**
 * Queues an invitation that staff ask for. Throws `invitation.too_many` (429) after three within an hour, so that nobody
 * waits for a mail that is not sent.
 */
export async function inviteUser(
  deps: Pick<Deps, 'clock' | 'queue'>,
  trx: Trx,
  { user_id, email }: { user_id: number; email: string },
): Promise<void> {
  const kind = 'invitation'
  if (await hasEnoughLinks(deps, trx, { user_id, email, kind }))
    throw new AppError('invitation.too_many', 429, { retry_after_s: 3600 })
  await deps.queue.send(trx, 'mail-link', { email, kind })
}

/**
 * Creates a link with which a user chooses a password once: a reset is valid for 1 hour, an invitation for 7 days. It
 * replaces earlier links of the same kind. Only the token's hash is stored.
 */
export async function issueLink(
  deps: Pick<Deps, 'clock' | 'env'>,
  trx: Trx,
  { user_id, email, kind }: Addressee,
): Promise<string> {
  const now = deps.clock()
  const created_at = isoOf(now)
  await trx
    .updateTable('password_token')
    .set({ used_at: created_at })
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
  const token = newToken()
  const expires_at = isoOf(now.add({ hours: validHours[kind] }))
  await trx
    .insertInto('password_token')
    .values({ user_id, email, kind, token_hash: hashToken(token), created_at, expires_at, used_at: null })
    .execute()
  return linkOf(deps, token)
}

/** Invalidates all mailed links of a user, after the password or the e-mail address changed. */
export async function voidLinks(deps: Pick<Deps, 'clock'>, trx: Trx, user_id: number): Promise<void> {
  await trx
    .updateTable('password_token')
    .set({ used_at: isoOf(deps.clock()) })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Queues a mail with a link. The work is the same for known and unknown addresses, because the job looks up the user;
 * so the response reveals nothing.
 */
export async function requestLink(
  deps: Deps,
  { email, kind }: { email: string; kind: LinkKind },
): Promise<void> {
  await deps.db
    .transaction()
    .execute((trx) => deps.queue.send(trx, 'mail-link', { email: email.toLowerCase(), kind }))
}
